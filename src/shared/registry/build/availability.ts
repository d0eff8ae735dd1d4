import { holds } from "../../domain/predicate.ts";
import type { RawFlag } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
import type { Profile } from "../model.ts";
import type { Place } from "../place.ts";
import { type Sources, sharedOf } from "../sources.ts";

const NOBODY = { USER_ID: "", UsrName: "", SHOP_ID: "", PROV_ID: "", side: "", isconfirm: false };

/** Whether shops with these flags have a page that is there on this condition. */
export function isThere(when: Predicate | null, flags: Profile["flags"]): boolean {
  return when === null || holds(when, {}, {}, { today: "", actor: NOBODY, functions: new Set(), flags });
}

/** The declared flags with their places. */
export function flagsOf(sources: Pick<Sources, "shared">): ReadonlyMap<string, { readonly raw: RawFlag; readonly at: Place }> {
  return new Map(sharedOf(sources, "flags").map(({ name, ...flag }) => [name, flag] as const));
}
