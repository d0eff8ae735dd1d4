import { formatScaled, SCALE } from "../../../shared/domain/scaled.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { statementsOf } from "./check-invoice-shares.ts";
import { toleranceOf } from "./follow-invoices.ts";
import { invoiceDueOf } from "./invoice-due.ts";

/**
 * Where the profile says `invoiceGate`, invoices of a statement never come to more than it asks for, but for the shop's tolerance
 * (docs/decisions/100). Asked after they were counted, under the statement's lock. A red-letter invoice takes away and is never too much.
 */
export async function checkInvoiceSum({ store, work, row }: EffectContext<"TaxInvoice">): Promise<undefined> {
  if (work.env.flags.invoiceGate !== true || cents(row.TotalMoney) <= 0n) return;
  for (const billid of statementsOf(row)) await refuseOver({ store, work }, billid);
}

async function refuseOver({ store, work }: Pick<EffectContext, "store" | "work">, billid: string): Promise<void> {
  const [balance] = await store.find(entityOf(work.registry, "Balance"), { Billid: billid });
  if (balance === undefined) return;
  const asked = invoiceDueOf(balance);
  const owed = asked > 0n ? asked : 0n;
  const over = cents(balance.Sum_invoice) - owed;
  // guard check: tests/server/invoices/invoice-gate.test.ts
  if (over > (await toleranceOf({ store, work })))
    throw refuse(`结算单 ${balance.Billid} 应开票 ${yuan(owed)} 元，录入后超出 ${yuan(over)} 元，请核对税票金额`);
}

const yuan = (amount: bigint): string => formatScaled(amount, SCALE.money);
