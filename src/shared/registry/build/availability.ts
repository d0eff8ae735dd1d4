import { holds } from "../../domain/predicate.ts";
import { dict } from "../dict.ts";
import type { RawFlag, RawOverlay } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
import type { Profile } from "../model.ts";
import type { Place } from "../place.ts";
import type { Doc, Sources } from "../sources.ts";

/** The profile of every shop that no overlay names; it declares every flag. */
export const PLAIN = "plain";

const NOBODY = { USER_ID: "", UsrName: "", SHOP_ID: "", PROV_ID: "", side: "", isconfirm: false };

/** Each profile's flags: its own put over the defaults of `plain`, which is there also without a file. */
export function flagsByProfile(overlays: readonly Doc<RawOverlay>[]): ReadonlyMap<string, Profile["flags"]> {
  const defaults = overlays.find(({ raw }) => raw.profile === PLAIN)?.raw.flags ?? {};
  const own = overlays.map(({ raw }) => [raw.profile, dict([...Object.entries(defaults), ...Object.entries(raw.flags)])] as const);
  return new Map([[PLAIN, dict(Object.entries(defaults))], ...own]);
}

/** Whether shops with these flags have a page that is there on this condition. */
export function isThere(when: Predicate | null, flags: Profile["flags"]): boolean {
  return when === null || holds(when, {}, {}, { today: "", actor: NOBODY, functions: new Set(), flags });
}

/** The declared flags with their places. */
export function flagsOf({ vocabulary }: Pick<Sources, "vocabulary">): ReadonlyMap<string, { readonly raw: RawFlag; readonly at: Place }> {
  const flags = vocabulary.flatMap(({ raw, at }) =>
    Object.entries(raw.flags ?? {}).map(([name, flag]) => [name, { raw: flag, at: at.in("flags", name) }] as const),
  );
  return new Map(flags);
}
