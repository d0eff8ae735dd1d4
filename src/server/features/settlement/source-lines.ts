import type { Work } from "../../engine/effects/effect.ts";
import type { Store } from "../../engine/store/store.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type OperMode, type ProviderRow, SourceKind } from "../../generated/entities.ts";
import { type GoodsDocument, partsOf, type TaxPart } from "./line-taxes.ts";
import type { Period } from "./periods.ts";
import { saleLines } from "./sale-lines.ts";
import { isBySales } from "./sale-rates.ts";
import { amountsOfPart, type SourceLine } from "./source-line.ts";
import { SOURCES, type Source, type SourceRow } from "./sources.ts";
import { taxIn } from "./statement-amounts.ts";

/**
 * Everything of a supplier that a statement to the end of the period takes, locked: documents that no statement has, also those
 * left over from before; fees that are to be deducted from payments; instead of goods that came and went back under a way of trading
 * that pays by sales these, a line for each day, store and rate; and what earlier statements are below zero (docs/decisions/96), with
 * something else alone: a debt by itself is nothing to settle. Each is what it was made under, whatever the supplier's file says by now.
 */
export async function openSources(store: Store, work: Work, supplier: ProviderRow, period: Period): Promise<SourceLine[]> {
  const lines: SourceLine[] = [];
  for (const [kind, source] of SOURCES)
    if (source.entity !== "Balance") lines.push(...(await documents(store, work, supplier, period, kind, source)));
  lines.push(...(await saleLines(store, work, supplier, period)));
  if (lines.length > 0) lines.push(...(await carried(store, work, supplier)));
  return lines;
}

async function documents(
  store: Store,
  work: Work,
  supplier: ProviderRow,
  { enddate }: Period,
  SrcKind: SourceKind | null,
  source: Source,
): Promise<SourceLine[]> {
  const lines: SourceLine[] = [];
  for (const row of await store.find(entityOf(work.registry, source.entity), { provid: supplier.provid, BalaBillid: null }, true)) {
    const isOpen = source.isReady(row) && (row.busdate ?? "") <= enddate;
    if (isOpen && !isBySales(modeOf(source, row))) lines.push(...(await linesOfDocument(store, work, supplier, SrcKind, row)));
  }
  return lines;
}

/** The lines that a document makes, rate by rate, whatever statement takes it; none of a kind that has no documents. */
export async function linesOfDocument(
  store: Store,
  work: Work,
  supplier: ProviderRow,
  SrcKind: SourceKind | null,
  row: SourceRow,
): Promise<SourceLine[]> {
  const source = SOURCES.get(SrcKind);
  if (source === undefined) return [];
  const { entity } = source;
  const about = { SrcKind, SrcBillid: row.Billid, busdate: row.busdate, StoreName: "StoreName" in row ? row.StoreName : null };
  const parts = await partsOfSource(store, work, supplier, source, row);
  return parts.map((part, index) => ({
    entity,
    mode: modeOf(source, row),
    takes: index === 0 ? [{ match: { Id: row.Id }, count: 1 }] : [],
    values: { ...about, ...amountsOfPart(part) },
  }));
}

/** The way of trading that goods changed hands under. */
const modeOf = ({ isGoods }: Source, row: SourceRow): OperMode | null => (isGoods && "OperMode" in row ? row.OperMode : null);

/** With the sign with which it counts for the supplier. */
async function partsOfSource(store: Store, work: Work, { taxRate }: ProviderRow, source: Source, row: SourceRow): Promise<TaxPart[]> {
  const total = source.amountOf(row);
  // What is carried over was taxed where it comes from.
  if (source.entity === "Balance") return [{ rate: null, total, tax: 0n }];
  if (source.lines === null) {
    const fee = "FeeMoney" in row ? row : null;
    const rate = cents(fee?.taxRate);
    return [{ rate, total, tax: fee?.taxMoney == null ? taxIn(total, rate) : -fee.taxMoney }];
  }
  const sign = source.entity === "Recede" ? -1n : 1n;
  // A source with lines is a document of goods.
  const parts = await partsOf(store, work, source.lines, row as GoodsDocument, { total: sign * total, usual: cents(taxRate) });
  return parts.map(({ rate, ...part }) => ({ rate, total: sign * part.total, tax: sign * part.tax }));
}

/** Whatever day they are of: the next statement takes them. A merged bill from before such statements were carried is taken apart first. */
async function carried(store: Store, work: Work, supplier: ProviderRow): Promise<SourceLine[]> {
  const source = SOURCES.get(SourceKind.carried);
  const open = await store.find(entityOf(work.registry, "Balance"), { provid: supplier.provid, BalaBillid: null, Bala_sum: 0n }, true);
  const lines: SourceLine[] = [];
  for (const row of open.filter((each) => source?.isReady(each))) {
    const [bill] = await store.find(entityOf(work.registry, "BalancePay"), { BalaBillid: row.Billid, RevNo: 0 });
    if (bill === undefined || bill.FathId !== null) continue;
    lines.push(...(await linesOfDocument(store, work, supplier, SourceKind.carried, row)));
  }
  return lines;
}
