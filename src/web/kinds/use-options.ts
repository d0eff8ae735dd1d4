import { useQuery } from "@tanstack/react-query";
import type { RefOption } from "../../shared/protocol/form.ts";
import { SILENT } from "../providers/query-client.ts";
import { type OptionsOf, optionsByCode, searchOptions } from "./options.ts";

const NONE: readonly RefOption[] = [];
const CHOICES_MS = 30_000;
const LABEL_MS = 300_000;

/** The choices of a ref field that match a text; asked for only while its list is open. */
export function useOptions(of: OptionsOf, search: string, isOpen: boolean) {
  const { data, isFetching } = useQuery<RefOption[]>({
    queryKey: ["options", of, search],
    queryFn: ({ signal }) => searchOptions(of, search, signal),
    enabled: isOpen,
    keepPreviousData: true,
    staleTime: CHOICES_MS,
  });
  return { options: data ?? NONE, isFetching };
}

/** The choice a field holds already, for its label; null: not known. */
export function useChosenOption(field: Omit<OptionsOf, "narrow">, code: string | null): RefOption | null {
  const of = { ...field, narrow: {} };
  const { data } = useQuery<RefOption | null>({
    queryKey: ["options", "chosen", of, code],
    queryFn: async () => (code === null ? null : ((await optionsByCode(of, [code])).get(code) ?? null)),
    enabled: code !== null,
    keepPreviousData: false,
    staleTime: LABEL_MS,
    meta: SILENT,
  });
  return data ?? null;
}
