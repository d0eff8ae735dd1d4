import type { Row } from "../../../../shared/domain/cell.ts";
import { act, actAsSystem, open } from "../play.ts";
import { minute } from "../timeline.ts";
import { dayAt, entityIn, type SeedSupplier, type SeedUser, type TradingShop } from "../world.ts";
import type { BalancePlanned } from "./balance-plans.ts";

/** What happens to a statement after it was made, a step a day, always before the anchor day. */
export function planBalanceLife(shop: TradingShop, plan: BalancePlanned, supplier: SeedSupplier, balance: Row): void {
  const { timeline, staff } = shop;
  const id = Number(balance.Id);
  const at = (after: number, hour: number, run: (now: Date) => Promise<unknown>) =>
    timeline.at(dayAt(shop, plan.offset + after), minute(hour, plan.n), async (now) => void (await run(now)));
  const user =
    (who: SeedUser, transition: string, reason = "") =>
    (now: Date) =>
      act(shop, who, now, { entity: "Balance", id, transition, reason });
  const system = (transition: string) => (now: Date) => actAsSystem(shop, now, { entity: "Balance", id, transition });

  if (plan.b2b === 0) return;
  if (plan.b2b === -1) {
    at(1, 10, user(staff.boss, "exclude"));
    return;
  }
  at(1, 9, user(staff.boss, "submit"));
  if (plan.wasRejected) {
    at(1, 10, user(supplier.user, "reject", "费用金额有误，请核对"));
    at(1, 11, () => open(shop, "shop", "Balance", balance));
    at(1, 14, user(staff.boss, "submit"));
  }
  if (plan.b2b === 10) return;
  at(2, 10, user(supplier.user, "provconfirm"));
  if (plan.b2b === 20) return;
  at(2, 15, user(staff.boss, "confirm"));
  const invoiced = plan.invoiced;
  if (invoiced) at(3, 10, () => markInvoices(shop, balance, invoiced));
  if (plan.b2b === 60) at(3, 16, user(staff.boss, "recheck"));
  if (plan.isStopped) at(3, 17, user(staff.boss, "stop"));
  if (plan.statu === 10) return;
  at(4, 10, system("payable"));
  if (plan.statu === 20) return;
  at(5, 10, system("paying"));
  if (plan.statu === 50) at(5, 11, system("paid"));
}

/**
 * Tax invoices are no part of the catalogue yet; their sum and the plan's step stand for them. Once TaxInvoice exists,
 * its own transitions write both.
 */
async function markInvoices(shop: TradingShop, balance: Row, step: number): Promise<void> {
  const Sum_invoice = balance.TotalMoney ?? null;
  await shop.store.update(entityIn(shop, "Balance"), { Id: balance.Id ?? null }, { Sum_invoice });
  await shop.store.update(entityIn(shop, "BalancePlan"), { BalaBillid: balance.Billid ?? null }, { Sum_invoice, stt: step });
}
