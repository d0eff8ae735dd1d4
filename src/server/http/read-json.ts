import { badInput, jsonOf, type Params } from "../base/params.ts";
import type { Wanted } from "../query/ref-rows.ts";

/** A parameter that holds JSON; null: there is none. */
export function readJson<T>(params: Params, name: string, fits: (value: unknown) => value is T, form: string): T | null {
  const text = params[name] ?? "";
  if (text === "") return null;
  const value = jsonOf(text);
  if (!fits(value)) throw badInput(`参数 ${name} 应为${form}`);
  return value;
}

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
