import { accountsOf } from "../../engine/duties/person.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { cents, moneyOf } from "../../engine/values/amounts.ts";
import { completeRow } from "../../engine/values/complete-row.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type BalancePayRow, FeeBillPayStt, FeeBillStatu, type PayEntryRow, PayOperate, PaySign } from "../../generated/entities.ts";
import { payBill } from "./pay-bill.ts";
import { writeRecord } from "./write-record.ts";

type Entry = EffectContext<"PayEntry">;

/** Effect post-entry: what an entry means for the document it is about (docs/decisions/102), with its record; once, as its number is the record's. */
export async function postEntry(context: Entry): Promise<undefined> {
  const { EntryKind } = context.row;
  if (EntryKind === null) throw new Error("an entry of no kind");
  await refuseOwn(context);
  await KINDS[EntryKind](context);
}

/** Its writer and who handed it in are guards of the file; so is, of as many as there were, everybody who has changed it. */
async function refuseOwn({ store, work, entity, row }: Entry): Promise<void> {
  if (work.env.flags.payReview !== true) return;
  const edits = await store.find(entityOf(work.registry, "EventLog"), { entity: entity.name, bllid: String(row.Id), action: "edit" });
  const own = accountsOf(work.actor);
  // guard check: tests/server/money/entries.test.ts
  if (edits.some(({ USER_ID, forUser }) => own.includes(USER_ID ?? "") || own.includes(forUser ?? "")))
    throw refuse("您修改过该收付款单，须由另一人确认");
}

const KINDS: Readonly<Record<NonNullable<PayEntryRow["EntryKind"]>, (context: Entry) => Promise<void>>> = {
  async part(context) {
    const { bill } = await lockBills(context);
    await payBill(context, required(bill), "partpay");
    const isReceipt = cents(bill?.Bala_sum ?? null) < 0n;
    await writeRecord(context, {
      of: bill,
      prefix: "WY",
      Operate: PayOperate.payment,
      Sign: isReceipt ? PaySign.received : PaySign.paidOut,
    });
  },
  async credit(context) {
    const { bill } = await lockBills(context);
    await refuseReceipt(required(bill));
    await payBill(context, required(bill), "setoff");
    await writeRecord(context, { of: bill, prefix: "DX", Operate: PayOperate.credit, Sign: PaySign.paidOut });
  },
  async offset(context) {
    const { bill, from } = await lockBills(context);
    await refuseReceipt(required(bill));
    await takeFrom(context, required(from));
    await payBill(context, required(bill), "setoff");
    const number = String(context.row.Billid);
    const shared = { Operate: PayOperate.offset } as const;
    await writeRecord(context, { ...shared, of: from, prefix: "DF", Sign: PaySign.received, linkid: `DK-${number}` });
    await writeRecord(context, { ...shared, of: bill, prefix: "DK", Sign: PaySign.paidOut, linkid: `DF-${number}` });
  },
  async refund(context) {
    const { from } = await lockBills(context);
    await takeFrom(context, required(from));
    await writeRecord(context, { of: from, prefix: "TK", Operate: PayOperate.refund, Sign: PaySign.received });
  },
  async fee(context) {
    const { store, work, row } = context;
    const fees = entityOf(work.registry, "FeeBill");
    const [fee] = await store.find(fees, { Billid: row.FeeBillid }, true);
    // guard check: tests/server/money/entries.test.ts
    if (fee?.provid !== row.provid || fee.Statu !== FeeBillStatu.audited || fee.payStt !== FeeBillPayStt.unpaid || fee.BalaBillid !== null)
      throw refuse(`费用单 ${row.FeeBillid} 不是该供应商已审核、未付的费用，请刷新后核对`);
    // guard check: tests/server/money/entries.test.ts
    if (fee.FeeMoney !== row.amount) throw refuse("收款金额应等于费用金额");
    await context.runAsSystem(fees, "paid", fee.Id);
    await writeRecord(context, { bllid: fee.Billid, prefix: "XJ", Operate: PayOperate.payment, Sign: PaySign.received });
  },
  deposit: (context) => writeRecord(context, { prefix: "BZ", Operate: PayOperate.payment, Sign: PaySign.received }),
};

/** Locked by Id: two entries over the same bills wait for each other in one order. Of the entry's supplier alone. */
async function lockBills({ store, work, row }: Entry): Promise<{ readonly bill?: BalancePayRow; readonly from?: BalancePayRow }> {
  const entity = entityOf(work.registry, "BalancePay");
  const ids: number[] = [];
  for (const Billid of [row.PayBillid, row.FromBillid]) {
    const [bill] = Billid === null ? [] : await store.find(entity, { Billid, provid: row.provid });
    if (bill) ids.push(bill.Id);
  }
  const locked = ids.length === 0 ? [] : await store.lock(entity, ids);
  const named = (number: string | null) => locked.find(({ Billid }) => number !== null && Billid === number);
  const [bill, from] = [named(row.PayBillid), named(row.FromBillid)];
  return { ...(bill && { bill }), ...(from && { from }) };
}

function required(bill: BalancePayRow | undefined): BalancePayRow {
  // guard check as undefined: tests/server/money/entries.test.ts
  if (bill === undefined) throw refuse("付款单不存在，或不是该供应商的付款单");
  return bill;
}

function refuseReceipt({ Bala_sum, Billid }: BalancePayRow): void {
  // guard check: tests/server/money/entries.test.ts
  if (cents(Bala_sum) <= 0n) throw refuse(`付款单 ${Billid} 为收款，不能抵扣或冲减`);
}

/** What is outside is calculated from the records, under the lock of the bill. */
async function takeFrom({ store, work, row }: Entry, from: BalancePayRow): Promise<void> {
  const entity = entityOf(work.registry, "BalancePay");
  const left = moneyOf(await completeRow({ store, registry: work.registry, env: work.env }, entity, from, ["outside"]), "outside");
  // guard check: tests/server/money/entries.test.ts
  if (cents(row.amount) > left) throw refuse(`金额超过 ${from.Billid} 可抵扣或退回的金额`);
}
