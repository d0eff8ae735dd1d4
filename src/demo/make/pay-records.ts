import { profileOf } from "../../server/base/viewer.ts";
import type { Row } from "../../shared/domain/cell.ts";
import { dayOf, timeOf } from "../../shared/domain/day.ts";
import { demoUrl } from "../demo-files.ts";
import { entityIn, streamIn, type TradingShop } from "../world.ts";

/** Codes of the enum PayWay. */
export const PAY_WAY = { transfer: 1, ZSPay: 2, KingDeePay: 3 } as const;
const PREFIX: Readonly<Record<number, string>> = { 1: "WY", 2: "ZS", 3: "KD" };
export const RESULT = { done: 1, failed: -1 } as const;
const MESSAGES: Readonly<Record<number, string>> = { 1: "交易成功", "-1": "收款户名与账号不符，交易失败" };

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

/** The bank's answer, kept with the record of what it was told. */
export async function answerPayment(shop: TradingShop, now: Date, transid: string, result: number): Promise<void> {
  await shop.store.update(entityIn(shop, "PayRecord"), { transid }, answerOf(now, result));
}

function answerOf(now: Date, result: number): Row {
  const isDone = result === RESULT.done;
  return { result, message: MESSAGES[result] ?? null, paytime: timeOf(now), file: isDone ? demoUrl("receipt", 0) : null };
}
