import { useInvalidate } from "@refinedev/core";
import { useEffect } from "react";
import { onPrinted } from "../../providers/print-channel.ts";

/** Printing counts up Degree: list and document are read again as soon as the sheets were fetched. */
export function useRefreshAfterPrint(mdl: string): void {
  const invalidate = useInvalidate();
  useEffect(() => onPrinted(mdl, () => void invalidate({ resource: mdl, invalidates: ["resourceAll"] })), [invalidate, mdl]);
}
