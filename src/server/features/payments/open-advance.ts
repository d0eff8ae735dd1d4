import { dayOf } from "../../../shared/domain/day.ts";
import { formatScaled, SCALE } from "../../../shared/domain/scaled.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { cents, moneyOf, sumOf } from "../../engine/values/amounts.ts";
import { completeRow } from "../../engine/values/complete-row.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { PayApplyRow } from "../../generated/entities.ts";
import { heldDeposit } from "./held-deposit.ts";

/**
 * The payment bill of an approved application without a statement (docs/decisions/102): a prepayment, a deposit or a receipt that is given
 * back. One application has one bill, however often it is handed in again.
 */
export async function openAdvance(context: EffectContext<"PayApply">): Promise<Partial<PayApplyRow>> {
  const { store, work, row } = context;
  const { ApplyType, BalaBillid, PayBillid, FromBillid, applyMoney: Bala_sum, PayWay, BankAcct } = row;
  if (ApplyType !== "request" || BalaBillid !== null || PayBillid !== null) return {};
  const BillKind = row.Purpose ?? "advance";
  await CHECKS[BillKind](context);
  const bills = entityOf(work.registry, "BalancePay");
  const busdate = dayOf(work.now);
  const money = { TotalMoney: Bala_sum, Bala_sum };
  const [supplier] = await store.find(entityOf(work.registry, "Provider"), { provid: row.provid });
  const payee = (BankAcct ?? "") === "" && supplier !== undefined ? supplier : row;
  const bill = await createRow(context, bills, {
    ...money,
    BillKind,
    FromBillid,
    BankName: payee.BankName,
    BankAcct: payee.BankAcct,
    PayWay,
    busdate,
    planpaydate: busdate,
    creator: "系统",
  });
  const line = { ...money, provid: row.provid, Billid: bill.Billid, LineNo: 1, busdate };
  await store.insertLater(entityOf(work.registry, "BalancePayDetail"), [line]);
  return { PayBillid: bill.Billid };
}

const CHECKS: Readonly<Record<NonNullable<PayApplyRow["Purpose"]>, (context: EffectContext<"PayApply">) => Promise<void>>> = {
  advance: () => Promise.resolve(),
  async deposit(context) {
    const { provid, applyMoney } = context.row;
    // guard check: tests/server/money/entries.test.ts
    if (cents(applyMoney) > (await heldDeposit(context, provid))) throw refuse("申请金额超过该供应商尚未退还的保证金");
  },
  /** The bill of the receipt is locked: two applications see each other. */
  async giveback({ store, work, row }) {
    const { provid, FromBillid, applyMoney } = row;
    const bills = entityOf(work.registry, "BalancePay");
    const [receipt] = await store.find(bills, { Billid: FromBillid, provid }, true);
    // guard check: tests/server/money/receipts.test.ts
    if (receipt === undefined) throw refuse("要退还的收款单不存在，或不是该供应商的");
    const asked = await store.find(bills, { FromBillid, RevNo: 0 });
    const unpaid = sumOf(asked, "Bala_sum") - sumOf(asked, "Pay_sum");
    const read = await completeRow({ store, registry: work.registry, env: work.env }, bills, receipt, ["outside"]);
    const left = -moneyOf(read, "outside") - unpaid;
    // guard check: tests/server/money/receipts.test.ts
    if (cents(applyMoney) > left)
      throw refuse(`申请金额超过 ${FromBillid} 尚未退还的收款 ${formatScaled(left < 0n ? 0n : left, SCALE.money)} 元`);
  },
};
