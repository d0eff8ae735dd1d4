import { dict } from "../dict.ts";
import type { RawSetting } from "../generated/raw.ts";
import type { Setting } from "../model.ts";

/** What a shop sets for itself (docs/decisions/109). `isPersonal`: a limit of what one person may do in a day asks for it. */
export function buildSetting(raw: RawSetting, isPersonal: boolean): Setting {
  const { title, group, scope = "shop", type, help, unit = "", min = null, max = null, length = null, values = {}, empty = "" } = raw;
  const fallback = raw.default === undefined ? null : String(raw.default);
  return { title, group, scope, type, help, unit, min, max, length, values: dict(Object.entries(values)), fallback, empty, isPersonal };
}
