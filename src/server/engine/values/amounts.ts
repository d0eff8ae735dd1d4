import type { Cell, Row } from "../../../shared/domain/cell.ts";

/** Kinds of lines, by the statement's field that adds them up, and the sign it shows them with (schemas/shared/enums.json). */
const SUMMED: Readonly<Record<string, { readonly kinds: readonly unknown[]; readonly sign: bigint }>> = {
  GoodsMoney: { kinds: [1, 5], sign: 1n },
  ReturnMoney: { kinds: [2], sign: -1n },
  AdjustMoney: { kinds: [3], sign: 1n },
  Bala_fee: { kinds: [4], sign: -1n },
};

export const cents = (cell: Cell | undefined): bigint => (typeof cell === "bigint" ? cell : 0n);

export function sumOf(rows: readonly Row[], field: string): bigint {
  return rows.reduce((total, row) => total + cents(row[field]), 0n);
}

/**
 * The amounts of a statement from its ticked lines (docs/decisions/42): what is below zero is carried over, so that nothing is due, or
 * collected, as the shop's profile says (`negative`).
 */
export function amountsOf(lines: readonly Row[], negative: unknown): Row {
  const ticked = lines.filter(({ checked }) => checked === true);
  const parts = Object.entries(SUMMED).map(([field, { kinds, sign }]): [string, Cell] => [
    field,
    sign *
      sumOf(
        ticked.filter(({ SrcKind }) => kinds.includes(SrcKind)),
        "TotalMoney",
      ),
  ]);
  const TotalMoney = sumOf(ticked, "TotalMoney");
  return { ...Object.fromEntries(parts), TotalMoney, Bala_sum: TotalMoney >= 0n || negative === "collect" ? TotalMoney : 0n };
}
