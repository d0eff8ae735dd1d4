import { CHANNELS, type Channel } from "./bank/gateway.ts";

/** A document that the bank can settle. Its machine has the transitions {@link STEPS}. */
export interface Payable {
  /** The state field, and its code while the bank has the payment. */
  readonly state: string;
  readonly atBank: number;
  /** What is paid; below zero: what the shop gets. */
  readonly amount: string;
  /** The document it stands for, in the payment records. */
  readonly source: string;
  /** The supplier always pays, whatever the amount's sign. */
  readonly isReceived: boolean;
  /** The channels that can collect money for it (bills by KingDeePay Recieve alone, docs/decisions/46). */
  readonly collects: readonly Channel[];
  /** The documents that are settled with it, by the field in which they name it; each gets a payment record of its own. */
  readonly parts: { readonly entity: string; readonly by: string } | null;
}

/** What its machine calls the steps that a bank takes. */
export const STEPS = { start: "bankpay", success: "bankpaid", failed: "bankfailed" } as const;

const BILL = { state: "Statu", atBank: 25, amount: "Bala_sum", source: "BalaBillid", isReceived: false } as const;

/** Everything that is paid by bank. The rest of the flow knows none of them by name. */
export const PAYABLES: Readonly<Record<string, Payable>> = {
  BalancePay: { ...BILL, collects: ["KingDeePay"], parts: null },
  BalancePayFath: { ...BILL, collects: ["KingDeePay"], parts: { entity: "BalancePay", by: "FathId" } },
  PayOrder: { state: "Statu", atBank: 25, amount: "Pay_sum", source: "bllid", isReceived: true, collects: CHANNELS, parts: null },
};

export function payableOf(entity: string): Payable {
  const payable = PAYABLES[entity];
  if (!payable) throw new Error(`${entity} is not paid by bank`);
  return payable;
}
