import type { RefOption } from "../../shared/protocol/form.ts";
import type { WireRow } from "../../shared/protocol/list.ts";
import { moduleUrl } from "../api/endpoints.ts";
import { post } from "../api/post.ts";
import type { ChoiceSource } from "./input-kind.ts";

/** The server answers no more codes at once. */
const MOST_CODES = 20;

/** A ref field and the values that narrow its choice. */
export interface OptionsOf extends ChoiceSource {
  readonly field: string;
  readonly narrow: WireRow;
}

/** Rows the field may point to whose code or name holds the text; a row with exactly this code comes first. */
export function searchOptions(of: OptionsOf, search: string, signal?: AbortSignal): Promise<RefOption[]> {
  return ask(of, { search }, signal);
}

/** The rows behind codes, by code; also those that may no longer be chosen. */
export async function optionsByCode(of: OptionsOf, codes: readonly string[]): Promise<ReadonlyMap<string, RefOption>> {
  const found = new Map<string, RefOption>();
  for (let from = 0; from < codes.length; from += MOST_CODES) {
    const values = JSON.stringify(codes.slice(from, from + MOST_CODES));
    for (const option of await ask(of, { values })) found.set(option.value, option);
  }
  return found;
}

/** The row a text means: the one with this code, or the only one with this name. */
export async function findOption(of: OptionsOf, text: string): Promise<RefOption | undefined> {
  const options = await searchOptions(of, text);
  const named = options.filter(({ label }) => label === text);
  return options.find(({ value }) => value === text) ?? (named.length === 1 ? named[0] : undefined);
}

function ask(
  { mdl, entity, field, narrow, call = "Options" }: OptionsOf,
  wanted: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<RefOption[]> {
  const params = { field, row: JSON.stringify(narrow), ...(entity !== null && { entity }), ...wanted };
  return post<RefOption[]>(moduleUrl(mdl, call), params, signal && { signal });
}
