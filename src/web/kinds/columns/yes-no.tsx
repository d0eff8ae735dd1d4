import { isSet, valueText } from "../../../shared/domain/value-text.ts";
import type { ColumnKind } from "./column-kind.ts";

/** Yes or no. */
export const flag: ColumnKind = ({ value }) =>
  isSet(value) ? valueText("flag", value) : <span className="faint">{valueText("flag", value)}</span>;

/** Whether the document waits for this reader (taskcount above zero); the list also sets such rows in bold. */
export const unread: ColumnKind = ({ value }) => <span className={isSet(value) ? "unread" : "faint"}>{valueText("unread", value)}</span>;

/** Whether a document was printed. */
export const printed = ({ value }: Parameters<ColumnKind>[0]) =>
  isSet(value) ? <span>{valueText("printed", value)}</span> : <span className="faint">{valueText("printed", value)}</span>;
