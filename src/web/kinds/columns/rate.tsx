import { valueText } from "../../../shared/domain/value-text.ts";
import type { ColumnKind } from "./column-kind.ts";

/** A rate as percent. */
export const rate: ColumnKind = { render: ({ value }) => <span className="num">{valueText("rate", value)}</span> };
