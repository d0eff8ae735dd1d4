import { RECEIPT } from "./balance-plans.ts";

/** How far one tax invoice goes. */
export interface InvoicePlanned {
  /** In hundredths of the statement. */
  readonly share: number;
  /** Checked and found good or bad, or not checked yet. */
  readonly end: "verified" | "failed" | "open";
  /** Why it failed: 1 not found, 2 used twice, 3 another amount, 4 another buyer. */
  readonly failkind?: 1 | 2 | 3 | 4;
  /** Will fail its check: by a number the check refuses, or by another buyer's name. */
  readonly flaw?: "number" | "buyer";
  /** Entered, but no picture yet. */
  readonly hasNoPicture?: true;
}

const verified = (...shares: number[]): InvoicePlanned[] => shares.map((share) => ({ share, end: "verified" }));
const open = (share: number, more: Partial<InvoicePlanned> = {}): InvoicePlanned => ({ share, end: "open", ...more });
const failed = (failkind: NonNullable<InvoicePlanned["failkind"]>, share: number): InvoicePlanned => ({ share, end: "failed", failkind });

/** A statement's invoices by its number; shares of 100 cover it, failed ones not counted. */
const PLANS: Readonly<Record<number, readonly InvoicePlanned[]>> = {
  0: [failed(3, 50), ...verified(50, 50)],
  1: [failed(1, 40), ...verified(60)],
  2: [...verified(40), open(30)],
  3: verified(70, 30),
  4: verified(50, 50),
  6: [...verified(60), open(40)],
  7: [failed(4, 30), open(30), open(30, { flaw: "buyer" })],
  11: verified(50, 50),
  12: [failed(1, 25), open(25, { hasNoPicture: true }), open(25, { flaw: "number" })],
  13: [failed(2, 30), ...verified(50), open(20)],
  15: [failed(3, 40), ...verified(40, 30, 30)],
  16: [...verified(60), open(40)],
};
/** In the shop of the receipt that statement owes no invoices; this one has as many more. */
const INSTEAD = { n: 15, plans: [failed(3, 40), ...verified(20, 20, 20, 20, 20)] };

/** The tax invoices of a shop's statement. */
export function invoicePlans(shopId: string, n: number): readonly InvoicePlanned[] {
  if (shopId === RECEIPT.shop && n === RECEIPT.n) return [];
  if (shopId === RECEIPT.shop && n === INSTEAD.n) return INSTEAD.plans;
  return PLANS[n] ?? [];
}
