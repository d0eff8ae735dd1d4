import { isSet, valueText } from "../../../shared/domain/value-text.ts";
import type { ColumnKind } from "./column-kind.ts";

/** Whether the document waits for this reader (taskcount above zero); the list also sets such rows in bold. */
export const unread: ColumnKind = {
  render: ({ value }) => <span className={isSet(value) ? "unread" : "faint"}>{valueText("unread", value)}</span>,
};
