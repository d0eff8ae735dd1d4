import { profileOf } from "../../server/base/viewer.ts";
import { UNSEEN } from "../../server/engine/seen-versions.ts";
import { invoiceDueOf } from "../../server/features/invoices/invoice-due.ts";
import { mergeBills } from "../../server/features/payments/merge-bills.ts";
import { BALANCE_PAY_MODULE } from "../../server/features/payments/pages.ts";
import type { BalanceRow } from "../../server/generated/entities.ts";
import type { Row } from "../../shared/domain/cell.ts";
import { addDays, dayOf, timeOf } from "../../shared/domain/day.ts";
import { demoUrl } from "../demo-files.ts";
import { type Act, act, actAsSystem, workOf } from "../play.ts";
import { entityIn, onDay, rowIn, type SeedUser, streamIn, type TradingShop } from "../world.ts";
import { MERGES, type Statement } from "./statement.ts";

/** Codes of the enum PayWay. */
export const PAY_WAY = { transfer: 1, ZSPay: 2, KingDeePay: 3 } as const;
/** What the bank's own numbers of transfers begin with. */
const TRANSFERS = "WY";
/** What the bank says of a payment. */
export const RESULT = { done: 1, failed: -1 } as const;
const MESSAGES: Readonly<Record<number, string>> = { 1: "交易成功", "-1": "收款户名与账号不符，交易失败" };
/** Since so many days the shop that approves payments has its profile: earlier bills needed no approval. */
const APPROVING_DAYS = 15;
/** The head of finance may pay without an attachment. */
const BOSS = ["pay", "balancepay"];

/** The channel this shop offers first. */
export function channelOf({ registry, plan }: TradingShop): number {
  const offered = profileOf(registry, plan.id).flags.payChannels;
  const first = Array.isArray(offered) ? offered[0] : undefined;
  return first === "KingDeePay" ? PAY_WAY.KingDeePay : PAY_WAY.ZSPay;
}

