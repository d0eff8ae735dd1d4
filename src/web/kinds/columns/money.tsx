import type { ColumnKind } from "../column-kind.ts";
import { DecimalNumber } from "../DecimalNumber.tsx";

/** Yuan with two places. */
export const money: ColumnKind = { render: ({ value }) => <DecimalNumber value={String(value)} decimals={2} />, cell: "money" };
