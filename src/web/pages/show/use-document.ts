import { type HttpError, useShow } from "@refinedev/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { REMINDERS_KEY } from "../../providers/reminders.ts";
import type { ShowRecord } from "./show-record.ts";

/** One document of a module. */
export function useDocument(mdl: string, id: string) {
  const queryClient = useQueryClient();
  const { query } = useShow<ShowRecord, HttpError>({ resource: mdl, id, queryOptions: { keepPreviousData: false } });
  const document = query.data?.data;
  useEffect(() => {
    // Opening a document clears its unread mark.
    if (!document) return;
    void queryClient.invalidateQueries({ queryKey: ["remind-count"] });
    void queryClient.invalidateQueries({ queryKey: REMINDERS_KEY });
  }, [document, queryClient]);
  const rows = useMemo((): WireRow[] => (document ? [document.row] : []), [document]);
  return { query, document, rows };
}
