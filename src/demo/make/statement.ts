import { taxIn } from "../../server/features/settlement/statement-amounts.ts";
import type { Row } from "../../shared/domain/cell.ts";
import type { Party } from "../../shared/registry/model.ts";
import data from "../data/balances.json" with { type: "json" };
import type { SeedSupplier } from "../world.ts";

/** How far a statement goes, and what comes of it. Money is in 分. */
export interface StatementPlan {
  readonly n: number;
  readonly supplier: number;
  /** Days from the anchor day to the statement. */
  readonly offset: number;
  readonly b2b: number;
  /** Of its bill. */
  readonly statu: number;
  /** At most so many acceptances, the oldest free ones. */
  readonly accepts: number;
  /** Fee bills of the period; one more closes the statement where its total is given and nothing is sold. */
  readonly fees: number;
  /** What a cost adjustment of the period adds: 1 more (补差) or -1 less (退差). */
  readonly adjust?: number;
  /** Lines of daily sales, of suppliers who are paid for what was sold. */
  readonly sales?: number;
  /** The total it must come to; `ends` only the last digit: the bank simulator fails bills that end in 1, and leaves those in 2. */
  readonly total?: number;
  readonly ends?: number;
  readonly isStopped?: boolean;
  /** Came back once before it went through. */
  readonly wasRejected?: boolean;
  /** Who has uploaded a picture of the tax invoices to its bill. */
  readonly uploadedBy?: Party;
  readonly invoices?: readonly InvoicePlan[];
  readonly applications?: readonly ApplicationPlan[];
}

/** A tax invoice of a statement. */
export interface InvoicePlan {
  /** In hundredths of the statement; those that do not fail cover it at 100. */
  readonly share: number;
  /** Checked and found good or bad, or not checked yet. */
  readonly end: "verified" | "failed" | "open";
  /** Why it failed: 1 not found, 2 used twice, 3 another amount, 4 another buyer. */
  readonly failkind?: 1 | 2 | 3 | 4;
  /** Will fail its check: by a number the check refuses, or by another buyer's name. */
  readonly flaw?: "number" | "buyer";
  /** Entered, but no picture yet. */
  readonly hasNoPicture?: boolean;
}

/** An application for payment; each comes two hours after the one before it. */
export interface ApplicationPlan {
  readonly type: "balance" | "request";
  readonly by: Party;
  /** Of the amount due, in hundredths. */
  readonly share: number;
  readonly stt: number;
  /** How many nodes have agreed where it is still on its way; all but the last unless told otherwise. */
  readonly agreed?: number;
}

/** Bills that are paid together: by the numbers of their statements, from a day on. */
export const MERGES = data.merges;

/** The first two statements were paid together, the third and the fifth are to be: nothing pays them alone. */
export const PAID_TOGETHER: ReadonlySet<number> = new Set(MERGES.flatMap(({ of }) => of));

/** Totals below it need no sales. */
const LOW = 100_000;

/**
 * The statements of a shop by their number: the spotlight supplier's in every state; others with amounts that print every branch
 * of the capitals. In one shop a supplier owed and has paid (a receipt, 收款), and another one owes nothing.
 */
export function statementPlans(shopId: string): readonly StatementPlan[] {
  const there: Readonly<Record<string, object>> = shopId === data.receiptShop ? data.inReceiptShop : {};
  return data.plans.map((plan, n) => ({ ...plan, ...there[n], n }) as StatementPlan);
}

/** Whether a fee bill brings it to its total: of suppliers who sell daily, sales make up a high one. */
export function closesWithFee({ total, ends, sales = 0 }: StatementPlan): boolean {
  return ends !== undefined || (total !== undefined && (sales === 0 || total < LOW));
}

/** A statement that was made. */
export interface Statement {
  readonly plan: StatementPlan;
  readonly supplier: SeedSupplier;
  /** As it was made: what happened to it later is in the store. */
  readonly row: Row;
}

/** Kinds of what a statement collects. */
export const SOURCE = { accept: 1, return: 2, adjust: 3, fee: 4, sale: 5, carried: 6 } as const;

/** What a statement collects: signed, so that the lines add up to its total. */
export interface Source {
  readonly kind: (typeof SOURCE)[keyof typeof SOURCE];
  readonly billid: string;
  readonly busdate: string;
  /** Fees belong to no store. */
  readonly storeName: string | null;
  readonly total: bigint;
  /** null: it has no tax of its own. */
  readonly rate: bigint | null;
}

/** Kind by kind: where the documents say what they come to, and with which sign it counts. */
const AMOUNTS = { 1: ["sum_cost", 1n], 2: ["sum_cost", -1n], 3: ["DifMoney", 1n], 4: ["FeeMoney", -1n] } as const;

/** A document as a source. Fees have a tax rate of their own, the others the supplier's. */
export function sourceOf(kind: keyof typeof AMOUNTS, document: Row, rate: bigint): Source {
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

/** A statement below zero that goes into the next one. */
export function carriedOf({ Billid, busdate, TotalMoney }: Row): Source {
  const about = { billid: String(Billid), busdate: String(busdate), storeName: null };
  return { ...about, kind: SOURCE.carried, total: BigInt(TotalMoney as bigint), rate: null };
}

/** The fields of a statement's line. */
export function lineValues({ kind, billid, busdate, storeName, total, rate }: Source): Row {
  const taxMoney = rate === null ? 0n : taxIn(total, rate);
  const amounts = { netMoney: total - taxMoney, taxRate: rate, taxMoney, TotalMoney: total };
  return { SrcKind: kind, SrcBillid: billid, busdate, StoreName: storeName, ...amounts };
}

/** What sources of these kinds come to; of all kinds where none is named. */
export function sumOf(sources: readonly Source[], ...kinds: readonly number[]): bigint {
  const counted = sources.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  return counted.reduce((total, source) => total + source.total, 0n);
}
