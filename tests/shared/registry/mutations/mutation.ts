import type { Check } from "../../../../src/shared/registry/checks/check.ts";
import type { Edit } from "../minimal.ts";

/** The small registry with something broken, and every problem that must be told for it. */
export interface Mutation {
  readonly rule: Check;
  readonly edits: readonly Edit[];
  readonly problems: readonly string[];
}

export const mutation = (rule: Check, edits: readonly Edit[], ...problems: string[]): Mutation => ({ rule, edits, problems });

export const MENU = "modules.json";
export const BILL = "schemas/entities/bill.json";
export const LINE = "schemas/entities/bill-line.json";
export const BILLS = "schemas/modules/bills/bills.json";
export const PRINT = "schemas/prints/bill.json";
export const AUDIT = ["states", "Statu", "transitions", "audit"] as const;
export const FINISH = ["states", "Statu", "transitions", "finish"] as const;
