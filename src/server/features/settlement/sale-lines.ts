import { addDays } from "../../../shared/domain/day.ts";
import type { Work } from "../../engine/effects/effect.ts";
import type { Store } from "../../engine/store/store.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type OperMode, type ProviderRow, type SaleRow, SourceKind } from "../../generated/entities.ts";
import { type RateOn, ratesOf } from "./goods-rates.ts";
import { byRate, type TaxPart } from "./line-taxes.ts";
import { daysOf, type Period } from "./periods.ts";
import { commissionOf, dueAt, isBySales, maySell, modeOn, type SaleTerms, saleRatesOf } from "./sale-rates.ts";
import { amountsOfPart, type SourceLine, type Taking } from "./source-line.ts";
import { taxIn } from "./statement-amounts.ts";

/** Sales that were reported later than their own period's statement was made. */
const LATE_DAYS = 62;

/** A sale with what it comes to. */
interface Settled {
  readonly sale: SaleRow;
  readonly terms: SaleTerms;
  readonly part: TaxPart;
}

/**
 * What was sold of a supplier's goods on days on which it was paid by that, locked: a line for each day, store and tax rate. Due and tax
 * are rounded article by article; the tax is that of the article on that day.
 */
export async function saleLines(store: Store, work: Work, supplier: ProviderRow, { startdate, enddate }: Period): Promise<SourceLine[]> {
  const { provid } = supplier;
  const entity = entityOf(work.registry, "Sale");
  const rates = await saleRatesOf(store, work, supplier);
  if (!maySell(rates)) return [];
  const articles = new Map<string | null, RateOn>();
  const lines: SourceLine[] = [];
  for (const busdate of daysOf({ startdate: addDays(startdate, -LATE_DAYS), enddate })) {
    const mode = modeOn(rates, busdate);
    if (!isBySales(mode)) continue;
    const byStore = new Map<string | null, Settled[]>();
    for (const sale of await store.find(entity, { provid, busdate, BalaBillid: null }, true)) {
      const rateOn = articles.get(sale.GoodsId) ?? (await ratesOf(store, work.registry, sale.GoodsId));
      articles.set(sale.GoodsId, rateOn);
      const taxRate = rateOn(busdate) ?? supplier.taxRate ?? 0n;
      const settled = settle(sale, { OperMode: mode, commissionRate: commissionOf(rates, sale), taxRate });
      byStore.set(sale.StoreId, [...(byStore.get(sale.StoreId) ?? []), settled]);
    }
    for (const sales of byStore.values()) lines.push(...linesOfStore(await store.nextNumber("XS", busdate), mode, sales));
  }
  return lines;
}

function settle(sale: SaleRow, terms: SaleTerms): Settled {
  const rate = terms.taxRate ?? 0n;
  const total = dueAt(terms.commissionRate ?? 0n, sale);
  return { sale, terms, part: { rate, total, tax: taxIn(total, rate) } };
}

function linesOfStore(SrcBillid: string, mode: OperMode | null, sales: readonly Settled[]): SourceLine[] {
  const { busdate = null, StoreName = null } = sales[0]?.sale ?? {};
  const parts = byRate(sales.map(({ part }) => part));
  return parts.map((part) => {
    const own = sales.filter(({ terms }) => terms.taxRate === part.rate);
    const values = { SrcKind: SourceKind.sale, SrcBillid, SrcCount: own.length, busdate, StoreName, ...amountsOfPart(part) };
    return { entity: "Sale", mode, takes: takesOf(own, parts.length === 1), values };
  });
}

/** In one statement where they are all that was sold, and under the same terms. */
function takesOf(sales: readonly Settled[], isAll: boolean): Taking[] {
  const [first] = sales;
  if (first && isAll && sales.every(({ terms }) => terms.commissionRate === first.terms.commissionRate)) {
    const { provid, busdate, StoreId } = first.sale;
    return [{ match: { provid, busdate, StoreId }, count: sales.length, terms: first.terms }];
  }
  return sales.map(({ sale, terms }) => ({ match: { Id: sale.Id }, count: 1, terms }));
}
