import type { RawFooter } from "../generated/raw.ts";
import type { Module } from "../model.ts";

const LABEL = "合计";
/** decision A39 */
const DECIMALS = 2;

/** The sum row; null: the table has none. */
export function buildFooter(raw: RawFooter | undefined): Module["footer"] {
  if (!raw) return null;
  const sums = raw.sums.map((each) => (typeof each === "string" ? { field: each } : each));
  return {
    label: raw.label ?? LABEL,
    sums: sums.map(({ field, decimals, ratio }) => ({ field, decimals: decimals ?? DECIMALS, ratio: ratio ?? null })),
  };
}
