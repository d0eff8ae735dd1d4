import { badInput, isObject, jsonOf, type Params } from "../base/params.ts";
import type { Versions } from "../engine/seen-versions.ts";
import type { Wanted } from "../query/ref-rows.ts";

/** The parameter's text; Code 400 naming it when it is missing or empty. */
export function required(params: Params, name: string): string {
  const text = params[name];
  if (text === undefined || text === "") throw badInput(`缺少参数 ${name}`);
  return text;
}

/** One row id. */
export function requiredId(params: Params, name: string): number {
  return readId(required(params, name), name);
}

/** One row id; null when the parameter is missing or empty. */
export function optionalId(params: Params, name: string): number | null {
  return (params[name] ?? "") === "" ? null : requiredId(params, name);
}

/** A comma list of different row ids, at most `most`. */
export function requiredIds(params: Params, name: string, most: number): number[] {
  const parts = required(params, name).split(",");
  // guard check: tests/server/app/isolation.test.ts
  if (parts.length > most) throw badInput(`参数 ${name} 最多 ${most} 个编号`);
  const ids = parts.map((part) => readId(part.trim(), name));
  if (new Set(ids).size < ids.length) throw badInput(`参数 ${name} 中有重复的编号`);
  return ids;
}

/** As {@link requiredIds}; null when the parameter is missing or empty. */
export function optionalIds(params: Params, name: string, most: number): number[] | null {
  return (params[name] ?? "") === "" ? null : requiredIds(params, name, most);
}

/** A whole number from 0, or undefined when the parameter is missing or empty. */
export function optionalCount(params: Params, name: string): number | undefined {
  const text = params[name];
  if (text === undefined || text === "") return undefined;
  if (!/^\d{1,9}$/.test(text)) throw badInput(`参数 ${name} 应为整数`);
  return Number(text);
}

const LONGEST_VERSION = 999_999_999;

/** The versions that the user saw of these rows: `versions`, a JSON object of id to version, or `rowver` of a single row. */
export function seenVersions(params: Params, ids: readonly number[] | null): Versions {
  const rowver = optionalCount(params, "rowver");
  if (rowver !== undefined && ids?.length !== 1) throw badInput("rowver 只用于单张单据，多张请用 versions");
  const versions = readJson(params, "versions", isVersions, "编号到版本的 JSON 对象") ?? {};
  const seen = new Map(Object.entries(versions).map(([id, version]) => [Number(id), version]));
  if (rowver !== undefined && ids?.[0] !== undefined) seen.set(ids[0], rowver);
  return seen;
}

function isVersions(value: unknown): value is Readonly<Record<string, number>> {
  const isVersion = ([id, version]: [string, unknown]) =>
    /^[1-9]\d{0,14}$/.test(id) && Number.isInteger(version) && Number(version) >= 0 && Number(version) <= LONGEST_VERSION;
  return isObject(value) && Object.entries(value).every(isVersion);
}

function readId(text: string, name: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw badInput(`参数 ${name} 应为编号`);
  return Number(text);
}

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
