import { valueText } from "../../../shared/domain/value-text.ts";
import type { ColumnKind } from "../column-kind.ts";
import { DecimalNumber } from "../DecimalNumber.tsx";

/** Yuan with two places. */
export const money: ColumnKind = { render: ({ value }) => <DecimalNumber text={valueText("money", value)} /> };
