import type { Params } from "../base/params.ts";
import type { Wanted } from "../query/ref-rows.ts";
import { readJson } from "./read-json.ts";

/** Longest text that is looked for. */
export const LONGEST_TEXT = 100;

/** By what choices are asked for: what was typed (`search`), or codes (`values`). */
export function wantedOptions(params: Params): Wanted {
  const codes = readJson(params, "values", isCodes, "最多 20 个编码的 JSON 数组");
  return codes === null ? { search: (params.search ?? "").trim().slice(0, LONGEST_TEXT) } : { codes };
}

function isCodes(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.length <= 20 && value.every((code) => typeof code === "string");
}
