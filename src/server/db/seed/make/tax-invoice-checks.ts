import type { Row } from "../../../../shared/domain/cell.ts";
import { timeOf } from "../../../../shared/domain/day.ts";
import { open } from "../play.ts";
import { entityIn, type TradingShop } from "../world.ts";
import type { Statement } from "./balances.ts";
import type { InvoicePlanned } from "./tax-invoice-plans.ts";
import { finishNotices } from "./vouchers.ts";

/*
 * The check of tax invoices has no machine yet: both functions here write one step of it and can be replaced by transitions.
 */

const FAILURES = { 1: "查无此票", 2: "该发票已在其他单据中使用", 3: "票面金额与录入金额不符", 4: "购方名称或税号不符" } as const;
const STEP = { due: 4, entered: 5, checked: 6 } as const;

/** 验真: what the check says of an invoice. One that failed no longer counts. */
export async function checkInvoice(shop: TradingShop, now: Date, statement: Statement, plan: InvoicePlanned, invoice: Row): Promise<void> {
  const { failkind = null } = plan;
  await shop.store.update(
    entityIn(shop, "TaxInvoice"),
    { Id: invoice.Id ?? null },
    {
      InvoiceStt: failkind === null ? 1 : -1,
      failkind,
      verifyMsg: failkind === null ? "发票查验一致" : FAILURES[failkind],
      verifier: shop.staff.boss.userName,
      verifytime: timeOf(now),
      chkid: `SB${String(invoice.Number).slice(-8)}`,
    },
  );
  await open(shop, "shop", "TaxInvoice", invoice);
  if (failkind !== null) {
    const less = { Sum_invoice: { plus: -BigInt(invoice.TotalMoney as bigint) } };
    await shop.store.update(entityIn(shop, "Balance"), { Billid: statement.row.Billid ?? null }, less);
    await shop.store.update(entityIn(shop, "BalancePlan"), { BalaBillid: statement.row.Billid ?? null }, less);
  }
  await followInvoices(shop, now, statement);
}

/** The plan's step follows the invoices (DOMAIN 4.4); notices end when they cover the statement. */
export async function followInvoices(shop: TradingShop, now: Date, statement: Statement): Promise<void> {
  const BalaBillid = statement.row.Billid ?? null;
  const invoices = await shop.store.find(entityIn(shop, "TaxInvoice"), { BalaBillid });
  const [plan] = await shop.store.find(entityIn(shop, "BalancePlan"), { BalaBillid });
  if (!plan || Number(plan.stt) < STEP.due || Number(plan.stt) > STEP.checked) return;
  const isCovered = BigInt(plan.Sum_invoice as bigint) >= BigInt(plan.TotalMoney as bigint);
  const counted = invoices.filter(({ InvoiceStt }) => InvoiceStt !== -1);
  const isChecked = counted.every(({ InvoiceStt, ImgUrl }) => InvoiceStt === 1 && ImgUrl !== null);
  const stt = !isCovered ? STEP.due : isChecked ? STEP.checked : STEP.entered;
  await shop.store.update(entityIn(shop, "BalancePlan"), { Id: plan.Id ?? null }, { stt });
  await finishNotices(shop, now, statement);
}
