import { useEffect } from "react";
import { onSessionChange, sessionState } from "../api/session.ts";
import type { Services } from "./use-services.ts";

/** When the session ends: forget everything fetched, and tell why. The guard then leads to the login page. */
export function useSessionEnd({ queryClient, reportError }: Services): void {
  useEffect(
    () =>
      onSessionChange((cause) => {
        if (sessionState() === "in") return;
        queryClient.clear();
        if (cause) reportError(cause);
      }),
    [queryClient, reportError],
  );
}
