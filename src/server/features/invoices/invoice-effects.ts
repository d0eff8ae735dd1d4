import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { TaxInvoiceRow } from "../../generated/entities.ts";
import type { CheckAnswer } from "./check-invoice.ts";
import { followInvoices, moveNotices } from "./follow-invoices.ts";
import type { ReadAnswer } from "./read-invoice.ts";

/**
 * An invoice is entered once in a shop, whoever enters it. The unique key keeps those with a code apart; for those without one an
 * index would not, because empty codes differ from each other.
 */
export async function checkInvoiceNumber({ store, work, entity, row }: EffectContext<"TaxInvoice">): Promise<undefined> {
  // Two that enter the same number at once wait for each other here, and the second sees the first.
  await store.find(entityOf(work.registry, "Shop"), { SHOP_ID: store.shopId }, true);
  const same = await store.find(entity, { Number: row.Number, Code: row.Code });
  if (same.some(({ Id }) => Id !== row.Id)) throw refuse("该发票号码已录入");
}

/** The statement, its plan and its notices follow its invoices. */
export async function countInvoices(context: EffectContext<"TaxInvoice">): Promise<undefined> {
  await followInvoices(context, String(context.row.BalaBillid));
}

/** As count-invoices, without the invoice at hand: it is about to go. */
export async function uncountInvoice(context: EffectContext<"TaxInvoice">): Promise<undefined> {
  await followInvoices(context, String(context.row.BalaBillid), context.row.Id);
}

/** 验真: what the register said (inquiry check-invoice) is written down, and the invoice becomes verified or failed. */
export async function settleCheck({ store, work, entity, row, runAsSystem }: EffectContext<"TaxInvoice">): Promise<undefined> {
  // What the inquiry of its transition found out.
  const answer = work.answer as CheckAnswer | undefined;
  if (answer === undefined) throw refuse("没有查验结果，请重新验真");
  const { failkind, verifyMsg, chkid } = answer;
  await store.update(entity, { Id: row.Id }, { failkind, verifyMsg, chkid });
  await runAsSystem(entity, failkind === null ? "verified" : "verifyfailed", row.Id);
}

/** 识别: the number of the recognition is kept, and whoever asked is told what the picture says of the invoice. */
export async function keepReading({ work, row }: EffectContext<"TaxInvoice">): Promise<Partial<TaxInvoiceRow>> {
  // What the inquiry of its transition found out.
  const answer = work.answer as ReadAnswer | undefined;
  if (answer === undefined) throw refuse("没有识别结果，请重新识别");
  work.tell?.(`发票 ${row.Number}：${answer.told}`);
  return { chkid: answer.chkid };
}

/**
 * Voucher and invoice notice of a statement are done once its invoices cover it (docs/decisions/49). One of nothing or less owes no
 * invoice: it is covered from the start, and its payment ends them.
 */
export async function finishNotices(context: EffectContext<"Balance">): Promise<undefined> {
  const { Sum_invoice, TotalMoney, Billid } = context.row;
  if (cents(Sum_invoice) >= cents(TotalMoney)) await moveNotices(context, Billid, "finish");
}
