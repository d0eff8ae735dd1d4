import type { ColumnKind } from "../column-kind.ts";
import { percentText } from "../text/decimal-text.ts";

/** A rate as percent. */
export const rate: ColumnKind = { render: ({ value }) => <span className="num">{percentText(String(value))}</span>, cell: "rate" };
