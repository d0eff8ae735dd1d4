import { percentText } from "../../../shared/domain/decimal-text.ts";
import { formatScaled, SCALE } from "../../../shared/domain/scaled.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { BalanceRow } from "../../generated/entities.ts";
import { statementsOf } from "./check-invoice-shares.ts";
import { invoicedFor, invoicesFor, toleranceOf } from "./follow-invoices.ts";
import { invoiceDueOf } from "./invoice-due.ts";
import { byRate, partsFor, TAX_SLACK } from "./invoice-rates.ts";
import { linesByInvoice, partOfLine } from "./invoiced-lines.ts";

type Invoice = EffectContext<"TaxInvoice">;

/**
 * Where the profile says `invoiceGate`, invoices of a statement never come to more than it asks for, all together and rate by rate, but for the
 * shop's tolerance, and have rates of the statement (docs/decisions/100, 105). Asked after they were counted, under the statement's lock. A
 * red-letter invoice takes away and is never too much.
 */
export async function checkInvoiceSum(context: Invoice): Promise<undefined> {
  const { store, work, row } = context;
  if (work.env.flags.invoiceGate !== true || cents(row.TotalMoney) <= 0n) return;
  for (const Billid of statementsOf(row)) {
    const [balance] = await store.find(entityOf(work.registry, "Balance"), { Billid });
    if (balance === undefined) continue;
    await refuseOver(context, balance);
    await refuseOverRates(context, balance);
  }
}

async function refuseOver(context: Invoice, balance: BalanceRow): Promise<void> {
  const asked = invoiceDueOf(balance);
  const owed = asked > 0n ? asked : 0n;
  const over = cents(balance.Sum_invoice) - owed;
  // guard check: tests/server/invoices/invoice-gate.test.ts
  if (over > (await toleranceOf(context)))
    throw refuse(`结算单 ${balance.Billid} 应开票 ${yuan(owed)} 元，录入后超出 ${yuan(over)} 元，请核对税票金额`);
}

/** Only of the rates that this invoice has: what was entered before stays. A statement whose lines do not say their rates asks for none. */
async function refuseOverRates(context: Invoice, balance: BalanceRow): Promise<void> {
  const Billid = balance.Billid ?? "";
  const { invoiced: lines } = await linesByInvoice(context, balance);
  if (lines.some(({ taxRate }) => taxRate === null)) return;
  const asked = byRate(lines.map(partOfLine));
  const invoiced = byRate(await invoicedFor(context, Billid, await invoicesFor(context, Billid)));
  const tolerance = await toleranceOf(context);
  for (const { rate, total } of await partsFor(context, context.row, Billid)) {
    if (total === 0n) continue;
    const percent = percentText(formatScaled(rate ?? 0n, SCALE.rate));
    const [ask, sum] = [asked.get(rate), invoiced.get(rate)];
    // guard check: tests/server/invoices/invoice-rates.test.ts
    if (ask === undefined || sum === undefined) throw refuse(`结算单 ${Billid} 没有税率 ${percent} 的货款，请核对税率`);
    const owed = ask.total > 0n ? ask.total : 0n;
    // guard check: tests/server/invoices/invoice-rates.test.ts
    if (sum.total - owed > tolerance)
      throw refuse(`结算单 ${Billid} 税率 ${percent} 应开票 ${yuan(owed)} 元，录入后超出 ${yuan(sum.total - owed)} 元，请核对税票金额`);
    // Each line of the statement was rounded by up to half a 分, the invoice's tax by up to 0.06.
    const slack = tolerance + TAX_SLACK + BigInt(Math.ceil(lines.filter(({ taxRate }) => taxRate === rate).length / 2));
    // guard check: tests/server/invoices/invoice-rates.test.ts
    if (sum.tax - ask.tax > slack || sum.net - ask.net > slack)
      throw refuse(`结算单 ${Billid} 税率 ${percent} 的不含税金额为 ${yuan(ask.net)} 元、税额为 ${yuan(ask.tax)} 元，税票合计与之不符`);
  }
}

const yuan = (amount: bigint): string => formatScaled(amount, SCALE.money);
