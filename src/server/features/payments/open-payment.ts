import { addDays, dayOf } from "../../../shared/domain/day.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";
import { setting } from "../../engine/values/setting.ts";
import type { BalanceRow } from "../../generated/entities.ts";

/** The payment bill of a confirmed statement (docs/decisions/44): to the supplier's account, on the day of its plan. */
export async function openPayment(context: EffectContext<"Balance">): Promise<Partial<BalanceRow>> {
  const { store, work, row } = context;
  const { provid, TotalMoney, Bala_fee, Bala_sum } = row;
  const busdate = dayOf(work.now);
  // Locked, as the confirmation moves it in a moment: it is read once for both.
  const [plan] = await store.find(entityOf(work.registry, "BalancePlan"), { BalaBillid: row.Billid }, true);
  const [supplier] = await store.find(entityOf(work.registry, "Provider"), { provid });
  const days = supplier?.settleDays ?? (await setting(store, work.registry, "balance.planDays"));
  const bill = await createRow(context, entityOf(work.registry, "BalancePay"), {
    OperMode: row.OperMode,
    TotalMoney,
    Bala_fee,
    Bala_sum,
    Isstop: row.Isstop,
    BalaBillid: row.Billid,
    busdate,
    creator: "系统",
    BankName: supplier?.BankName ?? null,
    BankAcct: supplier?.BankAcct ?? null,
    planpaydate: plan?.plandate ?? addDays(row.busdate ?? busdate, days),
  });
  await store.insertLater(entityOf(work.registry, "BalancePayDetail"), [
    { TotalMoney, Bala_fee, Bala_sum, provid, Billid: bill.Billid, LineNo: 1, BalaBillid: row.Billid, busdate: row.busdate },
  ]);
  return { PayBillid: bill.Billid };
}
