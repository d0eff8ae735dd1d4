import { writeStatement } from "../../server/features/settlement/make-statement.ts";
import type { SourceLine } from "../../server/features/settlement/source-line.ts";
import type { ProviderRow } from "../../server/generated/entities.ts";
import { addDays } from "../../shared/domain/day.ts";
import data from "../data/balances.json" with { type: "json" };
import { planSteps } from "../life.ts";
import { systemAt } from "../play.ts";
import { minute } from "../timeline.ts";
import { dayAt, onDay, rowIn, type SeedSupplier, supplierAt, type TradingShop } from "../world.ts";
import { planApplications } from "./approval.ts";
import { gather, planDocuments } from "./gather.ts";
import { planInvoices } from "./invoices.ts";
import { attachToPay, confirmPay, payByBank, payByHand, remarkPay, returnFromBank } from "./payments.ts";
import { closesWithFee, PAID_TOGETHER, type Statement, type StatementPlan, statementPlans } from "./statement.ts";

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

/** 生成结算单 (docs/decisions/40), of what was gathered. */
async function makeBalance(shop: TradingShop, now: Date, plan: StatementPlan, lines: readonly SourceLine[]): Promise<Statement> {
  const supplier = supplierAt(shop, plan.supplier);
  const file = (await rowIn(shop, "Provider", { Id: supplier.row.Id ?? null })) as ProviderRow;
  const period = periodOf(supplier, dayAt(shop, plan.offset), lines);
  const row = await writeStatement({ store: shop.store, work: systemAt(shop, now), supplier: file, period, creator: "系统" }, lines);
  return { plan, supplier, row };
}

/** Half a month or a month up to the day before, and what its sources need. */
function periodOf(supplier: SeedSupplier, busdate: string, lines: readonly SourceLine[]) {
  const start = addDays(busdate, supplier.row.settleCycle === 2 ? -30 : -15);
  const startdate = lines.reduce((first, { values }) => (String(values.busdate) < first ? String(values.busdate) : first), start);
  return { startdate, enddate: addDays(busdate, -1) };
}
