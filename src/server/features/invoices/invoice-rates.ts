import { divideRounded, SCALE } from "../../../shared/domain/scaled.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { TaxInvoiceRow } from "../../generated/entities.ts";

/** Amounts of one rate, in 分. `rate` null: nobody says which. */
export interface RatePart {
  readonly rate: bigint | null;
  readonly net: bigint;
  readonly tax: bigint;
  readonly total: bigint;
}

/** How many rates an invoice may have. */
const MOST = 10;
/** What a group's tax may differ from its rate × its net by, in 分. */
export const TAX_SLACK = 6n;
const ONE = 10n ** BigInt(SCALE.rate);

/**
 * An invoice of several rates has a group for each, whose amounts its own ones are the sum of (a rule of the form), and each group's tax is its
 * rate × its net within 0.06 (docs/decisions/105). One rate alone is the invoice's own.
 */
export async function checkInvoiceRates(context: EffectContext<"TaxInvoice">): Promise<undefined> {
  const { row } = context;
  const groups = await context.lines(row, "TaxInvoiceRate");
  if (groups.length === 0) return;
  const rates = new Set(groups.map(({ taxRate }) => taxRate));
  // guard check: tests/server/invoices/invoice-rates.test.ts
  if (groups.length === 1 || groups.length > MOST || rates.size < groups.length)
    throw refuse(`税率明细应有 2 到 ${MOST} 行，每种税率一行；只有一种税率时请填写税率，不填明细`);
  for (const { taxRate, netMoney, taxMoney, TotalMoney } of groups) {
    const off = cents(taxMoney) * ONE - cents(netMoney) * cents(taxRate);
    // guard check: tests/server/invoices/invoice-rates.test.ts
    if (off > TAX_SLACK * ONE || off < -TAX_SLACK * ONE) throw refuse("税率明细中，每行税额应等于不含税金额 × 税率（允许相差 0.06 元）");
    // guard check: tests/server/invoices/invoice-rates.test.ts
    if (cents(TotalMoney) === 0n || cents(TotalMoney) > 0n !== cents(row.TotalMoney) > 0n)
      throw refuse("税率明细各行的价税合计应与税票同为正数，红字发票同为负数");
  }
}

/** What an invoice is made of: its groups, or all of it at its own rate. */
export async function ratesOf({ store, work }: Pick<EffectContext, "store" | "work">, invoice: TaxInvoiceRow): Promise<RatePart[]> {
  const groups = await store.find(entityOf(work.registry, "TaxInvoiceRate"), { InvId: invoice.Id });
  return (groups.length === 0 ? [invoice] : groups).map(({ taxRate, netMoney, taxMoney, TotalMoney }) => ({
    rate: taxRate,
    net: cents(netMoney),
    tax: cents(taxMoney),
    total: cents(TotalMoney),
  }));
}

/**
 * What of an invoice a statement has, rate by rate: another one its share, with the tax that this part of the group has in it; its own one what
 * the shares leave, so that the parts always come to the invoice (docs/decisions/100, 105).
 */
export async function partsFor(
  context: Pick<EffectContext, "store" | "work">,
  invoice: TaxInvoiceRow,
  billid: string | null,
): Promise<RatePart[]> {
  const { store, work } = context;
  const shares = await store.find(entityOf(work.registry, "TaxInvoiceShare"), { InvId: invoice.Id });
  const isOwn = invoice.BalaBillid === billid;
  return (await ratesOf(context, invoice)).map((group) => {
    const ofGroup = shares.filter(({ taxRate }) => taxRate === null || taxRate === group.rate);
    const parts = ofGroup
      .filter(({ BalaBillid }) => isOwn || BalaBillid === billid)
      .map((share) => shareOf(group, cents(share.TotalMoney)));
    return isOwn ? parts.reduce(minus, group) : parts.reduce(plus, { rate: group.rate, net: 0n, tax: 0n, total: 0n });
  });
}

function shareOf({ rate, ...group }: RatePart, total: bigint): RatePart {
  const tax = divideRounded(group.tax * total, group.total);
  return { rate, net: total - tax, tax, total };
}

const plus = (to: RatePart, { net, tax, total }: RatePart): RatePart => ({
  rate: to.rate,
  net: to.net + net,
  tax: to.tax + tax,
  total: to.total + total,
});

const minus = (from: RatePart, { rate, net, tax, total }: RatePart): RatePart => plus(from, { rate, net: -net, tax: -tax, total: -total });

/** Parts of the same rate together. */
export function byRate(parts: readonly RatePart[]): Map<bigint | null, RatePart> {
  const sums = new Map<bigint | null, RatePart>();
  for (const part of parts) {
    const sum = sums.get(part.rate);
    sums.set(part.rate, sum === undefined ? part : plus(sum, part));
  }
  return sums;
}
