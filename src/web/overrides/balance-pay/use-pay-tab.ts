import { useSearchParams } from "react-router-dom";

export type PayTab = "bills" | "merged";

const TAB = "tab";

/** Address of the second list. */
export const mergedList = (path: string): string => `${path}?${TAB}=merged`;

/** Which of the two lists is shown, kept in the address. Each begins with its own page, order and filter. */
export function usePayTab(): { readonly tab: PayTab; readonly show: (tab: PayTab) => void } {
  const [params, setParams] = useSearchParams();
  return {
    tab: params.get(TAB) === "merged" ? "merged" : "bills",
    show: (tab) => setParams(tab === "merged" ? { [TAB]: tab } : {}, { replace: true }),
  };
}
