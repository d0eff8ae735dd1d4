import { useInvalidate } from "@refinedev/core";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { REMINDERS_KEY } from "../../providers/reminders.ts";

/** Has everything read anew that an action on rows of a module may have changed. */
export function useRefresh(mdl: string): () => void {
  const invalidate = useInvalidate();
  const queryClient = useQueryClient();
  return useCallback(() => {
    void invalidate({ resource: mdl, invalidates: ["resourceAll"] });
    void queryClient.invalidateQueries({ queryKey: ["remind-count"] });
    void queryClient.invalidateQueries({ queryKey: REMINDERS_KEY });
  }, [invalidate, queryClient, mdl]);
}
