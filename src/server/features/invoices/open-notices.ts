import { addDays, dayOf, timeOf } from "../../../shared/domain/day.ts";
import { createLater, createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { unread } from "../../engine/effects/unread.ts";
import { sumOf } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { BalanceLineRow, InvoiceApplyRow } from "../../generated/entities.ts";
import { invoiceDueOf } from "./invoice-due.ts";
import { linesByInvoice } from "./invoiced-lines.ts";

/** Days a supplier has to hand in its tax invoices. */
const DAYS = 20;
/** How much of the voucher's bill number its accounting number carries. */
const SHORT = 6;

/**
 * The voucher of a confirmed statement, and the notice that asks for tax invoices (docs/decisions/41). One that owes none gets no deadline.
 * Both are over what the statement's own lines come to: what was carried into it has a voucher of its own (docs/decisions/96). Fees
 * that the shop invoices stand beside it (docs/decisions/105).
 */
export async function openNotices(context: EffectContext<"Balance">): Promise<undefined> {
  const { store, work, row } = context;
  const busdate = dayOf(work.now);
  const { invoiced: lines, fees } = await linesByInvoice(context, row);
  const rates = new Set(lines.map(({ taxRate }) => taxRate));
  const [rate = null] = rates;
  const shared = {
    busdate,
    BalaBillid: row.Billid,
    auditor: work.actor.userName,
    audittime: timeOf(work.now),
    creator: "系统",
    netMoney: sumOf(lines, "netMoney"),
    taxMoney: sumOf(lines, "taxMoney"),
    taxRate: rates.size === 1 ? rate : null,
    TotalMoney: invoiceDueOf(row),
    FeeNet: -sumOf(fees, "netMoney"),
    FeeTax: -sumOf(fees, "taxMoney"),
    FeeMoney: -sumOf(fees, "TotalMoney"),
  };
  const vouchers = entityOf(work.registry, "Voucher");
  const Billid = await store.nextNumber(vouchers.number?.prefix ?? "PZ", busdate);
  const VoucherNo = `记-${busdate.slice(0, 7).replace("-", "")}-${Billid.slice(-SHORT)}`;
  await createLater(context, vouchers, { ...shared, Billid, VoucherNo });
  const isOwing = invoiceDueOf(row) > 0n;
  const notices = entityOf(work.registry, "InvoiceApply");
  const deadline = isOwing ? addDays(busdate, DAYS) : null;
  const notice = await createRow(context, notices, { ...shared, ...(await buyerOf(context, lines)), deadline });
  if (isOwing) await unread.run?.({ kind: "unread", unread: "supplier" }, { ...context, entity: notices, row: notice });
}

/** Whom the invoices are made out to: the first store of the statement, else the shop itself. */
async function buyerOf({ store, work }: EffectContext<"Balance">, lines: readonly BalanceLineRow[]): Promise<Partial<InvoiceApplyRow>> {
  const StoreName = lines.find((line) => line.StoreName !== null)?.StoreName ?? null;
  const [place] = StoreName === null ? [] : await store.find(entityOf(work.registry, "Store"), { StoreName });
  if (place) {
    const { InvTitle, TaxNo, InvAddr, BankName, BankAcct } = place;
    return { InvTitle, TaxNo, InvAddr, BankName, BankAcct };
  }
  const [shop] = await store.find(entityOf(work.registry, "Shop"), { SHOP_ID: store.shopId });
  if (!shop) throw new Error(`there is no shop ${store.shopId}`);
  return { InvTitle: shop.ShopName, TaxNo: shop.TaxNo, InvAddr: shop.address, BankName: shop.BankName, BankAcct: shop.BankAcct };
}
