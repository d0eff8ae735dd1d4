import type { Module } from "../model.ts";
import type { WholeModule } from "../whole/types.ts";

const LABEL = "合计";
/** Sums have two decimals where the page says nothing (docs/decisions/21). */
const DECIMALS = 2;

/** The sum row; null: the table has none. */
export function buildFooter({ footer, audience: all }: WholeModule): Module["footer"] {
  if (!footer) return null;
  const sums = footer.sums.map((each) => (typeof each === "string" ? { field: each } : each));
  return {
    label: footer.label ?? LABEL,
    sums: sums.map(({ field, decimals = DECIMALS, ratio = null, audience = all }) => ({ field, decimals, ratio, audience })),
  };
}
