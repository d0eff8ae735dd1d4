import { isOneOf } from "../../base/codes.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";
import { PayStatus } from "../../generated/entities.ts";
import { statementsOf } from "./check-invoice-shares.ts";
import { redInvoicesOf } from "./check-red-invoice.ts";
import { forgetInvoice } from "./flag-invoice.ts";
import { followInvoices } from "./follow-invoices.ts";

/** Where the money of a statement is on its way or gone. */
export const MONEY_GONE = [PayStatus.atBank, PayStatus.paid];

/**
 * A verified invoice is voided: its statements go without it (docs/decisions/100). Not once one is paid, which is asked under its
 * lock, as paying asks for its invoices under the same; nor while a red-letter invoice answers for it.
 */
export async function voidInvoice(context: EffectContext<"TaxInvoice">): Promise<undefined> {
  const { store, work, row } = context;
  for (const Billid of statementsOf(row)) {
    const [balance] = await store.find(entityOf(work.registry, "Balance"), { Billid }, true);
    // guard check: tests/server/invoices/invoice-gate.test.ts
    if (isOneOf(balance?.Statu, MONEY_GONE)) throw refuse("结算单已付款或正在付款，不能作废税票，请开红字发票");
  }
  // guard check: tests/server/invoices/invoice-gate.test.ts
  if ((await redInvoicesOf(context, row)).length > 0) throw refuse("该税票已开红字发票，不能作废");
  await forgetInvoice(store, row);
  for (const billid of statementsOf(row)) await followInvoices(context, billid);
}
