import type { Row } from "../../shared/domain/cell.ts";
import { addDays, dayOf } from "../../shared/domain/day.ts";
import type { Party } from "../../shared/registry/model.ts";
import { demoUrl } from "../demo-files.ts";
import { type Act, act, actAsSystem } from "../play.ts";
import { entityIn, type SeedUser, type TradingShop } from "../world.ts";
import type { Statement } from "./balances.ts";
import { answerPayment, channelOf, RESULT } from "./pay-records.ts";

/** Bills with a picture of the tax invoices, by their statements, and who has uploaded it. */
const UPLOADED: Readonly<Record<number, Party>> = { 2: "supplier", 7: "supplier", 13: "shop", 15: "shop" };
/** Since so many days the shop that approves payments asks for it: earlier bills needed none yet. */
const APPROVING_DAYS = 15;
/** The head of finance may pay without an attachment. */
const BOSS = ["pay", "balancepay"];

/** What finance has noted on the bill of a statement that is to be stopped. */
export async function remarkPay(shop: TradingShop, { plan, row }: Statement): Promise<void> {
  const remark = { Remark: "待供应商补齐资料后付款" };
  if (plan.isStopped) await shop.store.update(entityIn(shop, "BalancePay"), { BalaBillid: row.Billid ?? null }, remark);
}

/** A picture is uploaded, where the plan says so. */
export async function attachToPay(shop: TradingShop, now: Date, statement: Statement): Promise<void> {
  const side = UPLOADED[statement.plan.n];
  if (!side) return;
  const user = side === "shop" ? shop.staff.boss : statement.supplier.user;
  await move(shop, user, now, statement, { transition: "attach", reason: demoUrl("invoice", statement.plan.n) });
}

/** 财务确认. */
export async function confirmPay(shop: TradingShop, now: Date, statement: Statement): Promise<void> {
  const isEarly = dayOf(now) < addDays(shop.anchor, -APPROVING_DAYS);
  await move(shop, shop.staff.boss, now, statement, { transition: "confirm", ...(isEarly && { flags: { payApproval: false } }) });
}

/** 银行支付: the bank is told by the channel that the shop offers first. */
export async function payByBank(shop: TradingShop, now: Date, statement: Statement): Promise<void> {
  const { Id = null } = await billOf(shop, statement);
  await shop.store.update(entityIn(shop, "BalancePay"), { Id }, { PayWay: channelOf(shop) });
  await move(shop, shop.staff.boss, now, statement, { transition: "bankpay" });
}

/** The bank did not pay. */
export async function returnFromBank(shop: TradingShop, now: Date, statement: Statement): Promise<void> {
  const { Id, transid } = await billOf(shop, statement);
  await answerPayment(shop, now, String(transid), RESULT.failed);
  await actAsSystem(shop, now, { entity: "BalancePay", id: Number(Id), transition: "bankfailed" });
}

/** 确认付款 or 确认收款: the head of finance says that the money has gone, or come. */
export async function payByHand(shop: TradingShop, now: Date, statement: Statement): Promise<void> {
  await move(shop, shop.staff.boss, now, statement, { transition: "pay" });
  await fileReceipt(shop, statement);
}

/** The bank's receipt is filed with the record of the payment. */
export async function fileReceipt(shop: TradingShop, statement: Statement): Promise<void> {
  const { Billid = null } = await billOf(shop, statement);
  await shop.store.update(entityIn(shop, "PayRecord"), { Billid, result: RESULT.done }, { file: demoUrl("receipt", 0) });
}

/** The statement's bill as it is now. */
export async function billOf(shop: TradingShop, { row }: Statement): Promise<Row> {
  const [bill] = await shop.store.find(entityIn(shop, "BalancePay"), { BalaBillid: row.Billid ?? null });
  if (!bill) throw new Error(`seed: ${row.Billid} has no payment bill`);
  return bill;
}

async function move(shop: TradingShop, user: SeedUser, now: Date, statement: Statement, what: Omit<Act, "entity" | "id">): Promise<void> {
  const { Id } = await billOf(shop, statement);
  await act(shop, user, now, { entity: "BalancePay", id: Number(Id), functions: BOSS, ...what });
}