/** The bank's own number of a transfer. */
async function bankNumber(shop: TradingShop, now: Date): Promise<string> {
  const n = await shop.store.nextNumber(TRANSFERS, dayOf(now));
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

/** What finance has noted on the bill of a statement that is to be stopped. */
export async function remarkPay(shop: TradingShop, { plan, row }: Statement): Promise<void> {
  const remark = { Remark: "待供应商补齐资料后付款" };
  if (plan.isStopped) await shop.store.update(entityIn(shop, "BalancePay"), { BalaBillid: row.Billid ?? null }, remark);
}

/** A picture is uploaded, where the plan says so. */
export async function attachToPay(shop: TradingShop, now: Date, statement: Statement): Promise<void> {
  const side = statement.plan.uploadedBy;
  if (!side) return;
  const user = side === "shop" ? shop.staff.boss : statement.supplier.user;
  await move(shop, user, now, statement, { transition: "attach", reason: demoUrl("invoice", statement.plan.n) });
}

/** 财务确认: the bill goes on to be paid. */
export async function confirmPay(shop: TradingShop, now: Date, statement: Statement): Promise<void> {
  const approves = profileOf(shop.registry, shop.plan.id).flags.payApproval === true;
  const isBeforeProfiles = approves && dayOf(now) < addDays(shop.anchor, -APPROVING_DAYS);
  await move(shop, shop.staff.boss, now, statement, { transition: "confirm", isBeforeProfiles });
}

/** 银行支付: the bank is told by the channel that the shop offers first. */
export async function payByBank(shop: TradingShop, now: Date, statement: Statement): Promise<void> {
  const { Id = null } = await billOf(shop, statement);
  await letThrough(shop, now, statement);
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
  await letThrough(shop, now, statement);
  await move(shop, shop.staff.boss, now, statement, { transition: "pay" });
  await fileReceipt(shop, statement);
}

/** The bank's receipt is filed with the record of the payment. */
async function fileReceipt(shop: TradingShop, statement: Statement): Promise<void> {
  const { Billid = null } = await billOf(shop, statement);
  await shop.store.update(entityIn(shop, "PayRecord"), { Billid, result: RESULT.done }, { file: demoUrl("receipt", 0) });
}

/** Where nothing is paid that was not invoiced, the head of finance lets a difference through first (docs/decisions/100). */
async function letThrough(shop: TradingShop, now: Date, { row }: Statement): Promise<void> {
  const { invoiceGate, bareBills } = profileOf(shop.registry, shop.plan.id).flags;
  if (invoiceGate !== true) return;
  const balance = (await rowIn(shop, "Balance", { Id: row.Id ?? null })) as BalanceRow;
  const [due, invoiced] = [invoiceDueOf(balance), BigInt(balance.Sum_invoice ?? 0n)];
  const gap = invoiced - due;
  if (bareBills === true && invoiced === 0n) return;
  if (due <= 0n || (gap >= -1n && gap <= 1n) || balance.passedgap === gap) return;
  const reason = "供应商承诺补齐税票，先行付款";
  await act(shop, shop.staff.boss, now, { entity: "Balance", id: Number(balance.Id), transition: "passinvoice", reason });
}

/** The statement's bill as it is now. */
function billOf(shop: TradingShop, { row }: Statement): Promise<Row> {
  return rowIn(shop, "BalancePay", { BalaBillid: row.Billid ?? null });
}

async function move(shop: TradingShop, user: SeedUser, now: Date, statement: Statement, what: Omit<Act, "entity" | "id">): Promise<void> {
  const { Id } = await billOf(shop, statement);
  await act(shop, user, now, { entity: "BalancePay", id: Number(Id), functions: BOSS, ...what });
}

/** Plans the merged payments (docs/decisions/45), and the payment of those that are paid. */
export function planMerged(shop: TradingShop, statements: ReadonlyMap<number, Statement>): void {
  for (const [index, { of, offset, isPaid }] of MERGES.entries()) {
    const children = () => of.map((n) => statementAt(statements, n));
    onDay(shop, offset, `15:0${index}`, async (now) => {
      const id = await merge(shop, now, children());
      if (isPaid) onDay(shop, offset + 1, `11:0${index}`, (later) => payMerged(shop, later, id, children()));
    });
  }
}

function statementAt(statements: ReadonlyMap<number, Statement>, n: number): Statement {
  const found = statements.get(n);
  if (!found) throw new Error(`seed: statement ${n} was not made`);
  return found;
}

/** Merges bills of one supplier that wait for money (docs/decisions/45). Returns the Id of the merged one. */
async function merge(shop: TradingShop, now: Date, children: readonly Statement[]): Promise<number> {
  const ids: number[] = [];
  for (const child of children) {
    await letThrough(shop, now, child);
    ids.push(Number((await billOf(shop, child)).Id));
  }
  const work = workOf(shop, shop.staff.boss, now, { entity: "BalancePay", functions: ["merge", "balancepay"] });
  const { id } = await mergeBills(shop.store, { ...work, reqkey: `seed-merge-${ids.join("-")}` }, { ids, seen: UNSEEN });
  await shop.store.update(entityIn(shop, "BalancePayFath"), { Id: id }, { PayWay: PAY_WAY.transfer });
  return id;
}

/** One transfer: each child is paid by a part of it. */
async function payMerged(shop: TradingShop, now: Date, id: number, children: readonly Statement[]): Promise<void> {
  const transid = await bankNumber(shop, now);
  for (const child of children) await letThrough(shop, now, child);
  await act(shop, shop.staff.boss, now, {
    entity: "BalancePayFath",
    id,
    transition: "pay",
    functions: ["balancepay"],
    module: BALANCE_PAY_MODULE,
  });
  await shop.store.update(entityIn(shop, "BalancePayFath"), { Id: id }, { transid });
  for (const child of children) await fileReceipt(shop, child);
}
