import type { Entity, Registry } from "../../../shared/registry/model.ts";
import type { EntityOf, RowOf, TransitionName } from "../../engine/store/typed-rows.ts";
import { moneyOf } from "../../engine/values/amounts.ts";
import { completeRow, type Reading } from "../../engine/values/complete-row.ts";
import { entityOf } from "../../engine/values/names.ts";
import { BalancePayFathStatu, PayBillStatus, PayOrderStatu } from "../../generated/entities.ts";
import { CHANNELS, type Channel } from "./bank/gateway.ts";

/** Entities of the documents that the bank can settle. Their machines have the transitions {@link STEPS}. */
export type PayableName = "BalancePay" | "BalancePayFath" | "PayOrder";
export type PayableEntity = EntityOf<PayableName>;
export type PayableRow = RowOf<PayableName>;

/** A document that the bank can settle. */
export interface Payable {
  /** The state while the bank has the payment. */
  readonly atBank: PayableRow["Statu"];
  /** What is paid; below zero: what the shop gets. */
  readonly amount: "due" | "Bala_sum" | "Pay_sum";
  /** The supplier always pays, whatever the amount's sign. */
  readonly isReceived: boolean;
  /** The channels that can collect money for it (bills by KingDeePay Recieve alone, docs/decisions/46). */
  readonly collects: readonly Channel[];
  /** The documents that are settled with it, by the field in which they name it; each gets a payment record of its own. */
  readonly parts: { readonly entity: "BalancePay"; readonly by: "FathId" } | null;
}

/** What its machine calls the steps that a bank takes. */
export const STEPS: Readonly<Record<"start" | "success" | "failed", TransitionName<PayableName>>> = {
  start: "bankpay",
  success: "bankpaid",
  failed: "bankfailed",
};

const BILL = { isReceived: false, collects: ["KingDeePay"] } as const;

/** Everything that is paid by bank. The rest of the flow knows none of them by name. */
const PAYABLES: Readonly<Record<PayableName, Payable>> = {
  BalancePay: { ...BILL, amount: "due", atBank: PayBillStatus.atBank, parts: null },
  BalancePayFath: { ...BILL, amount: "Bala_sum", atBank: BalancePayFathStatu.atBank, parts: { entity: "BalancePay", by: "FathId" } },
  PayOrder: { atBank: PayOrderStatu.paying, amount: "Pay_sum", isReceived: true, collects: CHANNELS, parts: null },
};

/** Merged documents before their parts. */
export const PAYABLE_NAMES: readonly PayableName[] = ["BalancePayFath", "BalancePay", "PayOrder"];

export function isPayable(entity: Entity): entity is PayableEntity {
  return Object.hasOwn(PAYABLES, entity.name);
}

export function payableOf({ name }: PayableEntity): Payable {
  return PAYABLES[name];
}

/** The entity of documents that are paid by bank, by its name in a page's or an order's words. */
export function payableEntity(registry: Registry, name: string): PayableEntity {
  const entity = entityOf(registry, name);
  if (!isPayable(entity)) throw new Error(`${name} is not paid by bank`);
  return entity;
}

/** What is due for a document, in 分; below zero: what the shop gets. */
export async function dueOf(reading: Reading, entity: PayableEntity, row: PayableRow): Promise<bigint> {
  const { amount } = payableOf(entity);
  return moneyOf(await completeRow(reading, entity, row, [amount]), amount);
}
