import { useEffect, useState } from "react";
import { ERRORS } from "../../../shared/domain/error-catalogue.ts";

/** Something told for a while. */
export interface Toast {
  readonly text: string;
  readonly tone: "good" | "bad";
}

/** What is told now, and how to tell something. A new text takes the place of the old one. */
export function useToast(): { readonly toast: Toast | null; readonly tell: (toast: Toast) => void } {
  const [toast, setToast] = useState<Toast | null>(null);
  useEffect(() => {
    if (toast === null) return;
    const timer = setTimeout(() => setToast(null), ERRORS.uploadFailed.durationMs);
    return () => clearTimeout(timer);
  }, [toast]);
  return { toast, tell: setToast };
}
