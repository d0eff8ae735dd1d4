import { valueText } from "../../../shared/domain/value-text.ts";
import type { ColumnKind } from "./column-kind.ts";

/** Day and time, to the second as it is sent. */
export const datetime: ColumnKind = { render: ({ value }) => <span className="num">{valueText("datetime", value)}</span> };
