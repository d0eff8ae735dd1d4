import { act, open } from "../play.ts";
import { minute } from "../timeline.ts";
import { onDay, type SeedUser, type TradingShop } from "../world.ts";
import { PAID_TOGETHER } from "./balance-pay-faths.ts";
import { attachToPay, confirmPay, payByBank, payByHand, remarkPay, returnFromBank } from "./balance-pays.ts";
import type { Statement } from "./balances.ts";
import { planApplications } from "./pay-applies.ts";
import { planInvoices } from "./tax-invoices.ts";

/** What happens to a statement after it was made, a step a day, always before the anchor day. */
export function planBalanceLife(shop: TradingShop, statement: Statement): void {
  const { plan, supplier, row } = statement;
  const { staff } = shop;
  const id = Number(row.Id);
  const at = (after: number, hour: number, run: (now: Date) => Promise<unknown>) =>
    onDay(shop, plan.offset + after, minute(hour, plan.n), run);
  const user =
    (who: SeedUser, transition: string, reason = "") =>
    (now: Date) =>
      act(shop, who, now, { entity: "Balance", id, transition, reason });

  if (plan.b2b === 0) return;
  if (plan.b2b === -1) {
    at(1, 10, user(staff.boss, "exclude"));
    return;
  }
  at(1, 9, user(staff.boss, "submit"));
  if (plan.wasRejected) {
    at(1, 10, user(supplier.user, "reject", "费用金额有误，请核对"));
    at(1, 11, () => open(shop, "shop", "Balance", row));
    at(1, 14, user(staff.boss, "submit"));
  }
  if (plan.b2b >= 20) at(2, 10, user(supplier.user, "provconfirm"));
  if (plan.isStopped) at(3, 17, user(staff.boss, "stop"));
  if (plan.b2b < 50) return;
  at(2, 15, async (now) => {
    await user(staff.boss, "confirm")(now);
    await remarkPay(shop, statement);
    planInvoices(shop, statement);
    planApplications(shop, statement);
  });
  if (plan.b2b === 60) at(3, 16, user(staff.boss, "recheck"));
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
