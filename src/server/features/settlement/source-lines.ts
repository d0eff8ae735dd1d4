import type { Row } from "../../../shared/domain/cell.ts";
import { addDays } from "../../../shared/domain/day.ts";
import type { Work } from "../../engine/effects/effect.ts";
import type { Store } from "../../engine/store.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { daysOf, type Period } from "./periods.ts";
import { dueOf, saleRatesOf } from "./sale-rates.ts";
import { SALE_KIND, SOURCES, type SourceKind } from "./sources.ts";
import { taxIn } from "./tax-in.ts";

/** A line of a statement that is being made, and the rows it stands for. */
export interface SourceLine {
  readonly values: Row;
  readonly entity: string;
  readonly rows: readonly Row[];
}

const FEE = 4;
/** 代销, 联营: paid for what was sold, and not for the same goods when they come or go back. */
const BY_SALES: readonly unknown[] = [2, 3];
/** Sales that were reported later than their own period's statement was made. */
const LATE_DAYS = 62;

/**
 * Everything of a supplier that a statement to the end of the period takes, locked: documents that no statement has, also those
 * left over from before; fees that are to be deducted from payments; and of who is paid by sales these, a line for each day and
 * store, instead of what came and went back.
 */
export async function openSources(store: Store, work: Work, supplier: Row, period: Period): Promise<SourceLine[]> {
  const lines: SourceLine[] = [];
  const isBySales = BY_SALES.includes(supplier.OperMode);
  for (const [kind, source] of SOURCES)
    if (!(isBySales && source.isGoods)) lines.push(...(await documents(store, work, supplier, period, kind, source)));
  if (isBySales) lines.push(...(await sales(store, work, supplier, period)));
  return lines;
}

async function documents(
  store: Store,
  work: Work,
  { provid = null, taxRate }: Row,
  { enddate }: Period,
  kind: unknown,
  source: SourceKind,
): Promise<SourceLine[]> {
  const entity = entityOf(work.registry, source.entity);
  const free = await store.find(entity, { provid, BalaBillid: null }, true);
  const ready = free.filter(
    (row) => Object.entries(source.takenAt).every(([field, codes]) => codes.includes(row[field])) && String(row.busdate ?? "") <= enddate,
  );
  return ready.map((row) => {
    const total = source.sign * cents(row[source.amount]);
    const rate = kind === FEE ? cents(row.taxRate) : cents(taxRate);
    // Fees and acceptances say themselves what tax is in them, line by line.
    const tax = typeof row.taxMoney === "bigint" ? source.sign * row.taxMoney : taxIn(total, rate);
    const about = { SrcKind: Number(kind), SrcBillid: row.Billid ?? null, busdate: row.busdate ?? null, StoreName: row.StoreName ?? null };
    return { entity: source.entity, rows: [row], values: { ...about, ...amounts(total, rate, tax) } };
  });
}

async function sales(store: Store, work: Work, supplier: Row, { startdate, enddate }: Period): Promise<SourceLine[]> {
  const { provid = null, taxRate } = supplier;
  const entity = entityOf(work.registry, "Sale");
  const rates = await saleRatesOf(store, work, String(provid));
  const lines: SourceLine[] = [];
  for (const busdate of daysOf({ startdate: addDays(startdate, -LATE_DAYS), enddate })) {
    const byStore = new Map<unknown, Row[]>();
    for (const sale of await store.find(entity, { provid, busdate, BalaBillid: null }, true)) {
      byStore.set(sale.StoreId, [...(byStore.get(sale.StoreId) ?? []), sale]);
    }
    for (const rows of byStore.values()) {
      const total = rows.reduce((sum, sale) => sum + dueOf(rates, sale), 0n);
      const rate = cents(taxRate);
      const about = {
        SrcKind: SALE_KIND,
        SrcBillid: await store.nextNumber("XS", busdate),
        SrcCount: rows.length,
        busdate,
        StoreName: rows[0]?.StoreName ?? null,
      };
      lines.push({ entity: "Sale", rows, values: { ...about, ...amounts(total, rate, taxIn(total, rate)) } });
    }
  }
  return lines;
}

function amounts(total: bigint, rate: bigint, tax: bigint): Row {
  return { netMoney: total - tax, taxRate: rate, taxMoney: tax, TotalMoney: total };
}
