import type { RefOption } from "../../shared/protocol/form.ts";
import { ENDPOINTS } from "../api/endpoints.ts";
import { useCall } from "../data/use-call.ts";

const NONE: readonly RefOption[] = [];

/** Places for what was typed so far, each with its province and country. */
export function usePlaces(text: string, isOpen: boolean): readonly RefOption[] {
  const search = text.trim();
  const { data } = useCall<RefOption[]>(
    ENDPOINTS.findPlace,
    { search },
    {
      of: "fixed",
      isSilent: true,
      enabled: isOpen && search !== "",
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  return search === "" ? NONE : (data ?? NONE);
}
