import { useInvalidate } from "@refinedev/core";
import { useCallback } from "react";

/** Printing counts up Degree: when the user comes back from the print window, list and document are read again. */
export function useRefreshAfterPrint(mdl: string): () => void {
  const invalidate = useInvalidate();
  return useCallback(() => {
    const onReturn = () => void invalidate({ resource: mdl, invalidates: ["list", "detail"] });
    addEventListener("focus", onReturn, { once: true });
  }, [invalidate, mdl]);
}
