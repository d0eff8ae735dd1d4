import { type HttpError, useShow } from "@refinedev/core";
import { useEffect, useMemo } from "react";
import { isSet } from "../../../shared/domain/value-text.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel, ShowResult, Tone } from "../../../shared/protocol/screen.ts";
import { QUERY_KEYS } from "../../data/query-keys.ts";
import { useOutdate } from "../../data/use-call.ts";
import { statusOf } from "../../kinds/status-of.ts";

interface StatusTagText {
  readonly field: string;
  readonly text: string;
  readonly tone: Tone;
}

/** The states of a document, each once, in the order of its sections; without those that merely name a kind of document. */
export function statusTags(screen: ScreenModel, row: WireRow): StatusTagText[] {
  const fields = [...screen.show.sections.flatMap((section) => section.fields), ...screen.columns];
  const seen = new Set<string>();
  return fields.flatMap((column) => {
    if (column.format !== "status" || seen.has(column.field)) return [];
    seen.add(column.field);
    const { text, tone } = statusOf(row, column);
    return text === "" || tone === "plain" ? [] : [{ field: column.field, text, tone }];
  });
}

/** {@link ShowResult} as refine's generic types accept it. */
export type ShowRecord = Pick<ShowResult, keyof ShowResult>;

/** The heading of a document. */
export function headingOf(screen: ScreenModel, { row }: ShowRecord) {
  return { title: screen.title, number: String(row[screen.show.titleField] ?? row.Id ?? ""), tags: statusTags(screen, row) };
}

/** Whether a list, as it was read, holds an older version of this row. */
function holdsOlder(list: unknown, { Id, rowver }: WireRow): boolean {
  const { data } = (list ?? {}) as { readonly data?: unknown };
  const listed = Array.isArray(data) ? (data as readonly WireRow[]).find((row) => row.Id === Id) : undefined;
  return listed?.rowver !== undefined && rowver !== undefined && listed.rowver !== rowver;
}

/**
 * One document of a module. One that was unread is read by being opened: the numbers of what waits, and the lists that mark it, are read
 * anew. So are those that hold it as it was before: opening it may have changed it.
 */
export function useDocument({ MdlId, columns }: ScreenModel, id: string) {
  const mdl = String(MdlId);
  const outdate = useOutdate();
  const { query } = useShow<ShowRecord, HttpError>({ resource: mdl, id, queryOptions: { keepPreviousData: false } });
  const document = query.data?.data;
  useEffect(() => {
    if (document === undefined) return;
    outdate(QUERY_KEYS.source("counts"));
    const isUnread = columns.some(({ format, field }) => format === "unread" && isSet(document.row[field]));
    outdate(QUERY_KEYS.lists(mdl), (list) => isUnread || holdsOlder(list, document.row));
  }, [document, columns, mdl, outdate]);
  const rows = useMemo((): WireRow[] => (document ? [document.row] : []), [document]);
  return { query, document, rows };
}
