import { valueText } from "../../../shared/domain/value-text.ts";
import { DecimalNumber } from "../DecimalNumber.tsx";
import type { ColumnKind } from "./column-kind.ts";

/** A quantity with three places. */
export const quantity: ColumnKind = { render: ({ value }) => <DecimalNumber text={valueText("quantity", value)} /> };
