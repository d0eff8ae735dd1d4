import type { Row } from "../../../../shared/domain/cell.ts";
import { dayOf, timeOf } from "../../../../shared/domain/day.ts";
import { profileOf } from "../../../viewer.ts";
import { demoUrl } from "../pictures/demo-files.ts";
import { entityIn, put, type SeedSupplier, streamIn, type TradingShop } from "../world.ts";

/** Codes of the enum PayWay. */
export const PAY_WAY = { transfer: 1, ZSPay: 2, KingDeePay: 3 } as const;
const PREFIX: Readonly<Record<number, string>> = { 1: "WY", 2: "ZS", 3: "KD" };
/** From the shop's side. */
const SIGN = { received: 1, paid: -1 } as const;
export const RESULT = { done: 1, open: 0, failed: -1 } as const;
const MESSAGES: Readonly<Record<number, string>> = { 1: "交易成功", 0: "银行处理中", "-1": "收款户名与账号不符，交易失败" };
const PAYMENT = 1;

/** A payment as the bank sees it. */
export interface Payment {
  /** The bill that is paid, and the document it stands for. */
  readonly Billid: string;
  readonly bllid: string;
  readonly supplier: SeedSupplier;
  /** What the shop pays; below zero: what it gets. */
  readonly money: bigint;
  readonly PayWay: number;
  readonly transid: string;
  readonly result: number;
}

/** The channel this shop offers first. */
export function channelOf({ registry, plan }: TradingShop): number {
  const offered = profileOf(registry, plan.id).flags.payChannels;
  const first = Array.isArray(offered) ? offered[0] : undefined;
  return first === "KingDeePay" ? PAY_WAY.KingDeePay : PAY_WAY.ZSPay;
}

/** The bank's own number of a payment. */
export async function bankNumber(shop: TradingShop, now: Date, PayWay: number): Promise<string> {
  const n = await shop.store.nextNumber(`${PREFIX[PayWay]}`, dayOf(now));
  return n + streamIn(shop, `PayRecord.${n}`, 0).digits(6);
}

/** Writes what the bank was told, or has answered. */
export async function recordPayment(shop: TradingShop, now: Date, payment: Payment): Promise<Row> {
  const { supplier, money, result, ...known } = payment;
  const [owner] = await shop.store.find(entityIn(shop, "Shop"), { SHOP_ID: shop.plan.id });
  const isReceipt = money < 0n;
  const [from, to] = isReceipt ? [supplier.row, owner] : [owner, supplier.row];
  return put(shop, "PayRecord", {
    ...known,
    provid: supplier.row.provid ?? null,
    Provider: supplier.row.Provider ?? null,
    busdate: dayOf(now),
    Pay_sum: isReceipt ? -money : money,
    Operate: PAYMENT,
    Sign: isReceipt ? SIGN.received : SIGN.paid,
    payAcct: from?.BankAcct ?? null,
    recvName: (isReceipt ? owner?.ShopName : supplier.row.Provider) ?? null,
    recvAcct: to?.BankAcct ?? null,
    creator: "系统",
    createtime: timeOf(now),
    ...answerOf(now, result),
  });
}

/** The bank's answer, kept with the record of what it was told. */
export async function answerPayment(shop: TradingShop, now: Date, transid: string, result: number): Promise<void> {
  await shop.store.update(entityIn(shop, "PayRecord"), { transid }, answerOf(now, result));
}

function answerOf(now: Date, result: number): Row {
  const isDone = result === RESULT.done;
  return { result, message: MESSAGES[result] ?? null, paytime: timeOf(now), file: isDone ? demoUrl("receipt", 0) : null };
}
