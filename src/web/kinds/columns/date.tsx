import { valueText } from "../../../shared/domain/value-text.ts";
import type { ColumnKind } from "./column-kind.ts";

/** Day without time. */
export const date: ColumnKind = { render: ({ value }) => <span className="num">{valueText("date", value)}</span> };
