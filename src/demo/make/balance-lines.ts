import { taxIn } from "../../server/features/settlement/tax-in.ts";
import type { Row } from "../../shared/domain/cell.ts";

/** Kinds of what a statement collects. */
export const SOURCE = { accept: 1, return: 2, adjust: 3, fee: 4, sale: 5 } as const;
type SourceKind = (typeof SOURCE)[keyof typeof SOURCE];

/** What a statement collects: signed, so that the lines add up to its total. */
export interface BalanceSource {
  readonly kind: SourceKind;
  readonly billid: string;
  readonly busdate: string;
  /** Fees belong to no store. */
  readonly storeName: string | null;
  readonly total: bigint;
  readonly rate: bigint;
}

/** Kind by kind: where the documents say what they come to, and with which sign it counts. */
const AMOUNTS = { 1: ["sum_cost", 1n], 2: ["sum_cost", -1n], 3: ["DifMoney", 1n], 4: ["FeeMoney", -1n] } as const;

/** A document as a source. Fees have a tax rate of their own, the others the supplier's. */
export function sourceOf(kind: keyof typeof AMOUNTS, document: Row, rate: bigint): BalanceSource {
  const [field, sign] = AMOUNTS[kind];
  return {
    kind,
    billid: String(document.Billid),
    busdate: String(document.busdate),
    storeName: kind === SOURCE.fee ? null : String(document.StoreName),
    total: sign * BigInt(document[field] as bigint),
    rate: kind === SOURCE.fee ? BigInt(document.taxRate as bigint) : rate,
  };
}

/** The fields of a statement's line. */
export function lineValues({ kind, billid, busdate, storeName, total, rate }: BalanceSource): Row {
  const tax = taxIn(total, rate);
  return {
    SrcKind: kind,
    SrcBillid: billid,
    busdate,
    StoreName: storeName,
    netMoney: total - tax,
    taxRate: rate,
    taxMoney: tax,
    TotalMoney: total,
  };
}

export function sumOf(sources: readonly BalanceSource[], ...kinds: readonly number[]): bigint {
  const counted = sources.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  return counted.reduce((total, source) => total + source.total, 0n);
}
