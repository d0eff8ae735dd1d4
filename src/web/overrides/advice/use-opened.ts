import { useCallback } from "react";
import { type To, useSearchParams } from "react-router-dom";

const OPENED = "open";

/**
 * The opened suggestion, kept in the address beside page and filter of the list. Links replace the address, as the list does: what
 * a page shows is its tab's own state, and what is being written stays.
 */
export function useOpened() {
  const [params, setParams] = useSearchParams();
  const id = params.get(OPENED);
  const next = useCallback(
    (to: string | null): URLSearchParams => {
      const search = new URLSearchParams(params);
      if (to === null) search.delete(OPENED);
      else search.set(OPENED, to);
      return search;
    },
    [params],
  );
  return {
    /** null: none. */
    id: id !== null && /^\d{1,15}$/.test(id) ? id : null,
    linkTo: (to: string | null): To => ({ search: next(to).toString() }),
    close: () => setParams(next(null), { replace: true }),
  };
}
