import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import type { TaxInvoiceRow } from "../../generated/entities.ts";
import type { ReadAnswer } from "./read-invoice.ts";

/** 识别: the number of the recognition is kept, and whoever asked is told what the picture says of the invoice. */
export async function keepReading({ work, row }: EffectContext<"TaxInvoice">): Promise<Partial<TaxInvoiceRow>> {
  // What the inquiry of its transition found out.
  const answer = work.answer as ReadAnswer | undefined;
  if (answer === undefined) throw refuse("没有识别结果，请重新识别");
  work.tell?.(`发票 ${row.Number}：${answer.told}`);
  return { chkid: answer.chkid };
}
