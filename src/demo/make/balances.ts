import { profileOf } from "../../server/base/viewer.ts";
import { addDays } from "../../shared/domain/day.ts";
import data from "../data/balances.json" with { type: "json" };
import { planSteps } from "../life.ts";
import { actAsSystem } from "../play.ts";
import { minute } from "../timeline.ts";
import { copied, dayAt, entityIn, onDay, put, type SeedSupplier, supplierAt, type TradingShop } from "../world.ts";
import { planApplications } from "./approval.ts";
import { gather, planDocuments } from "./gather.ts";
import { planInvoices } from "./invoices.ts";
import { attachToPay, confirmPay, payByBank, payByHand, remarkPay, returnFromBank } from "./payments.ts";
import {
  closesWithFee,
  lineValues,
  PAID_TOGETHER,
  SOURCE,
  type Source,
  type Statement,
  type StatementPlan,
  statementPlans,
  sumOf,
} from "./statement.ts";

/**
 * Plans every statement of the shop: the documents it will take, itself, what becomes of it. `toSettle`: orders whose
 * statement will be paid. The map fills with the statements by their number `n`.
 */
export function planBalances(shop: TradingShop, toSettle: ReadonlySet<string>): ReadonlyMap<number, Statement> {
  const statements = new Map<number, Statement>();
  const claimed = new Set<string>();
  let fees = 0;
  for (const plan of statementPlans(shop.plan.id)) {
    const firstFee = fees;
    fees += plan.fees + (closesWithFee(plan) ? 1 : 0);
    const gathering = planDocuments(shop, plan, firstFee);
    onDay(shop, plan.offset - 1, minute(19, plan.n), async (now) => {
      const sources = await gather(shop, now, plan, gathering, { toSettle, claimed, firstFee });
      onDay(shop, plan.offset, minute(20, plan.n), async (later) => {
        const statement = await makeBalance(shop, later, plan, sources);
        statements.set(plan.n, statement);
        planBalanceLife(shop, statement);
      });
    });
  }
  return statements;
}

/** What happens to a statement after it was made, a step a day, always before the anchor day. */
function planBalanceLife(shop: TradingShop, statement: Statement): void {
  const { plan, row } = statement;
  planSteps(shop, data.steps, plan, plan.n, { entity: "Balance", id: Number(row.Id) });
  if (plan.b2b < 50) return;
  // Right after it was confirmed.
  onDay(shop, plan.offset + 2, minute(15, plan.n), async () => {
    await remarkPay(shop, statement);
    planInvoices(shop, statement);
    planApplications(shop, statement);
  });
  planPayment(shop, statement);
}

/** From a bill that waits for finance to a paid one. */
function planPayment(shop: TradingShop, statement: Statement): void {
  const { plan } = statement;
  const at = (after: number, hour: number, run: (now: Date) => Promise<unknown>) =>
    onDay(shop, plan.offset + after, minute(hour, plan.n), run);
  at(4, 8, (now) => attachToPay(shop, now, statement));
  if (plan.statu === 10) return;
  at(4, 10, (now) => confirmPay(shop, now, statement));
  if (plan.statu === 25) {
    at(5, 10, (now) => payByBank(shop, now, statement));
    at(5, 11, (now) => returnFromBank(shop, now, statement));
    at(6, 10, (now) => payByBank(shop, now, statement));
  }
  if (plan.statu !== 50 || PAID_TOGETHER.has(plan.n)) return;
  at(5, 11, (now) => payByHand(shop, now, statement));
}

/** 生成结算单 (docs/decisions/40): the statement, its lines, its plan; its sources are taken. */
async function makeBalance(shop: TradingShop, now: Date, plan: StatementPlan, sources: readonly Source[]): Promise<Statement> {
  const supplier = supplierAt(shop, plan.supplier);
  const busdate = dayAt(shop, plan.offset);
  const amounts = amountsOf(shop, sources);
  const shared = {
    ...copied(supplier.row, "provid", "Provider", "OperMode"),
    busdate,
    ...periodOf(supplier, busdate, sources),
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
    await put(shop, "BalanceLine", { ...lineValues(source), ...counted, provid: supplier.row.provid ?? null, Billid, LineNo: index + 1 });
  }
  await bind(shop, sources, Billid);
  await carry(shop, now, sources);
  const plandate = addDays(busdate, Number(supplier.row.settleDays));
  await put(shop, "BalancePlan", { ...shared, Billid: await shop.store.nextNumber("JH", busdate), BalaBillid: Billid, plandate });
  return { plan, supplier, row };
}

/** Whose documents the kinds of sources are. Daily sales have none. */
const DOCUMENTS: Readonly<Partial<Record<Source["kind"], string>>> = {
  1: "Accept",
  2: "Recede",
  3: "CostAdjust",
  4: "FeeBill",
  6: "Balance",
};

async function bind(shop: TradingShop, sources: readonly Source[], BalaBillid: string): Promise<void> {
  for (const { kind, billid } of sources) {
    const entity = DOCUMENTS[kind];
    if (entity !== undefined) await shop.store.update(entityIn(shop, entity), { Billid: billid }, { BalaBillid });
  }
}

async function carry(shop: TradingShop, now: Date, sources: readonly Source[]): Promise<void> {
  for (const { billid } of sources.filter(({ kind }) => kind === SOURCE.carried)) {
    const [row] = await shop.store.find(entityIn(shop, "Balance"), { Billid: billid });
    await actAsSystem(shop, now, { entity: "Balance", id: Number(row?.Id), transition: "carry" });
  }
}

/** A statement of sales takes what was sold to its end. Answers how much of it stands behind which line. */
async function bindSales(
  shop: TradingShop,
  sources: readonly Source[],
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
function periodOf(supplier: SeedSupplier, busdate: string, sources: readonly Source[]) {
  const start = addDays(busdate, supplier.row.settleCycle === 2 ? -30 : -15);
  const startdate = sources.reduce((first, source) => (source.busdate < first ? source.busdate : first), start);
  return { startdate, enddate: addDays(busdate, -1) };
}

/** The identities of docs/decisions/42; where a shop does not collect from a supplier who owes, the next statement takes it. */
function amountsOf(shop: TradingShop, sources: readonly Source[]) {
  const GoodsMoney = sumOf(sources, SOURCE.accept, SOURCE.sale);
  const ReturnMoney = -sumOf(sources, SOURCE.return);
  const AdjustMoney = sumOf(sources, SOURCE.adjust);
  const Bala_fee = -sumOf(sources, SOURCE.fee);
  const CarryMoney = sumOf(sources, SOURCE.carried);
  const TotalMoney = GoodsMoney - ReturnMoney + AdjustMoney - Bala_fee + CarryMoney;
  const collects = profileOf(shop.registry, shop.plan.id).flags.negative === "collect";
  const Bala_sum = TotalMoney >= 0n || collects ? TotalMoney : 0n;
  return { GoodsMoney, ReturnMoney, AdjustMoney, Bala_fee, CarryMoney, TotalMoney, Bala_sum };
}
