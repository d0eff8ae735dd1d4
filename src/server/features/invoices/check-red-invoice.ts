import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { InvoiceStatus, type TaxInvoiceRow } from "../../generated/entities.ts";
import { byRate, partsFor, type RatePart, ratesOf } from "./invoice-rates.ts";

const AMOUNTS = ["net", "tax", "total"] as const;

/**
 * A red-letter invoice names the verified one that it takes back, of the same supplier and statement, and all of them together never take
 * back more than it says, rate by rate (docs/decisions/100, 105). The blue one is locked: two at once see each other, and it is not voided meanwhile.
 */
export async function checkRedInvoice(context: EffectContext<"TaxInvoice">): Promise<undefined> {
  const { store, entity, row } = context;
  if ((row.RedNumber ?? "") === "") return;
  const [blue] = await store.find(entity, { Number: row.RedNumber, Code: row.RedCode }, true);
  const isOurs = blue !== undefined && blue.provid === row.provid && blue.BalaBillid === row.BalaBillid;
  // guard check: tests/server/invoices/invoice-gate.test.ts
  if (!isOurs || blue.InvoiceStt !== InvoiceStatus.verified || (blue.RedNumber ?? "") !== "")
    throw refuse("对应的蓝票应是同一结算单已验证的蓝字发票");
  const reds: RatePart[] = [];
  for (const red of await redInvoicesOf(context, blue)) reds.push(...(await ratesOf(context, red)));
  const [whole, own] = [byRate(await ratesOf(context, blue)), byRate(await partsFor(context, blue, blue.BalaBillid))];
  for (const red of byRate(reds).values()) {
    const [all, left] = [whole.get(red.rate), own.get(red.rate)];
    // guard check: tests/server/invoices/invoice-rates.test.ts
    if (all === undefined || left === undefined) throw refuse("红字发票的税率应是蓝票的税率");
    // What it shares with other statements is not its own one's to take back.
    // guard check: tests/server/invoices/invoice-shares.test.ts
    if (left.total + red.total < 0n && left.total < all.total) throw refuse("蓝票已分摊给其他结算单，红字发票不能超过其余部分");
    // guard check: tests/server/invoices/invoice-gate.test.ts
    if (AMOUNTS.some((name) => all[name] + red[name] < 0n)) throw refuse("红字发票合计超过了蓝票的金额或税额");
  }
}

/** The red-letter invoices that count against this one. */
export async function redInvoicesOf({ store, entity }: EffectContext<"TaxInvoice">, blue: TaxInvoiceRow): Promise<TaxInvoiceRow[]> {
  const red = await store.find(entity, { RedNumber: blue.Number, RedCode: blue.Code });
  return red.filter(({ InvoiceStt }) => InvoiceStt !== InvoiceStatus.failed);
}
