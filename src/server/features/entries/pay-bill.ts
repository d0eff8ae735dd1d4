import { formatScaled, SCALE } from "../../../shared/domain/scaled.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { runTransition } from "../../engine/run-transition.ts";
import { asSystem } from "../../engine/system.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf, transitionOf } from "../../engine/values/names.ts";
import type { BalancePayRow } from "../../generated/entities.ts";

/**
 * A part of a locked bill is paid, or set off (`setoff`, which no 停付 stops): what is paid grows by it, and with the last part the bill
 * is paid (docs/decisions/102). Throws 422 where it is more than what is left, 409 where the bill does not wait for money.
 */
export async function payBill(context: EffectContext<"PayEntry">, bill: BalancePayRow, way: "partpay" | "setoff"): Promise<void> {
  const { store, work, row } = context;
  const entity = entityOf(work.registry, "BalancePay");
  const [due, part] = [cents(bill.Bala_sum) - cents(bill.Pay_sum), cents(row.amount)];
  const left = due < 0n ? -due : due;
  const reason = `${row.Billid} ${formatScaled(part, SCALE.money)} 元：${row.reason ?? ""}`;
  const run = { ...asSystem(work), reason, entity, id: bill.Id };
  await runTransition(store, { ...run, transition: transitionOf(entity, way) });
  // guard check: tests/server/money/entries.test.ts
  if (part > left) throw refuse(`金额超过付款单 ${bill.Billid} 的未付金额 ${formatScaled(left, SCALE.money)} 元`);
  const Pay_sum = cents(bill.Pay_sum) + (due < 0n ? -part : part);
  await store.update(entity, { Id: bill.Id }, { Pay_sum, payer: work.actor.userName, payerid: work.actor.userId });
  await store.update(entityOf(work.registry, "BalancePayDetail"), { Billid: bill.Billid }, { Pay_sum });
  if (part === left) await runTransition(store, { ...run, transition: transitionOf(entity, "paidup") });
}
