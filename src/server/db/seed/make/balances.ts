import type { Row } from "../../../../shared/domain/cell.ts";
import { addDays } from "../../../../shared/domain/day.ts";
import { profileOf } from "../../../viewer.ts";
import { minute } from "../timeline.ts";
import { dayAt, entityIn, put, type SeedSupplier, supplierAt, type TradingShop } from "../world.ts";
import { planBalanceLife } from "./balance-life.ts";
import { type BalanceSource, freeAccepts, lineValues, type Period, SOURCE, sourcesOf } from "./balance-lines.ts";
import { BALANCE_PLANS, type BalancePlanned } from "./balance-plans.ts";

/** Plans every statement of the shop, with what becomes of it. `toSettle`: orders whose statement will be paid. */
export function planBalances(shop: TradingShop, toSettle: ReadonlySet<string>): void {
  for (const plan of BALANCE_PLANS) {
    shop.timeline.at(dayAt(shop, plan.offset), minute(20, plan.n), async () => {
      const supplier = supplierAt(shop, plan.supplier);
      const balance = await makeBalance(shop, plan, supplier, await takenBy(shop, plan, supplier, toSettle));
      planBalanceLife(shop, plan, supplier, balance);
    });
  }
}

/** A paid statement takes all that is to be settled; others one acceptance (the spotlight supplier) or two; negative ones none. */
async function takenBy(shop: TradingShop, plan: BalancePlanned, supplier: SeedSupplier, toSettle: ReadonlySet<string>): Promise<Row[]> {
  if ((plan.total ?? 1n) <= 0n) return [];
  const free = await freeAccepts(shop, supplier, toSettle, plan.statu === 50);
  if (plan.statu === 50) return free;
  return free.slice(0, plan.supplier === 1 ? 1 : 2);
}

/** 生成结算单 (BA1): the statement, its lines, its plan; its sources are taken. */
async function makeBalance(shop: TradingShop, plan: BalancePlanned, supplier: SeedSupplier, accepts: readonly Row[]): Promise<Row> {
  const busdate = dayAt(shop, plan.offset);
  const period = periodOf(supplier, busdate, accepts);
  const sources = await sourcesOf(shop, plan, supplier, accepts, period);
  const amounts = amountsOf(shop, sources);
  const made = { creator: "系统", createtime: `${busdate} ${minute(20, plan.n)}:00` };
  const shared = {
    provid: supplier.row.provid ?? null,
    Provider: supplier.row.Provider ?? null,
    busdate,
    ...period,
    OperMode: supplier.row.OperMode ?? null,
    TotalMoney: amounts.TotalMoney,
    Bala_sum: amounts.Bala_sum,
    ...made,
  };
  const Billid = await shop.store.nextNumber("JS", busdate);
  const balance = await put(shop, "Balance", { ...shared, ...amounts, Billid, settleCycle: supplier.row.settleCycle ?? null });
  for (const [index, source] of sources.entries()) {
    await put(shop, "BalanceLine", { ...lineValues(source), provid: shared.provid, Billid, LineNo: index + 1 });
  }
  for (const accept of accepts) await shop.store.update(entityIn(shop, "Accept"), { Id: accept.Id ?? null }, { BalaBillid: Billid });
  const plandate = addDays(busdate, Number(supplier.row.settleDays));
  await put(shop, "BalancePlan", { ...shared, Billid: await shop.store.nextNumber("JH", busdate), BalaBillid: Billid, plandate });
  return balance;
}

/** Half a month or a month up to the day before, and what its acceptances need. */
function periodOf(supplier: SeedSupplier, busdate: string, accepts: readonly Row[]): Period {
  const start = addDays(busdate, supplier.row.settleCycle === 2 ? -30 : -15);
  const days = accepts.map((accept) => String(accept.busdate));
  const startdate = [start, ...days].reduce((first, day) => (day < first ? day : first));
  const enddate = [addDays(busdate, -1), ...days].reduce((last, day) => (day > last ? day : last));
  return { startdate, enddate };
}

/** The identities of DOMAIN 3.4. */
function amountsOf(shop: TradingShop, sources: readonly BalanceSource[]) {
  const sum = (...kinds: number[]) =>
    sources.filter((source) => kinds.includes(source.kind)).reduce((total, source) => total + source.total, 0n);
  const GoodsMoney = sum(SOURCE.accept, SOURCE.sale);
  const ReturnMoney = -sum(SOURCE.return);
  const AdjustMoney = sum(SOURCE.adjust);
  const Bala_fee = -sum(SOURCE.fee);
  const TotalMoney = GoodsMoney - ReturnMoney + AdjustMoney - Bala_fee;
  const collects = profileOf(shop.registry, shop.plan.id).flags.negative === "collect";
  return { GoodsMoney, ReturnMoney, AdjustMoney, Bala_fee, TotalMoney, Bala_sum: TotalMoney >= 0n || collects ? TotalMoney : 0n };
}
