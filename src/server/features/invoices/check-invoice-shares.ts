import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { cents, sumOf } from "../../engine/values/amounts.ts";
import type { TaxInvoiceRow } from "../../generated/entities.ts";
import { ratesOf } from "./invoice-rates.ts";

/** What an invoice may be shared with besides its own statement. */
const MOST = 50;

/**
 * An invoice counts for its own statement but for what its shares give to others, so that the parts come to its total to the 分
 * (docs/decisions/100). Something is left for its own one. Of an invoice of several rates each share says of which it is (docs/decisions/105).
 * With whom it is shared is kept, to be counted anew when a share goes.
 */
export async function checkInvoiceShares(context: EffectContext<"TaxInvoice">): Promise<Partial<TaxInvoiceRow>> {
  const { row } = context;
  const groups = await ratesOf(context, row);
  const isSingle = groups.length === 1;
  const shares = (await context.lines(row, "TaxInvoiceShare")).map(({ BalaBillid, taxRate, TotalMoney }) => ({
    bill: BalaBillid ?? "",
    rate: taxRate ?? (isSingle ? row.taxRate : null),
    TotalMoney,
  }));
  const bills = [...new Set(shares.map(({ bill }) => bill))];
  // guard check: tests/server/invoices/invoice-shares.test.ts
  if (bills.length > MOST) throw refuse(`一张税票最多分摊给 ${MOST} 张其他结算单`);
  const parts = new Set(shares.map(({ bill, rate }) => `${bill} ${rate}`));
  // guard check: tests/server/invoices/invoice-shares.test.ts
  if (bills.includes(row.BalaBillid ?? "") || parts.size < shares.length) throw refuse("分摊的结算单不能重复，也不能是税票自己的结算单");
  // guard check: tests/server/invoices/invoice-shares.test.ts
  if (bills.length > 0 && sumOf(shares, "TotalMoney") >= cents(row.TotalMoney))
    throw refuse("分摊金额合计应小于价税合计，其余属于税票自己的结算单");
  // guard check: tests/server/invoices/invoice-rates.test.ts
  if (shares.some(({ rate }) => !groups.some((group) => group.rate === rate)))
    throw refuse("分摊明细的税率应是税票的税率；多种税率的税票，每行分摊须写明税率");
  for (const group of groups) {
    const given = sumOf(
      shares.filter(({ rate }) => rate === group.rate),
      "TotalMoney",
    );
    // guard check: tests/server/invoices/invoice-rates.test.ts
    if (given > 0n && given > group.total) throw refuse("同一税率的分摊金额合计不能超过税票中该税率的价税合计");
  }
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
