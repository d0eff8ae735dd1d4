import { valueText } from "../../../shared/domain/value-text.ts";
import type { ColumnKind } from "../column-kind.ts";
import { DecimalNumber } from "../DecimalNumber.tsx";

/** A quantity with three places. */
export const quantity: ColumnKind = { render: ({ value }) => <DecimalNumber text={valueText("quantity", value)} /> };
