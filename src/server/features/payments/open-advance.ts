import { dayOf } from "../../../shared/domain/day.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { sumOf } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type PayApplyRow, PayOperate, PaySign } from "../../generated/entities.ts";

/**
 * The payment bill of an approved application without a statement (docs/decisions/102): a prepayment, or a deposit that is given back.
 * One application has one bill, however often it is handed in again.
 */
export async function openAdvance(context: EffectContext<"PayApply">): Promise<Partial<PayApplyRow>> {
  const { store, work, row } = context;
  const { ApplyType, BalaBillid, PayBillid, applyMoney: Bala_sum, PayWay, BankAcct } = row;
  if (ApplyType !== "request" || BalaBillid !== null || PayBillid !== null) return {};
  const isDeposit = row.Purpose === "deposit";
  if (isDeposit) await checkDeposit(context);
  const bills = entityOf(work.registry, "BalancePay");
  const busdate = dayOf(work.now);
  const money = { TotalMoney: Bala_sum, Bala_sum };
  const kind = { BillKind: isDeposit ? "deposit" : "advance" } as const;
  const [supplier] = await store.find(entityOf(work.registry, "Provider"), { provid: row.provid });
  const payee = (BankAcct ?? "") === "" && supplier !== undefined ? supplier : row;
  const bill = await createRow(context, bills, {
    ...money,
    ...kind,
    BankName: payee.BankName,
    BankAcct: payee.BankAcct,
    PayWay,
    busdate,
    planpaydate: busdate,
    creator: "系统",
  });
  const line = { ...money, provid: row.provid, Billid: bill.Billid, LineNo: 1, busdate };
  await store.insert(entityOf(work.registry, "BalancePayDetail"), [line]);
  return { PayBillid: bill.Billid };
}

/** No more is given back than was received and not asked back already. The supplier's row is locked: two applications see each other. */
async function checkDeposit({ store, work, row }: EffectContext<"PayApply">): Promise<void> {
  const { provid } = row;
  await store.find(entityOf(work.registry, "Provider"), { provid }, true);
  const entries = await store.find(entityOf(work.registry, "PayEntry"), { provid, EntryKind: "deposit" });
  const numbers = new Set(entries.map(({ Billid }) => Billid));
  const records = await store.find(entityOf(work.registry, "PayRecord"), { provid, Operate: PayOperate.payment, Sign: PaySign.received });
  const held = sumOf(
    records.filter(({ EntryBillid }) => numbers.has(EntryBillid)),
    "Pay_sum",
  );
  const asked = await store.find(entityOf(work.registry, "BalancePay"), { provid, BillKind: "deposit", RevNo: 0 });
  // guard check: tests/server/money/entries.test.ts
  if ((row.applyMoney ?? 0n) > held - sumOf(asked, "Bala_sum")) throw refuse("申请金额超过该供应商尚未退还的保证金");
}
