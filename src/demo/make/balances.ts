import { profileOf } from "../../server/base/viewer.ts";
import type { Row } from "../../shared/domain/cell.ts";
import { addDays } from "../../shared/domain/day.ts";
import { minute } from "../timeline.ts";
import { dayAt, entityIn, onDay, put, type SeedSupplier, supplierAt, type TradingShop } from "../world.ts";
import { planBalanceLife } from "./balance-life.ts";
import { type BalanceSource, lineValues, SOURCE, sumOf } from "./balance-lines.ts";
import { type BalancePlanned, balancePlans, closesWithFee } from "./balance-plans.ts";
import { gather, planDocuments } from "./balance-sources.ts";

/** A statement that was made. */
export interface Statement {
  readonly plan: BalancePlanned;
  readonly supplier: SeedSupplier;
  /** As it was made: what happened to it later is in the store. */
  readonly row: Row;
}

/**
 * Plans every statement of the shop: the documents it will take, itself, what becomes of it. `toSettle`: orders whose
 * statement will be paid. The map fills with the statements by their number `n`.
 */
export function planBalances(shop: TradingShop, toSettle: ReadonlySet<string>): ReadonlyMap<number, Statement> {
  const statements = new Map<number, Statement>();
  const claimed = new Set<string>();
  let fees = 0;
  for (const plan of balancePlans(shop.plan.id)) {
    const firstFee = fees;
    fees += plan.fees + (closesWithFee(plan) ? 1 : 0);
    const gathering = planDocuments(shop, plan, firstFee);
    onDay(shop, plan.offset - 1, minute(19, plan.n), async (now) => {
      const sources = await gather(shop, now, plan, gathering, { toSettle, claimed, firstFee });
      onDay(shop, plan.offset, minute(20, plan.n), async () => {
        const statement = await makeBalance(shop, plan, sources);
        statements.set(plan.n, statement);
        planBalanceLife(shop, statement);
      });
    });
  }
  return statements;
}

/** 生成结算单 (docs/decisions/40): the statement, its lines, its plan; its sources are taken. */
async function makeBalance(shop: TradingShop, plan: BalancePlanned, sources: readonly BalanceSource[]): Promise<Statement> {
  const supplier = supplierAt(shop, plan.supplier);
  const busdate = dayAt(shop, plan.offset);
  const amounts = amountsOf(shop, sources);
  const shared = {
    provid: supplier.row.provid ?? null,
    Provider: supplier.row.Provider ?? null,
    busdate,
    ...periodOf(supplier, busdate, sources),
    OperMode: supplier.row.OperMode ?? null,
    TotalMoney: amounts.TotalMoney,
    Bala_sum: amounts.Bala_sum,
    creator: "系统",
    createtime: `${busdate} ${minute(20, plan.n)}:00`,
  };
  const Billid = await shop.store.nextNumber("JS", busdate);
  const row = await put(shop, "Balance", { ...shared, ...amounts, Billid, settleCycle: supplier.row.settleCycle ?? null });
  const sold = await bindSales(shop, sources, supplier, Billid);
  for (const [index, source] of sources.entries()) {
    const counted = { SrcCount: sold.get(dayInStore(source.busdate, source.storeName)) ?? null };
    await put(shop, "BalanceLine", { ...lineValues(source), ...counted, provid: shared.provid, Billid, LineNo: index + 1 });
  }
  await bind(shop, sources, Billid);
  const plandate = addDays(busdate, Number(supplier.row.settleDays));
  await put(shop, "BalancePlan", { ...shared, Billid: await shop.store.nextNumber("JH", busdate), BalaBillid: Billid, plandate });
  return { plan, supplier, row };
}

/** Whose documents the kinds of sources are. Daily sales have none. */
const DOCUMENTS: Readonly<Partial<Record<BalanceSource["kind"], string>>> = { 1: "Accept", 2: "Recede", 3: "CostAdjust", 4: "FeeBill" };

async function bind(shop: TradingShop, sources: readonly BalanceSource[], BalaBillid: string): Promise<void> {
  for (const { kind, billid } of sources) {
    const entity = DOCUMENTS[kind];
    if (entity !== undefined) await shop.store.update(entityIn(shop, entity), { Billid: billid }, { BalaBillid });
  }
}

/** A statement of sales takes what was sold to its end. Answers how much of it stands behind which line. */
async function bindSales(
  shop: TradingShop,
  sources: readonly BalanceSource[],
  supplier: SeedSupplier,
  BalaBillid: string,
): Promise<ReadonlyMap<string, number>> {
  const lines = sources.filter(({ kind }) => kind === SOURCE.sale);
  const last = lines.reduce((latest, { busdate }) => (busdate > latest ? busdate : latest), "");
  const taken = new Map<string, number>();
  const sales = entityIn(shop, "Sale");
  const free = last === "" ? [] : await shop.store.find(sales, { provid: supplier.row.provid ?? null, BalaBillid: null });
  for (const sale of free.filter(({ busdate }) => String(busdate) <= last)) {
    await shop.store.update(sales, { Id: sale.Id ?? null }, { BalaBillid });
    const key = dayInStore(String(sale.busdate), String(sale.StoreName));
    taken.set(key, (taken.get(key) ?? 0) + 1);
  }
  return taken;
}

const dayInStore = (day: string, store: string | null): string => `${day} ${store}`;

/** Half a month or a month up to the day before, and what its sources need. */
function periodOf(supplier: SeedSupplier, busdate: string, sources: readonly BalanceSource[]) {
  const start = addDays(busdate, supplier.row.settleCycle === 2 ? -30 : -15);
  const startdate = sources.reduce((first, source) => (source.busdate < first ? source.busdate : first), start);
  return { startdate, enddate: addDays(busdate, -1) };
}

/** The identities of docs/decisions/42. */
function amountsOf(shop: TradingShop, sources: readonly BalanceSource[]) {
  const GoodsMoney = sumOf(sources, SOURCE.accept, SOURCE.sale);
  const ReturnMoney = -sumOf(sources, SOURCE.return);
  const AdjustMoney = sumOf(sources, SOURCE.adjust);
  const Bala_fee = -sumOf(sources, SOURCE.fee);
  const TotalMoney = GoodsMoney - ReturnMoney + AdjustMoney - Bala_fee;
  const collects = profileOf(shop.registry, shop.plan.id).flags.negative === "collect";
  return { GoodsMoney, ReturnMoney, AdjustMoney, Bala_fee, TotalMoney, Bala_sum: TotalMoney >= 0n || collects ? TotalMoney : 0n };
}
