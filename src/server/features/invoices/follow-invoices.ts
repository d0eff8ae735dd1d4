import { isOneOf } from "../../base/codes.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { setting } from "../../engine/values/setting.ts";
import { InvoiceApplyStatu, InvoiceStatus, PlanStep, type TaxInvoiceRow, VoucherStatu } from "../../generated/entities.ts";
import { invoiceDueOf } from "./invoice-due.ts";
import { partsFor, type RatePart } from "./invoice-rates.ts";

type Loose = Pick<EffectContext, "store" | "work">;

/** Steps of the plan that its invoices decide (docs/decisions/43). */
const STEPS = [PlanStep.invoicesDue, PlanStep.invoicesIn, PlanStep.invoicesUploaded];

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
  const counted = await invoicesFor(context, billid, without);
  const sum = (await invoicedFor(context, billid, counted)).reduce((all, { total }) => all + total, 0n);
  if (sum !== cents(balance.Sum_invoice)) await store.update(balances, { Id: balance.Id }, { Sum_invoice: sum });
  const owed = invoiceDueOf(balance);
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

/** The invoices that count for a statement: its own ones, and others that share with it. Those that failed do not. */
export async function invoicesFor({ store, work }: Loose, billid: string, without: number | null = null): Promise<TaxInvoiceRow[]> {
  const [invoices, shares] = [entityOf(work.registry, "TaxInvoice"), entityOf(work.registry, "TaxInvoiceShare")];
  const counted = [...(await store.find(invoices, { BalaBillid: billid }))];
  const others = new Set((await store.find(shares, { BalaBillid: billid })).map(({ InvId }) => InvId ?? 0));
  for (const Id of others) counted.push(...(await store.find(invoices, { Id })));
  return counted.filter(({ Id, InvoiceStt }) => InvoiceStt !== InvoiceStatus.failed && Id !== without);
}

/** What these invoices say for a statement, rate by rate. */
export async function invoicedFor(context: Loose, billid: string, counted: readonly TaxInvoiceRow[]): Promise<RatePart[]> {
  const parts: RatePart[] = [];
  for (const invoice of counted) parts.push(...(await partsFor(context, invoice, billid)));
  return parts;
}

/** Whether invoices of this sum are all that is owed, but for what rounding may leave. */
export async function areComplete(context: Loose, owed: bigint, sum: bigint): Promise<boolean> {
  return sum + (await toleranceOf(context)) >= owed;
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

/** What invoices may differ from the statement by, in 分 (setting `balance.invoiceTolerance`). */
export function toleranceOf({ store, work }: Loose): Promise<bigint> {
  return setting(store, work.registry, "balance.invoiceTolerance");
}
