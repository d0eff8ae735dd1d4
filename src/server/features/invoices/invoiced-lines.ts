import type { EffectContext } from "../../engine/effects/effect.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type BalanceLineRow, type BalanceRow, SourceKind } from "../../generated/entities.ts";
import type { RatePart } from "./invoice-rates.ts";

type Loose = Pick<EffectContext, "store" | "work">;

/** The lines of a statement that the supplier invoices: not what was carried into it, nor fees that the shop invoices (docs/decisions/105). */
export async function invoicedLines(context: Loose, balance: BalanceRow): Promise<BalanceLineRow[]> {
  return (await tickedLines(context, balance)).filter((line) => line.SrcKind !== SourceKind.carried && !isApart(line, balance));
}

/** The lines that the shop invoices. */
export async function feeLines(context: Loose, balance: BalanceRow): Promise<BalanceLineRow[]> {
  return (await tickedLines(context, balance)).filter((line) => isApart(line, balance));
}

/** What a line says of its rate. */
export function partOfLine({ taxRate, netMoney, taxMoney, TotalMoney }: BalanceLineRow): RatePart {
  return { rate: taxRate, net: cents(netMoney), tax: cents(taxMoney), total: cents(TotalMoney) };
}

function tickedLines({ store, work }: Loose, { Billid }: BalanceRow): Promise<readonly BalanceLineRow[]> {
  return store.find(entityOf(work.registry, "BalanceLine"), { Billid, checked: true });
}

const isApart = ({ SrcKind }: BalanceLineRow, { FeeApart }: BalanceRow): boolean => SrcKind === SourceKind.fee && cents(FeeApart) > 0n;
