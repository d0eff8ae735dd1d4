import { valueText } from "../../../shared/domain/value-text.ts";
import type { ColumnKind } from "./column-kind.ts";

/** A whole number with thousands separators. */
export const integer: ColumnKind = { render: ({ value }) => <span className="num">{valueText("integer", value)}</span> };
