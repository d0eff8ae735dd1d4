import { useMutation } from "@tanstack/react-query";
import { fetchManual } from "../../api/manual.ts";
import { openManualTab, showManual } from "./show-manual.ts";

/** Fetches the manual and shows it in a tab of its own. */
export function useManual() {
  const { mutate, isLoading } = useMutation({
    mutationFn: async (tab: Window | null) => {
      try {
        showManual(await fetchManual(), tab);
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
  });
  return { isLoading, open: () => mutate(openManualTab()) };
}
