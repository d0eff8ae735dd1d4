import { type HttpError, useShow } from "@refinedev/core";
import { useMemo } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { ACTIONS_KEY } from "../../../shared/protocol/screen.ts";
import type { ShowRecord } from "./show-record.ts";

/** One document of a module. */
export function useDocument(mdl: string, id: string) {
  const { query } = useShow<ShowRecord, HttpError>({ resource: mdl, id, queryOptions: { keepPreviousData: false } });
  const document = query.data?.data;
  // The action buttons work on rows; a document is a single one, with its actions told apart from it.
  const rows = useMemo((): WireRow[] => (document ? [{ ...document.row, [ACTIONS_KEY]: document.actions.join(",") }] : []), [document]);
  return { query, document, rows };
}
