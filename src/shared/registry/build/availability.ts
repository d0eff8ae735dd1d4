import { holds } from "../../domain/predicate.ts";
import type { Predicate } from "../language.ts";
import type { Profile } from "../model.ts";

const NOBODY = { USER_ID: "", UsrName: "", SHOP_ID: "", PROV_ID: "", side: "", isconfirm: false };

/** Whether shops with these flags have a page that is there on this condition. */
export function isThere(when: Predicate | null, flags: Profile["flags"]): boolean {
  return when === null || holds(when, {}, {}, { today: "", actor: NOBODY, functions: new Set(), flags });
}
