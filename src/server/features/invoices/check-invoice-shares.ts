import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { cents, sumOf } from "../../engine/values/amounts.ts";
import type { TaxInvoiceRow } from "../../generated/entities.ts";

/** What an invoice may be shared with besides its own statement. */
const MOST = 50;

/**
 * An invoice counts for its own statement but for what its shares give to others, so that the parts come to its total to the 分
 * (docs/decisions/100). Something is left for its own one. With whom it is shared is kept, to be counted anew when a share goes.
 */
export async function checkInvoiceShares(context: EffectContext<"TaxInvoice">): Promise<Partial<TaxInvoiceRow>> {
  const { row } = context;
  const shares = await context.lines(row, "TaxInvoiceShare");
  const bills = shares.map(({ BalaBillid }) => BalaBillid ?? "");
  // guard check: tests/server/invoices/invoice-shares.test.ts
  if (bills.length > MOST) throw refuse(`一张税票最多分摊给 ${MOST} 张其他结算单`);
  // guard check: tests/server/invoices/invoice-shares.test.ts
  if (new Set([row.BalaBillid, ...bills]).size <= bills.length) throw refuse("分摊的结算单不能重复，也不能是税票自己的结算单");
  // guard check: tests/server/invoices/invoice-shares.test.ts
  if (bills.length > 0 && sumOf(shares, "TotalMoney") >= cents(row.TotalMoney))
    throw refuse("分摊金额合计应小于价税合计，其余属于税票自己的结算单");
  return { sharedWith: bills.length === 0 ? null : bills.join() };
}

/**
 * The statements that an invoice counts for, as it is and as it was before it was saved, in the one order in which they are locked: whoever
 * counts several never waits for somebody who waits for him.
 */
export function statementsOf(row: TaxInvoiceRow, before: TaxInvoiceRow | null = null): string[] {
  const shared = [row, before].flatMap((one) => (one?.sharedWith ?? "").split(",").filter(Boolean));
  return [...new Set([String(row.BalaBillid), ...shared])].sort();
}
