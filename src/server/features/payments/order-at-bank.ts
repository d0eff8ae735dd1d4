import type { Row } from "../../../shared/domain/cell.ts";
import { dayOf, timeOf } from "../../../shared/domain/day.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { completeRow } from "../../engine/values/complete-row.ts";
import { entityOf } from "../../engine/values/names.ts";
import { faultPoint } from "./bank/fault-point.ts";
import type { BankParty, Direction } from "./bank/gateway.ts";
import { type BankOrder, recordNumbers } from "./bank-order.ts";
import { writeIntent } from "./intent.ts";
import { checkLimits, payChannelOf } from "./pay-channel.ts";
import { payWayOf } from "./pay-ways.ts";
import { type Payable, payableOf } from "./payables.ts";

const PAYMENT = 1;
const SIGN: Readonly<Record<Direction, number>> = { pay: -1, receive: 1 };
const OPEN = 0;
const SENT = "已提交银行，等待结果";

/**
 * Belongs to the step that hands a document to the bank (docs/decisions/46): writes the order with it, so that no document is ever at the
 * bank without one. The channel is the document's PayWay, unless one was found out before (inquiry pay-channel). The bank itself is told
 * after the commit, by whoever asked or by the reconciler.
 */
export async function orderAtBank(context: EffectContext): Promise<Row> {
  faultPoint("pay:stated");
  const { store, work, entity, row } = context;
  const payable = payableOf(entity.name);
  const { channel, config } = await payChannelOf(context, work.answer?.PayWay ?? row.PayWay);
  const parts = await partsOf(context, payable);
  const due = parts.reduce((total, part) => total + part.due, 0n);
  const direction = due > 0n && !payable.isReceived ? "pay" : "receive";
  const amount = due < 0n ? -due : due;
  if (amount === 0n) throw refuse("金额为零，不能银行支付");
  if (direction === "receive" && !payable.collects.includes(channel)) throw refuse("该支付渠道不支持收款");
  checkLimits(config, amount);
  const [owner] = await store.find(entityOf(work.registry, "Shop"), { SHOP_ID: store.shopId });
  const party = await partyOf(context, payable);
  if (direction === "pay" && party.account === "") throw refuse("收款账号为空，请先修改付款信息");
  const order: BankOrder = {
    entity: entity.name,
    rowId: Number(row.Id),
    Billid: String(row.Billid),
    channel,
    direction,
    amount,
    account: String(config.merchantNo ?? ""),
    party,
    parts: payable.parts === null ? 0 : parts.length,
    userId: work.actor.userId,
  };
  const transid = await writeIntent(store, order, dayOf(work.now));
  faultPoint("pay:intended");
  const PayWay = payWayOf(channel);
  await writeRecords(context, { transid, order, parts, owner: owner ?? {}, PayWay });
  if (payable.parts !== null) {
    await store.update(entityOf(work.registry, payable.parts.entity), { [payable.parts.by]: row.Billid ?? null }, { transid, PayWay });
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
async function partsOf({ store, work, entity, row }: EffectContext, { parts, amount, source }: Payable): Promise<Part[]> {
  const reading = { store, registry: work.registry, env: work.env };
  const owner = parts === null ? entity : entityOf(work.registry, parts.entity);
  const rows = parts === null ? [row] : await store.find(owner, { [parts.by]: row.Billid ?? null });
  const complete: Row[] = [];
  for (const one of rows) complete.push(await completeRow(reading, owner, one, [amount]));
  return complete.map((one) => ({
    Billid: String(one.Billid),
    source: String(one[source] ?? ""),
    due: BigInt((one[amount] as bigint | null) ?? 0n),
  }));
}

/**
 * The supplier's account: what the document says itself (docs/decisions/44), else the supplier's file. Those that are paid as one must name
 * one.
 */
async function partyOf({ store, work, row }: EffectContext, { parts }: Payable): Promise<BankParty> {
  const [provider] = await store.find(entityOf(work.registry, "Provider"), { provid: row.provid ?? null });
  const rows = parts === null ? [row] : await store.find(entityOf(work.registry, parts.entity), { [parts.by]: row.Billid ?? null });
  const parties = rows.map((one) => {
    const textOf = (name: string) => String(one[name] ?? provider?.[name] ?? "");
    return { account: textOf("BankAcct"), bank: textOf("BankName") };
  });
  const [first = { account: "", bank: "" }] = parties;
  if (parties.some(({ account }) => account !== first.account))
    throw refuse("合并的单据收款账号不一致，请修改付款信息，或取消合并后分别支付");
  return { name: String(row.Provider ?? provider?.Provider ?? ""), ...first };
}

interface Records {
  readonly transid: string;
  readonly order: BankOrder;
  readonly parts: readonly Part[];
  /** The shop. */
  readonly owner: Row;
  readonly PayWay: number;
}

/** The payment records, unfinished: the settlement writes the rest into them. */
async function writeRecords({ store, work, row }: EffectContext, { transid, order, parts, owner, PayWay }: Records): Promise<void> {
  const numbers = recordNumbers(transid, order.parts);
  const ownAccount = owner.BankAcct ?? null;
  const rows = parts.map(({ Billid, source, due }, index) => {
    // Of a merged bill some parts may run against the whole.
    const direction = order.parts === 0 ? order.direction : due < 0n ? "receive" : "pay";
    const toSupplier = direction === "pay";
    return {
      provid: row.provid ?? null,
      Provider: row.Provider ?? null,
      Billid,
      bllid: source === "" ? null : source,
      transid: numbers[index] ?? transid,
      busdate: dayOf(work.now),
      Pay_sum: due < 0n ? -due : due,
      PayWay,
      Operate: PAYMENT,
      Sign: SIGN[direction],
      payAcct: toSupplier ? ownAccount : order.party.account || null,
      recvName: toSupplier ? order.party.name : (owner.ShopName ?? null),
      recvAcct: toSupplier ? order.party.account || null : ownAccount,
      result: OPEN,
      message: SENT,
      creator: work.actor.userName,
      createtime: timeOf(work.now),
    };
  });
  await store.insert(entityOf(work.registry, "PayRecord"), rows);
}
