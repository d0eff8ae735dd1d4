import type { Row } from "../../../shared/domain/cell.ts";

type Amount = bigint | null | undefined;

/** An amount; nothing is zero. */
export const cents = (amount: Amount): bigint => amount ?? 0n;

/** An amount of a row of any entity. */
export function moneyOf(row: Row, field: string): bigint {
  const cell = row[field];
  return typeof cell === "bigint" ? cell : 0n;
}

export function sumOf<Field extends string>(rows: readonly { readonly [Name in Field]?: bigint | null }[], field: Field): bigint {
  return rows.reduce((total, row) => total + cents(row[field]), 0n);
}
