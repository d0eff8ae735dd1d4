import type { Row } from "../../../../shared/domain/cell.ts";
import { addDays, dayOf, timeOf } from "../../../../shared/domain/day.ts";
import { actAsSystem } from "../play.ts";
import { entityIn, put, type TradingShop } from "../world.ts";
import type { Statement } from "./balances.ts";

/** Days a supplier has to hand in its tax invoices. */
const DAYS = 20;
const PAID = 50;

/** BA4: the voucher of a confirmed statement, and the notice that asks for tax invoices. */
export async function openNotices(shop: TradingShop, now: Date, { row, supplier }: Statement): Promise<void> {
  const busdate = dayOf(now);
  const boss = shop.staff.boss.userName;
  const shared = {
    provid: row.provid ?? null,
    Provider: row.Provider ?? null,
    busdate,
    BalaBillid: row.Billid ?? null,
    auditor: boss,
    audittime: timeOf(now),
    ...(await taxesOf(shop, row)),
    creator: "系统",
    createtime: timeOf(now),
  };
  const number = await shop.store.nextNumber("PZ", busdate);
  const VoucherNo = `记-${busdate.slice(0, 7).replace("-", "")}-${number.slice(-6)}`;
  await put(shop, "Voucher", { ...shared, Billid: number, VoucherNo });
  const buyer = shop.stores[(supplier.seq - 1) % shop.stores.length];
  const billing = ["InvTitle", "TaxNo", "InvAddr", "BankName", "BankAcct"].map((name) => [name, buyer?.[name] ?? null]);
  await put(shop, "InvoiceApply", {
    ...shared,
    Billid: await shop.store.nextNumber("KP", busdate),
    ...Object.fromEntries(billing),
    // Below zero there is nothing to invoice.
    deadline: owesInvoices(row) ? addDays(busdate, DAYS) : null,
  });
}

/**
 * Both are done once the invoices cover the statement. One that owes none has no invoice to wait for: its money ends them.
 */
export async function finishNotices(shop: TradingShop, now: Date, { row }: Statement): Promise<void> {
  const [balance] = await shop.store.find(entityIn(shop, "Balance"), { Id: row.Id ?? null });
  const isCovered = BigInt(balance?.Sum_invoice as bigint) >= BigInt(row.TotalMoney as bigint);
  if (!isCovered || (!owesInvoices(row) && balance?.Statu !== PAID)) return;
  for (const entity of ["Voucher", "InvoiceApply"]) {
    for (const notice of await shop.store.find(entityIn(shop, entity), { BalaBillid: row.Billid ?? null, Statu: 10 }))
      await actAsSystem(shop, now, { entity, id: Number(notice.Id), transition: "finish" });
  }
}

/** Whether the supplier has to hand in tax invoices for the statement. */
const owesInvoices = (statement: Row): boolean => BigInt(statement.TotalMoney as bigint) > 0n;

/** What the lines come to without tax, their tax, and their rate where all have the same. */
async function taxesOf(shop: TradingShop, { Billid = null, TotalMoney = null }: Row): Promise<Row> {
  const lines = await shop.store.find(entityIn(shop, "BalanceLine"), { Billid, checked: true });
  const sum = (name: string) => lines.reduce((total, line) => total + BigInt(line[name] as bigint), 0n);
  const rates = new Set(lines.map((line) => line.taxRate ?? null));
  const [rate = null] = rates;
  return { netMoney: sum("netMoney"), taxMoney: sum("taxMoney"), TotalMoney, taxRate: rates.size === 1 ? rate : null };
}
