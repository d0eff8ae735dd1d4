import { parseScaled, SCALE } from "../../../shared/domain/scaled.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { settingText } from "../../engine/setting.ts";
import { cents, sumOf } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";

const FAILED = -1;
const VERIFIED = 1;
/** Steps of the plan that its invoices decide (docs/decisions/43). */
const STEP = { due: 4, entered: 5, verified: 6 } as const;
const NOTICE = { open: 10, done: 50 } as const;
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
  const counted = invoices.filter(({ Id, InvoiceStt }) => InvoiceStt !== FAILED && Id !== without);
  const sum = sumOf(counted, "TotalMoney");
  if (sum !== cents(balance.Sum_invoice)) await store.update(balances, { Id: balance.Id ?? null }, { Sum_invoice: sum });
  const owed = cents(balance.TotalMoney);
  const isCovered = owed > 0n && (await areComplete(context, owed, sum));
  const isVerified = counted.every(({ InvoiceStt, ImgUrl }) => InvoiceStt === VERIFIED && (ImgUrl ?? "") !== "");
  const step = !isCovered ? STEP.due : isVerified ? STEP.verified : STEP.entered;
  for (const plan of await store.find(plans, { BalaBillid: billid }, true)) {
    const isWaiting = owed > 0n && Number(plan.stt) >= STEP.due && Number(plan.stt) <= STEP.verified;
    const next = { Sum_invoice: sum, ...(isWaiting && { stt: step }) };
    if (plan.Sum_invoice === sum && (!isWaiting || plan.stt === step)) continue;
    await store.update(plans, { Id: plan.Id ?? null }, next);
  }
  // One of nothing or less owes no invoice: its payment ends its notices.
  if (owed > 0n) await followNotices(context, billid, isCovered);
}

/** Whether invoices of this sum are all that is owed, but for what rounding may leave. */
export async function areComplete(context: Pick<EffectContext, "store" | "work">, owed: bigint, sum: bigint): Promise<boolean> {
  return sum + (await tolerance(context)) >= owed;
}

async function followNotices({ store, work, runAsSystem }: EffectContext, billid: string, isCovered: boolean): Promise<void> {
  for (const name of ["Voucher", "InvoiceApply"]) {
    const entity = entityOf(work.registry, name);
    const notices = await store.find(entity, { BalaBillid: billid, Statu: isCovered ? NOTICE.open : NOTICE.done }, true);
    for (const notice of notices) await runAsSystem(entity, isCovered ? "finish" : "reopen", Number(notice.Id));
  }
}

async function tolerance({ store, work }: Pick<EffectContext, "store" | "work">): Promise<bigint> {
  const money = parseScaled((await settingText(store, work.registry, SETTING)) ?? "", SCALE.money);
  return money === null || money < 0n ? TOLERANCE : money;
}
