import { badInput, type Params } from "../base/params.ts";

/** A parameter that holds JSON; null: there is none. */
export function readJson<T>(params: Params, name: string, fits: (value: unknown) => value is T, form: string): T | null {
  const text = params[name] ?? "";
  if (text === "") return null;
  const value = parseJson(text);
  if (!fits(value)) throw badInput(`参数 ${name} 应为${form}`);
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
