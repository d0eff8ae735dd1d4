import type { ColumnKind } from "../column-kind.ts";
import { DecimalNumber } from "../DecimalNumber.tsx";

/** A quantity with three places. */
export const quantity: ColumnKind = { render: ({ value }) => <DecimalNumber value={String(value)} decimals={3} />, cell: "quantity" };
