import { type HttpError, useShow } from "@refinedev/core";
import { useEffect, useMemo } from "react";
import { isSet } from "../../../shared/domain/value-text.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { QUERY_KEYS } from "../../data/query-keys.ts";
import { useOutdate } from "../../data/use-call.ts";
import type { ShowRecord } from "./show-record.ts";

/** One document of a module. One that was unread is read by being opened: the numbers of what waits, and the lists that mark it, are read anew. */
export function useDocument({ MdlId, columns }: ScreenModel, id: string) {
  const mdl = String(MdlId);
  const outdate = useOutdate();
  const { query } = useShow<ShowRecord, HttpError>({ resource: mdl, id, queryOptions: { keepPreviousData: false } });
  const document = query.data?.data;
  useEffect(() => {
    if (document === undefined) return;
    outdate(QUERY_KEYS.source("counts"));
    if (columns.some(({ format, field }) => format === "unread" && isSet(document.row[field]))) outdate(QUERY_KEYS.lists(mdl));
  }, [document, columns, mdl, outdate]);
  const rows = useMemo((): WireRow[] => (document ? [document.row] : []), [document]);
  return { query, document, rows };
}
