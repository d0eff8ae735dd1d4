import { profileOf } from "../../server/base/viewer.ts";
import { sumOf } from "../../server/engine/values/amounts.ts";
import { invoicedFor, invoicesFor } from "../../server/features/invoices/follow-invoices.ts";
import { byRate } from "../../server/features/invoices/invoice-rates.ts";
import { linesByInvoice, partOfLine } from "../../server/features/invoices/invoiced-lines.ts";
import { taxIn } from "../../server/features/settlement/statement-amounts.ts";
import type { BalanceRow } from "../../server/generated/entities.ts";
import type { Row } from "../../shared/domain/cell.ts";
import { addDays, dayOf } from "../../shared/domain/day.ts";
import { photograph } from "../invoice-pictures.ts";
import { act, enter, open, systemAt } from "../play.ts";
import type { Random } from "../random.ts";
import { minute } from "../timeline.ts";
import { entityIn, onDay, streamIn, type TradingShop } from "../world.ts";
import type { InvoicePlan, Statement } from "./statement.ts";

/** What the check of the demo refuses a number for. */
const REFUSED_DIGIT = "7";
/** Taken from an amount that is not what the invoice says. */
const MISREAD = 10_000n;
const FAILURES = { 1: "查无此票", 2: "该发票已在其他单据中使用", 3: "票面金额与录入金额不符", 4: "购方名称或税号不符" } as const;

/** Plans the tax invoices of a confirmed statement: those that fail come first, then those that stay. */
export function planInvoices(shop: TradingShop, statement: Statement): void {
  const { plan } = statement;
  for (const [index, invoice] of (plan.invoices ?? []).entries()) {
    const [entered, checked] = invoice.end === "failed" ? [8, 9] : [10, 11];
    onDay(shop, plan.offset + 3, minute(entered, plan.n), async (now) => {
      const row = await enterInvoice(shop, now, statement, invoice, index);
      if (invoice.end === "open") return;
      onDay(shop, plan.offset + 3, minute(checked, plan.n), (later) => checkInvoice(shop, later, invoice, row));
    });
  }
}

/** The supplier enters an invoice for its share of the statement; the last of several takes what is left of 100. */
async function enterInvoice(shop: TradingShop, now: Date, statement: Statement, plan: InvoicePlan, index: number): Promise<Row> {
  const { row, supplier } = statement;
  const random = streamIn(shop, "TaxInvoice", statement.plan.n * 10 + index);
  const InvType = ((statement.plan.n + index) % 4) + 1;
  const groups = await groupsOf(shop, now, statement, plan);
  const [notice] = await shop.store.find(entityIn(shop, "InvoiceApply"), { BalaBillid: row.Billid ?? null });
  const title = String(notice?.InvTitle);
  const number = numberOf(random, InvType, plan.flaw === "number");
  return enter(shop, supplier.user, now, {
    entity: "TaxInvoice",
    values: {
      BalaBillid: row.Billid ?? null,
      InvType,
      ...number,
      InvDate: addDays(dayOf(now), -1),
      InvTitle: plan.flaw === "buyer" || plan.failkind === 4 ? title.replace("（示例）", "有限公司（示例）") : title,
      BuyerTaxNo: notice?.TaxNo ?? null,
      ...sumsOf(groups),
      taxRate: groups.length === 1 ? (groups[0]?.taxRate ?? null) : null,
      ImgUrl: plan.hasNoPicture ? null : await photograph(shop, supplier.user, now, number.Number),
    },
    lines: groups.length === 1 ? {} : { TaxInvoiceRate: groups.map((group) => ({ ...group })) },
  });
}

/** 验真: what the register says of an invoice is what its plan wants. */
async function checkInvoice(shop: TradingShop, now: Date, { failkind }: InvoicePlan, invoice: Row): Promise<void> {
  const verifyMsg = failkind === undefined ? "发票查验一致" : FAILURES[failkind];
  const answer = { failkind: failkind ?? null, verifyMsg, chkid: `SB${String(invoice.Number).slice(-8)}` };
  await act(shop, shop.staff.boss, now, { entity: "TaxInvoice", id: Number(invoice.Id), transition: "verify", answer });
  await open(shop, "shop", "TaxInvoice", Number(invoice.Id));
}

type Amounts = Record<"netMoney" | "taxMoney" | "TotalMoney", bigint>;
type Group = Amounts & { readonly taxRate: bigint };

const sumsOf = (groups: readonly Group[]): Amounts => ({
  netMoney: sumOf(groups, "netMoney"),
  taxMoney: sumOf(groups, "taxMoney"),
  TotalMoney: sumOf(groups, "TotalMoney"),
});

/** What an invoice is over, rate by rate: its share of what the statement asks for, the last of several what is left. */
async function groupsOf(shop: TradingShop, now: Date, statement: Statement, { share, failkind }: InvoicePlan): Promise<Group[]> {
  const kept = (statement.plan.invoices ?? []).filter(({ end }) => end !== "failed");
  const isWhole = kept.reduce((sum, one) => sum + one.share, 0) === 100;
  const at = { store: shop.store, work: systemAt(shop, now) };
  const Billid = String(statement.row.Billid);
  const entered = byRate(await invoicedFor(at, Billid, await invoicesFor(at, Billid)));
  return (await askedOf(shop, now, statement)).map(({ rate, total }, index) => {
    const money = (total * BigInt(share)) / 100n;
    const left = total - (entered.get(rate)?.total ?? 0n);
    const isLast = failkind === undefined && isWhole && left - money < BigInt(kept.length);
    const TotalMoney = isLast ? left : failkind === 3 && index === 0 && money > MISREAD ? money - MISREAD : money;
    const taxMoney = taxIn(TotalMoney, rate);
    return { taxRate: rate, netMoney: TotalMoney - taxMoney, taxMoney, TotalMoney };
  });
}

/** What a statement asks for: its goods rate by rate where the shop invoices its fees, else one amount at the supplier's rate. */
async function askedOf(
  shop: TradingShop,
  now: Date,
  { row, supplier }: Statement,
): Promise<{ readonly rate: bigint; readonly total: bigint }[]> {
  if (profileOf(shop.registry, shop.plan.id).flags.feeInvoice !== true)
    return [{ rate: BigInt(supplier.row.taxRate as bigint), total: BigInt(row.TotalMoney as bigint) }];
  const { invoiced: lines } = await linesByInvoice({ store: shop.store, work: systemAt(shop, now) }, row as BalanceRow);
  return [...byRate(lines.map(partOfLine)).values()].map(({ rate, total }) => ({ rate: rate ?? 0n, total }));
}

/** Paper invoices have a code and 8 digits, digital ones 20 digits and no code. */
function numberOf(random: Random, InvType: number, isRefused: boolean): { readonly Code: string | null; readonly Number: string } {
  const isDigital = InvType > 2;
  const digits = `${isDigital ? "25" : ""}${random.digits(isDigital ? 17 : 7)}`;
  const last = isRefused ? REFUSED_DIGIT : random.pick([..."012345689"]);
  return { Code: isDigital ? null : `0${random.digits(InvType === 1 ? 9 : 11)}`, Number: digits + last };
}
