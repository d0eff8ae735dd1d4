import type { SourceLine } from "../../server/features/settlement/source-line.ts";
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

/** What lines come to. */
export function sumOf(lines: readonly SourceLine[]): bigint {
  return lines.reduce((total, { values }) => total + (values.TotalMoney ?? 0n), 0n);
}
