import type { RefOption } from "../../../shared/protocol/form.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import type { FormParams } from "../../api/send.ts";
import { useCall } from "../../data/use-call.ts";
import type { ChoiceSource } from "./input-kind.ts";

/** The server answers no more codes at once. */
const MOST_CODES = 20;

const CHOICES_MS = 30_000;
const LABEL_MS = 300_000;
const NONE: readonly RefOption[] = [];

/** A ref field and the values that narrow its choice. */
export interface OptionsOf extends ChoiceSource {
  readonly field: string;
  readonly narrow: WireRow;
}

/** The rows a field may point to whose code or name holds the text, one with exactly this code first; asked for only while the list is open. */
export function useOptions(of: OptionsOf, search: string, isOpen: boolean) {
  const { data = NONE, isFetching } = useCall<readonly RefOption[]>(...optionsCall(of, { search }), {
    of: "choices",
    enabled: isOpen,
    staleTime: CHOICES_MS,
  });
  return { options: data, isFetching };
}

/** The choice a field holds already, for its label; null: not known. */
export function useChosenOption(field: Omit<OptionsOf, "narrow">, code: string | null): RefOption | null {
  const { data = NONE } = useCall<readonly RefOption[]>(...optionsCall({ ...field, narrow: {} }, { values: JSON.stringify([code]) }), {
    of: "choices",
    isSilent: true,
    enabled: code !== null,
    keepPreviousData: false,
    staleTime: LABEL_MS,
  });
  return data.find(({ value }) => value === code) ?? null;
}

/** The rows behind codes, by code; also those that may no longer be chosen. */
export async function optionsByCode(of: OptionsOf, codes: readonly string[]): Promise<ReadonlyMap<string, RefOption>> {
  const found = new Map<string, RefOption>();
  for (let from = 0; from < codes.length; from += MOST_CODES) {
    const values = JSON.stringify(codes.slice(from, from + MOST_CODES));
    for (const option of await post<RefOption[]>(...optionsCall(of, { values }))) found.set(option.value, option);
  }
  return found;
}

/** The row a text means: the one with this code, or the only one with this name. */
export async function findOption(of: OptionsOf, text: string): Promise<RefOption | undefined> {
  const options = await post<RefOption[]>(...optionsCall(of, { search: text }));
  const named = options.filter(({ label }) => label === text);
  return options.find(({ value }) => value === text) ?? (named.length === 1 ? named[0] : undefined);
}

function optionsCall(
  { mdl, entity, field, narrow, call = "Options" }: OptionsOf,
  wanted: Readonly<Record<string, string>>,
): [url: string, params: FormParams] {
  return [moduleUrl(mdl, call), { field, row: JSON.stringify(narrow), ...(entity !== null && { entity }), ...wanted }];
}
