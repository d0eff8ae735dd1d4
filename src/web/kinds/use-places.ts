import { useQuery } from "@tanstack/react-query";
import type { RefOption } from "../../shared/protocol/form.ts";
import { ENDPOINTS } from "../api/endpoints.ts";
import { post } from "../api/post.ts";
import { SILENT } from "../providers/query-client.ts";

const NONE: readonly RefOption[] = [];

/** Places for what was typed so far, each with its province and country. */
export function usePlaces(text: string, isOpen: boolean): readonly RefOption[] {
  const search = text.trim();
  const { data } = useQuery<RefOption[]>({
    queryKey: ["places", search],
    queryFn: ({ signal }) => post<RefOption[]>(ENDPOINTS.findPlace, { search }, signal && { signal }),
    enabled: isOpen && search !== "",
    keepPreviousData: true,
    staleTime: Number.POSITIVE_INFINITY,
    meta: SILENT,
  });
  return search === "" ? NONE : (data ?? NONE);
}
