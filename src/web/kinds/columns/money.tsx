import { valueText } from "../../../shared/domain/value-text.ts";
import { DecimalNumber } from "../DecimalNumber.tsx";
import type { ColumnKind } from "./column-kind.ts";

/** Yuan with two places. */
export const money: ColumnKind = { render: ({ value }) => <DecimalNumber text={valueText("money", value)} /> };
