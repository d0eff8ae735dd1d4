import type { ColumnKind } from "../column-kind.ts";
import { isSet, UNREAD_TEXT } from "../text/flag-text.ts";

/** Whether the document waits for this reader (taskcount above zero); the list also sets such rows in bold. */
export const unread: ColumnKind = {
  render: ({ value }) =>
    isSet(value) ? <span className="unread">{UNREAD_TEXT.yes}</span> : <span className="faint">{UNREAD_TEXT.no}</span>,
  cell: "unread",
};
