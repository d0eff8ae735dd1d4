import { dayOf, timeOf } from "../../../shared/domain/day.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";
import { PayOperate, PayRecordResult, type PayRecordRow, PaySign, type PayWay, type ShopRow } from "../../generated/entities.ts";
import { effectiveAccount } from "../suppliers/feature.ts";
import { faultPoint } from "./bank/fault-point.ts";
import { type BankOrder, type BankParty, type Direction, recordNumbers } from "./bank/gateway.ts";
import { writeIntent } from "./intent.ts";
import { checkLimits, payChannelOf } from "./pay-channel.ts";
import { payWayOf } from "./pay-ways.ts";
import { dueOf, type Payable, type PayableName, type PayableRow, payableOf } from "./payables.ts";
import { isFirstTo, payeesOf } from "./payee.ts";

const SIGN: Readonly<Record<Direction, PaySign>> = { pay: PaySign.paidOut, receive: PaySign.received };
const SENT = "已提交银行，等待结果";

/**
 * Belongs to the step that hands a document to the bank (docs/decisions/46): writes the order with it, so that no document is ever at the
 * bank without one. The channel is the document's PayWay, unless one was found out before (inquiry pay-channel). The bank itself is told
 * after the commit, by whoever asked or by the reconciler.
 */
export async function orderAtBank(context: EffectContext<PayableName>): Promise<Partial<PayableRow>> {
  faultPoint("pay:stated");
  const { store, work, entity, row } = context;
  const payable = payableOf(entity);
  const { channel, config } = await payChannelOf(context, work.answer?.PayWay ?? row.PayWay);
  const parts = await partsOf(context, payable);
  const due = parts.reduce((total, part) => total + part.due, 0n);
  const direction = due > 0n && !payable.isReceived ? "pay" : "receive";
  const amount = due < 0n ? -due : due;
  if (amount === 0n) throw refuse("金额为零，不能银行支付");
  if (direction === "receive" && !payable.collects.includes(channel)) throw refuse("该支付渠道不支持收款");
  checkLimits(config, amount);
  const [owner] = await store.find(entityOf(work.registry, "Shop"), { SHOP_ID: store.shopId });
  const party = await partyOf(context);
  // guard check: tests/server/payments/bank-flow.test.ts
  if (direction === "pay" && party.account === "") throw refuse("收款账号为空，请先修改付款信息");
  // guard check: tests/server/payments/payee-accounts.test.ts
  if (direction === "pay") await effectiveAccount(store, work.registry, row.provid ?? "", party.account, work.now);
  const order: BankOrder = {
    entity: entity.name,
    rowId: row.Id,
    Billid: String(row.Billid),
    channel,
    direction,
    amount,
    account: config.merchantNo ?? "",
    party,
    parts: payable.parts === null ? 0 : parts.length,
    userId: work.actor.userId,
  };
  const transid = await writeIntent(store, order, dayOf(work.now));
  faultPoint("pay:intended");
  const PayWay = payWayOf(channel);
  await writeRecords(context, { transid, order, parts, owner, PayWay });
  if (payable.parts !== null) {
    await store.update(entityOf(work.registry, payable.parts.entity), { [payable.parts.by]: row.Billid }, { transid, PayWay });
  }
  return { transid, PayWay };
}

/** What is paid for one document, below zero: received for it. */
interface Part {
  readonly Billid: string;
  readonly source: string;
  readonly due: bigint;
}

/** The document itself, or those that are settled with it; of a merged bill each counts with its own sign. */
async function partsOf({ store, work, entity, row }: EffectContext<PayableName>, { parts }: Payable): Promise<Part[]> {
  const reading = { store, registry: work.registry, env: work.env };
  const owner = parts === null ? entity : entityOf(work.registry, parts.entity);
  const rows = parts === null ? [row] : await store.find(owner, { [parts.by]: row.Billid });
  const due: Part[] = [];
  for (const one of rows) due.push({ Billid: String(one.Billid), source: sourceOf(one), due: await dueOf(reading, owner, one) });
  return due;
}

/** The document that a payment stands for, in its record. */
function sourceOf(row: PayableRow): string {
  if ("BalaBillid" in row) return row.BalaBillid ?? "";
  return ("bllid" in row ? row.bllid : null) ?? "";
}

/** Who gets the money. Documents that are paid as one must name one account. */
async function partyOf({ store, work, entity, row }: EffectContext<PayableName>): Promise<BankParty> {
  const [first, ...others] = await payeesOf(store, work.registry, entity, row);
  // guard check: tests/server/payments/attacks.test.ts
  if (others.some(({ account }) => account !== first.account))
    throw refuse("合并的单据收款账号不一致，请取消合并后修改付款信息，或分别支付");
  return first;
}

interface Records {
  readonly transid: string;
  readonly order: BankOrder;
  readonly parts: readonly Part[];
  /** The shop. */
  readonly owner: ShopRow | undefined;
  readonly PayWay: PayWay;
}

/** The payment records, unfinished: the settlement writes the rest into them. */
async function writeRecords(
  { store, work, row }: EffectContext<PayableName>,
  { transid, order, parts, owner, PayWay }: Records,
): Promise<void> {
  const numbers = recordNumbers(transid, order.parts);
  const ownAccount = owner?.BankAcct ?? null;
  const isFirst = await isFirstTo(store, work.registry, order.party.account);
  const rows = parts.map(({ Billid, source, due }, index): Partial<PayRecordRow> => {
    // Of a merged bill some parts may run against the whole.
    const direction = order.parts === 0 ? order.direction : due < 0n ? "receive" : "pay";
    const toSupplier = direction === "pay";
    return {
      provid: row.provid,
      Provider: row.Provider,
      Billid,
      bllid: source === "" ? null : source,
      transid: numbers[index] ?? transid,
      busdate: dayOf(work.now),
      Pay_sum: due < 0n ? -due : due,
      PayWay,
      Operate: PayOperate.payment,
      Sign: SIGN[direction],
      payAcct: toSupplier ? ownAccount : order.party.account || null,
      recvName: toSupplier ? order.party.name : (owner?.ShopName ?? null),
      recvAcct: toSupplier ? order.party.account || null : ownAccount,
      recvBank: toSupplier ? order.party.bank || null : (owner?.BankName ?? null),
      isFirst: toSupplier && isFirst,
      result: PayRecordResult.pending,
      message: SENT,
      creator: work.actor.userName,
      createtime: timeOf(work.now),
    };
  });
  await store.insert(entityOf(work.registry, "PayRecord"), rows);
}
