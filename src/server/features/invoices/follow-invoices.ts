import { addDays, dayOf, timeOf } from "../../../shared/domain/day.ts";
import { parseScaled, SCALE } from "../../../shared/domain/scaled.ts";
import { isOneOf } from "../../base/codes.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { unread } from "../../engine/effects/unread.ts";
import { settingText } from "../../engine/setting.ts";
import { cents, sumOf } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import {
  type BalanceLineRow,
  type InvoiceApplyRow,
  InvoiceApplyStatu,
  InvoiceStatus,
  PlanStep,
  VoucherStatu,
} from "../../generated/entities.ts";

/** Steps of the plan that its invoices decide (docs/decisions/43). */
const STEPS = [PlanStep.invoicesDue, PlanStep.invoicesIn, PlanStep.invoicesUploaded];
/** In 分, where the shop says nothing: what invoices may fall short of the statement by rounding. */
const TOLERANCE = 1n;
const SETTING = "balance.invoiceTolerance";

/**
 * Brings a statement in line with its tax invoices: what is invoiced (those that failed do not count), the step of its plan, and
 * its voucher and notice, which are done while the invoices cover it. Counted anew each time, under the lock of the statement, so
 * that no order of events can make the sum wrong. `without`: an invoice that is about to be deleted.
 */
export async function followInvoices(context: EffectContext, billid: string, without: number | null = null): Promise<void> {
  const { store, work } = context;
  const [balances, plans] = [entityOf(work.registry, "Balance"), entityOf(work.registry, "BalancePlan")];
  const [balance] = await store.find(balances, { Billid: billid }, true);
  if (!balance) return;
  const invoices = await store.find(entityOf(work.registry, "TaxInvoice"), { BalaBillid: billid });
  const counted = invoices.filter(({ Id, InvoiceStt }) => InvoiceStt !== InvoiceStatus.failed && Id !== without);
  const sum = sumOf(counted, "TotalMoney");
  if (sum !== cents(balance.Sum_invoice)) await store.update(balances, { Id: balance.Id }, { Sum_invoice: sum });
  const owed = cents(balance.TotalMoney);
  const isCovered = owed > 0n && (await areComplete(context, owed, sum));
  const isVerified = counted.every(({ InvoiceStt, ImgUrl }) => InvoiceStt === InvoiceStatus.verified && (ImgUrl ?? "") !== "");
  const step = !isCovered ? PlanStep.invoicesDue : isVerified ? PlanStep.invoicesUploaded : PlanStep.invoicesIn;
  for (const plan of await store.find(plans, { BalaBillid: billid }, true)) {
    const isWaiting = owed > 0n && isOneOf(plan.stt, STEPS);
    const next = { Sum_invoice: sum, ...(isWaiting && { stt: step }) };
    if (plan.Sum_invoice === sum && (!isWaiting || plan.stt === step)) continue;
    await store.update(plans, { Id: plan.Id }, next);
  }
  // One of nothing or less owes no invoice: its payment ends its notices.
  if (owed > 0n) await moveNotices(context, billid, isCovered ? "finish" : "reopen");
}

/** Whether invoices of this sum are all that is owed, but for what rounding may leave. */
export async function areComplete(context: Pick<EffectContext, "store" | "work">, owed: bigint, sum: bigint): Promise<boolean> {
  return sum + (await tolerance(context)) >= owed;
}

/** The voucher of a statement and its notice are done, or are open again: those that are not yet. */
export async function moveNotices(
  { store, work, runAsSystem }: EffectContext,
  billid: string | null,
  way: "finish" | "reopen",
): Promise<void> {
  const isOpen = way === "finish";
  const [vouchers, notices] = [entityOf(work.registry, "Voucher"), entityOf(work.registry, "InvoiceApply")];
  const voucher = { BalaBillid: billid, Statu: isOpen ? VoucherStatu.audited : VoucherStatu.cleared };
  for (const { Id } of await store.find(vouchers, voucher, true)) await runAsSystem(vouchers, way, Id);
  const notice = { BalaBillid: billid, Statu: isOpen ? InvoiceApplyStatu.open : InvoiceApplyStatu.cleared };
  for (const { Id } of await store.find(notices, notice, true)) await runAsSystem(notices, way, Id);
}

async function tolerance({ store, work }: Pick<EffectContext, "store" | "work">): Promise<bigint> {
  const money = parseScaled((await settingText(store, work.registry, SETTING)) ?? "", SCALE.money);
  return money === null || money < 0n ? TOLERANCE : money;
}

/** Days a supplier has to hand in its tax invoices. */
const DAYS = 20;
/** How much of the voucher's bill number its accounting number carries. */
const SHORT = 6;

/**
 * The voucher of a confirmed statement, and the notice that asks for tax invoices (docs/decisions/41). One that owes none gets no deadline.
 */
export async function openNotices(context: EffectContext<"Balance">): Promise<undefined> {
  const { store, work, row } = context;
  const busdate = dayOf(work.now);
  const lines = (await context.lines(row, "BalanceLine")).filter(({ checked }) => checked);
  const rates = new Set(lines.map(({ taxRate }) => taxRate));
  const [rate = null] = rates;
  const shared = {
    busdate,
    BalaBillid: row.Billid,
    auditor: work.actor.userName,
    audittime: timeOf(work.now),
    creator: "系统",
    netMoney: sumOf(lines, "netMoney"),
    taxMoney: sumOf(lines, "taxMoney"),
    taxRate: rates.size === 1 ? rate : null,
    TotalMoney: row.TotalMoney,
  };
  const vouchers = entityOf(work.registry, "Voucher");
  const Billid = await store.nextNumber(vouchers.number?.prefix ?? "PZ", busdate);
  const VoucherNo = `记-${busdate.slice(0, 7).replace("-", "")}-${Billid.slice(-SHORT)}`;
  await createRow(context, vouchers, { ...shared, Billid, VoucherNo });
  const isOwing = cents(row.TotalMoney) > 0n;
  const notices = entityOf(work.registry, "InvoiceApply");
  const deadline = isOwing ? addDays(busdate, DAYS) : null;
  const notice = await createRow(context, notices, { ...shared, ...(await buyerOf(context, lines)), deadline });
  if (isOwing) await unread.run?.({ kind: "unread", unread: "supplier" }, { ...context, entity: notices, row: notice });
}

/** Whom the invoices are made out to: the first store of the statement, else the shop itself. */
async function buyerOf({ store, work }: EffectContext<"Balance">, lines: readonly BalanceLineRow[]): Promise<Partial<InvoiceApplyRow>> {
  const StoreName = lines.find((line) => line.StoreName !== null)?.StoreName ?? null;
  const [place] = StoreName === null ? [] : await store.find(entityOf(work.registry, "Store"), { StoreName });
  if (place) {
    const { InvTitle, TaxNo, InvAddr, BankName, BankAcct } = place;
    return { InvTitle, TaxNo, InvAddr, BankName, BankAcct };
  }
  const [shop] = await store.find(entityOf(work.registry, "Shop"), { SHOP_ID: store.shopId });
  if (!shop) throw new Error(`there is no shop ${store.shopId}`);
  return { InvTitle: shop.ShopName, TaxNo: shop.TaxNo, InvAddr: shop.address, BankName: shop.BankName, BankAcct: shop.BankAcct };
}
