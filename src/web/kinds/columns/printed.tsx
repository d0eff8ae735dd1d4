import { Tooltip } from "antd";
import { isSet } from "../../../shared/domain/value-text.ts";
import type { ColumnKind } from "./column-kind.ts";
import { PLAIN_KINDS } from "./plain-kinds.ts";

/** How often a document was printed (Degree), where it is pointed at. */
export const printed: ColumnKind = (cell) =>
  isSet(cell.value) ? <Tooltip title={`${cell.value} 次`}>{PLAIN_KINDS.printed(cell)}</Tooltip> : PLAIN_KINDS.printed(cell);
