import type { Row } from "../../../../shared/domain/cell.ts";
import { addDays, dayOf, timeOf } from "../../../../shared/domain/day.ts";
import type { Party } from "../../../../shared/registry/model.ts";
import type { Patch } from "../../../flows/store.ts";
import { demoUrl } from "../pictures/demo-files.ts";
import { actAsSystem } from "../play.ts";
import { entityIn, put, type TradingShop } from "../world.ts";
import type { Statement } from "./balances.ts";
import { moveFees } from "./fees.ts";
import { answerPayment, bankNumber, channelOf, PAY_WAY, RESULT, recordPayment } from "./pay-records.ts";
import { finishNotices } from "./vouchers.ts";

/*
 * The payment bill has no machine yet: each function here writes one step of it, with what the step means for the
 * statement, and can be replaced by a transition.
 */

/** Bills with a picture of the tax invoices, by their statements, and who has uploaded it. */
const UPLOADED: Readonly<Record<number, Party>> = { 2: "supplier", 7: "supplier", 13: "shop", 15: "shop" };

/** BP0: the bill of a confirmed statement. */
export async function openPay(shop: TradingShop, now: Date, { plan, supplier, row }: Statement): Promise<void> {
  const copied = ["provid", "Provider", "OperMode", "TotalMoney", "Bala_fee", "Bala_sum"];
  const busdate = dayOf(now);
  const Billid = await shop.store.nextNumber("FK", busdate);
  await put(shop, "BalancePay", {
    ...Object.fromEntries(copied.map((name) => [name, row[name] ?? null])),
    Billid,
    BalaBillid: row.Billid ?? null,
    busdate,
    BankName: supplier.row.BankName ?? null,
    BankAcct: supplier.row.BankAcct ?? null,
    planpaydate: addDays(String(row.busdate), Number(supplier.row.settleDays)),
    creator: "系统",
    createtime: timeOf(now),
    Remark: plan.isStopped ? "待供应商补齐资料后付款" : null,
  });
  const amounts = ["provid", "busdate", "TotalMoney", "Bala_fee", "Bala_sum"].map((name) => [name, row[name] ?? null]);
  await put(shop, "BalancePayDetail", { ...Object.fromEntries(amounts), Billid, LineNo: 1, BalaBillid: row.Billid ?? null });
  await shop.store.update(entityIn(shop, "Balance"), { Id: row.Id ?? null }, { PayBillid: Billid });
}

/** BA9: what stops the statement stops its bill. */
export async function stopPay(shop: TradingShop, statement: Row): Promise<void> {
  await shop.store.update(entityIn(shop, "BalancePay"), { BalaBillid: statement.Billid ?? null }, { Isstop: true });
}

/** BP6: a picture is uploaded, where the plan says so. */
export async function attachToPay(shop: TradingShop, statement: Statement): Promise<void> {
  const attachside = UPLOADED[statement.plan.n];
  if (attachside) await change(shop, statement, { attachurl: demoUrl("invoice", statement.plan.n), attachside });
}

/** BP1, 财务确认. */
export async function confirmPay(shop: TradingShop, now: Date, statement: Statement): Promise<void> {
  const auditor = shop.staff.boss.userName;
  await change(shop, statement, { Statu: 20, isconfirm: true, confirmcount: { plus: 1 }, auditor, audittime: timeOf(now) });
  await moveStatement(shop, now, statement, "payable");
}

/** BP3, 银行支付: the bank has been told. */
export async function payByBank(shop: TradingShop, now: Date, statement: Statement): Promise<void> {
  const PayWay = channelOf(shop);
  const transid = await bankNumber(shop, now, PayWay);
  await record(shop, now, statement, { PayWay, transid, result: RESULT.open });
  await change(shop, statement, { Statu: 25, PayWay, transid });
  await moveStatement(shop, now, statement, "paying");
}

/** BP5: the bank did not pay. */
export async function returnFromBank(shop: TradingShop, now: Date, statement: Statement): Promise<void> {
  const { transid } = await billOf(shop, statement);
  await answerPayment(shop, now, String(transid), RESULT.failed);
  await change(shop, statement, { Statu: 20, transid: null });
  await moveStatement(shop, now, statement, "payfailed");
}

/** BP2, 确认付款 or 确认收款: the head of finance says that the money has gone, or come. */
export async function payByHand(shop: TradingShop, now: Date, statement: Statement, number?: string): Promise<void> {
  const transid = number ?? (await bankNumber(shop, now, PAY_WAY.transfer));
  const money = BigInt(statement.row.Bala_sum as bigint);
  const { Billid } = await record(shop, now, statement, { PayWay: PAY_WAY.transfer, transid, result: RESULT.done });
  const paid = { paytime: timeOf(now), payer: shop.staff.boss.userName, PayWay: PAY_WAY.transfer, transid };
  await change(shop, statement, { Statu: 50, Pay_sum: money, ...paid });
  await shop.store.update(entityIn(shop, "BalancePayDetail"), { Billid: Billid ?? null }, { Pay_sum: money });
  await moveStatement(shop, now, statement, "paid");
  await moveFees(shop, now, statement.row, "paid");
  await finishNotices(shop, now, statement);
}

/** The statement's bill as it is now. */
export async function billOf(shop: TradingShop, { row }: Statement): Promise<Row> {
  const [bill] = await shop.store.find(entityIn(shop, "BalancePay"), { BalaBillid: row.Billid ?? null });
  if (!bill) throw new Error(`seed: ${row.Billid} has no payment bill`);
  return bill;
}

async function change(shop: TradingShop, { row }: Statement, patch: Patch): Promise<void> {
  await shop.store.update(entityIn(shop, "BalancePay"), { BalaBillid: row.Billid ?? null }, patch);
}

function moveStatement(shop: TradingShop, now: Date, { row }: Statement, transition: string): Promise<Row> {
  return actAsSystem(shop, now, { entity: "Balance", id: Number(row.Id), transition });
}

async function record(
  shop: TradingShop,
  now: Date,
  statement: Statement,
  how: { readonly PayWay: number; readonly transid: string; readonly result: number },
): Promise<Row> {
  const { Billid } = await billOf(shop, statement);
  const { row, supplier } = statement;
  const money = BigInt(row.Bala_sum as bigint);
  return recordPayment(shop, now, { Billid: String(Billid), bllid: String(row.Billid), supplier, money, ...how });
}
