import { addDays } from "../../../shared/domain/day.ts";
import { isOneOf } from "../../base/codes.ts";
import type { Work } from "../../engine/effects/effect.ts";
import type { Store } from "../../engine/store/store.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type BalanceLineRow, OperMode, type ProviderRow, type SaleRow, SourceKind } from "../../generated/entities.ts";
import { daysOf, type Period } from "./periods.ts";
import { dueOf, saleRatesOf } from "./sale-rates.ts";
import { SOURCES, type Source } from "./sources.ts";
import { taxIn } from "./statement-amounts.ts";

/** A line of a statement that is being made, and the rows it stands for. */
export interface SourceLine {
  readonly values: Partial<BalanceLineRow>;
  readonly entity: Source["entity"] | "Sale";
  /** What finds its rows while no statement has them, and how many they are. */
  readonly match: Partial<Pick<SaleRow, "Id" | "provid" | "busdate" | "StoreId">>;
  readonly count: number;
}

/** 代销, 联营: paid for what was sold, and not for the same goods when they come or go back. */
const BY_SALES = [OperMode.consignment, OperMode.jointOperation];
/** Sales that were reported later than their own period's statement was made. */
const LATE_DAYS = 62;

/**
 * Everything of a supplier that a statement to the end of the period takes, locked: documents that no statement has, also those
 * left over from before; fees that are to be deducted from payments; and of who is paid by sales these, a line for each day and
 * store, instead of what came and went back; and what earlier statements are below zero (docs/decisions/96), with something else
 * alone: a debt by itself is nothing to settle.
 */
export async function openSources(store: Store, work: Work, supplier: ProviderRow, period: Period): Promise<SourceLine[]> {
  const lines: SourceLine[] = [];
  const isBySales = isOneOf(supplier.OperMode, BY_SALES);
  for (const [kind, source] of SOURCES)
    if (source.entity !== "Balance" && !(isBySales && source.isGoods))
      lines.push(...(await documents(store, work, supplier, period, kind, source)));
  if (isBySales) lines.push(...(await sales(store, work, supplier, period)));
  if (lines.length > 0) lines.push(...(await carried(store, work, supplier)));
  return lines;
}

async function documents(
  store: Store,
  work: Work,
  { provid, taxRate }: ProviderRow,
  { enddate }: Period,
  SrcKind: SourceKind | null,
  source: Source,
): Promise<SourceLine[]> {
  const entity = entityOf(work.registry, source.entity);
  const free = await store.find(entity, { provid, BalaBillid: null }, true);
  return free.flatMap((row) => {
    if (!source.isReady(row) || (row.busdate ?? "") > enddate) return [];
    const total = source.amountOf(row);
    const rate = cents("taxRate" in row ? row.taxRate : taxRate);
    // Fees and acceptances say themselves what tax is in them, line by line.
    const own = "taxMoney" in row ? row.taxMoney : null;
    const tax = own === null ? taxIn(total, rate) : SrcKind === SourceKind.fee ? -own : own;
    const about = { SrcKind, SrcBillid: row.Billid, busdate: row.busdate, StoreName: "StoreName" in row ? row.StoreName : null };
    return { entity: source.entity, match: { Id: row.Id }, count: 1, values: { ...about, ...amounts(total, rate, tax) } };
  });
}

/** Whatever day they are of: the next statement takes them. A merged bill from before such statements were carried is taken apart first. */
async function carried(store: Store, work: Work, { provid }: ProviderRow): Promise<SourceLine[]> {
  const source = SOURCES.get(SourceKind.carried);
  const open = await store.find(entityOf(work.registry, "Balance"), { provid, BalaBillid: null, Bala_sum: 0n }, true);
  const lines: SourceLine[] = [];
  for (const row of open.filter((each) => source?.isReady(each))) {
    const [bill] = await store.find(entityOf(work.registry, "BalancePay"), { BalaBillid: row.Billid });
    if (bill === undefined || bill.FathId !== null) continue;
    const about = { SrcKind: SourceKind.carried, SrcBillid: row.Billid, busdate: row.busdate };
    const money = { netMoney: row.TotalMoney, taxMoney: 0n, TotalMoney: row.TotalMoney };
    lines.push({ entity: "Balance", match: { Id: row.Id }, count: 1, values: { ...about, ...money } });
  }
  return lines;
}

async function sales(store: Store, work: Work, supplier: ProviderRow, { startdate, enddate }: Period): Promise<SourceLine[]> {
  const { provid, taxRate } = supplier;
  const entity = entityOf(work.registry, "Sale");
  const rates = await saleRatesOf(store, work, provid);
  const lines: SourceLine[] = [];
  for (const busdate of daysOf({ startdate: addDays(startdate, -LATE_DAYS), enddate })) {
    const byStore = new Map<string | null, SaleRow[]>();
    for (const sale of await store.find(entity, { provid, busdate, BalaBillid: null }, true)) {
      byStore.set(sale.StoreId, [...(byStore.get(sale.StoreId) ?? []), sale]);
    }
    for (const [StoreId, rows] of byStore) {
      const total = rows.reduce((sum, sale) => sum + dueOf(rates, sale), 0n);
      const rate = cents(taxRate);
      const about = {
        SrcKind: SourceKind.sale,
        SrcBillid: await store.nextNumber("XS", busdate),
        SrcCount: rows.length,
        busdate,
        StoreName: rows[0]?.StoreName ?? null,
      };
      lines.push({
        entity: "Sale",
        match: { provid, busdate, StoreId },
        count: rows.length,
        values: { ...about, ...amounts(total, rate, taxIn(total, rate)) },
      });
    }
  }
  return lines;
}

function amounts(total: bigint, rate: bigint, tax: bigint): Partial<BalanceLineRow> {
  return { netMoney: total - tax, taxRate: rate, taxMoney: tax, TotalMoney: total };
}
