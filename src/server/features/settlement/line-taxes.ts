import type { Work } from "../../engine/effects/effect.ts";
import type { Store } from "../../engine/store/store.ts";
import { cents, sumOf } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { AcceptLineRow, AcceptRow, CostAdjustLineRow, CostAdjustRow, RecedeLineRow, RecedeRow } from "../../generated/entities.ts";
import { articleRate } from "./goods-rates.ts";
import { taxIn } from "./statement-amounts.ts";

/** What a document comes to at one rate, in 分, as its lines say it: tax is rounded line by line, a document is the sum of its lines (docs/decisions/98). */
export interface TaxPart {
  /** null: it is not taxed. */
  readonly rate: bigint | null;
  readonly total: bigint;
  readonly tax: bigint;
}

/** A document whose lines are goods. */
export type GoodsDocument = AcceptRow | RecedeRow | CostAdjustRow;

/** The lines of a kind of document, and which of their amounts counts. */
export interface GoodsLines {
  readonly entity: "AcceptLine" | "RecedeLine" | "CostAdjustLine";
  readonly moneyOf: (line: GoodsLine) => bigint;
}

export type GoodsLine = AcceptLineRow | RecedeLineRow | CostAdjustLineRow;

/**
 * A document rate by rate, the lowest first. A line that says no rate has its article's, else `usual`; so has a document that was brought
 * along without lines, or whose lines do not come to `total`.
 */
export async function partsOf(
  store: Store,
  { registry }: Pick<Work, "registry">,
  { entity, moneyOf }: GoodsLines,
  document: GoodsDocument,
  { total, usual }: { readonly total: bigint; readonly usual: bigint },
): Promise<TaxPart[]> {
  const parts: TaxPart[] = [];
  for (const line of await store.find(entityOf(registry, entity), { Billid: document.Billid })) {
    const rate = line.taxRate ?? (await articleRate(store, registry, line.GoodsId, document.busdate)) ?? usual;
    const money = moneyOf(line);
    parts.push({ rate, total: money, tax: line.taxMoney ?? taxIn(money, rate) });
  }
  if (parts.length > 0 && sumOf(parts, "total") === total) return byRate(parts);
  return [{ rate: usual, total, tax: document.taxMoney ?? taxIn(total, usual) }];
}

/** Parts of one rate as one, the lowest rate first. */
export function byRate(parts: readonly TaxPart[]): TaxPart[] {
  const rates = [...new Set(parts.map(({ rate }) => rate))].sort((a, b) => Number(cents(a) - cents(b)));
  return rates.map((rate) => {
    const same = parts.filter((part) => part.rate === rate);
    return { rate, total: sumOf(same, "total"), tax: sumOf(same, "tax") };
  });
}

export const linesOfAcceptance: GoodsLines = { entity: "AcceptLine", moneyOf: (line) => cents("sum_cost" in line ? line.sum_cost : null) };
export const linesOfReturn: GoodsLines = { entity: "RecedeLine", moneyOf: linesOfAcceptance.moneyOf };
export const linesOfAdjustment: GoodsLines = {
  entity: "CostAdjustLine",
  moneyOf: (line) => cents("DifMoney" in line ? line.DifMoney : null),
};
