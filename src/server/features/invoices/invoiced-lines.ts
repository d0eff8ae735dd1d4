import type { EffectContext } from "../../engine/effects/effect.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type BalanceLineRow, type BalanceRow, SourceKind } from "../../generated/entities.ts";
import type { RatePart } from "./invoice-rates.ts";

type Loose = Pick<EffectContext, "store" | "work">;

/** The lines of a statement that are ticked, by who invoices them. */
interface ByInvoice {
  /** The supplier: not what was carried into it, nor fees that the shop invoices (docs/decisions/105). */
  readonly invoiced: readonly BalanceLineRow[];
  /** The shop. */
  readonly fees: readonly BalanceLineRow[];
}

/** What is invoiced of a statement. */
export async function linesByInvoice({ store, work }: Loose, balance: BalanceRow): Promise<ByInvoice> {
  const lines = await store.find(entityOf(work.registry, "BalanceLine"), { Billid: balance.Billid, checked: true });
  return {
    invoiced: lines.filter((line) => line.SrcKind !== SourceKind.carried && !isApart(line, balance)),
    fees: lines.filter((line) => isApart(line, balance)),
  };
}

/** What a line says of its rate. */
export function partOfLine({ taxRate, netMoney, taxMoney, TotalMoney }: BalanceLineRow): RatePart {
  return { rate: taxRate, net: cents(netMoney), tax: cents(taxMoney), total: cents(TotalMoney) };
}

const isApart = ({ SrcKind }: BalanceLineRow, { FeeApart }: BalanceRow): boolean => SrcKind === SourceKind.fee && cents(FeeApart) > 0n;
