/**
 * The recursive words of the language as discriminated types. The generated types describe the files as JSON Schema
 * does (every key optional, exactly one present); these say the same so that a switch over them is checked.
 */
import type { ActorField, CheckName, Scalar } from "./generated/raw.ts";

export type { ActorField, CheckName, Scalar } from "./generated/raw.ts";

/** Every comparison a list filter may use (docs/decisions/20). */
export const OPERATORS = ["eq", "ne", "lt", "lte", "gt", "gte", "in", "nin", "contains", "startswith", "between", "null", "nnull"] as const;
export type Operator = (typeof OPERATORS)[number];

/** What a filter is entered with. */
export type FilterControl = "text" | "choice" | "daterange" | "number" | "flag";

/** How a condition compares a field with an operand. */
export const COMPARATORS = ["eq", "ne", "lt", "lte", "gt", "gte"] as const;
export type Comparator = (typeof COMPARATORS)[number];

export type Operand = Scalar | { readonly field: string } | { readonly today: number } | { readonly actor: ActorField };
export type Comparison = readonly [string, Operand];

export type Membership = readonly [string, readonly Scalar[]];

export type Predicate =
  | { readonly eq: Comparison }
  | { readonly ne: Comparison }
  | { readonly lt: Comparison }
  | { readonly lte: Comparison }
  | { readonly gt: Comparison }
  | { readonly gte: Comparison }
  | { readonly in: Membership }
  | { readonly nin: Membership }
  | { readonly set: string }
  | { readonly check: readonly [string, CheckName] }
  | { readonly can: string }
  | { readonly flag: readonly [string, Scalar] }
  | { readonly actor: readonly [ActorField, Scalar] }
  | { readonly all: readonly Predicate[] }
  | { readonly any: readonly Predicate[] }
  | { readonly not: Predicate };

/** What a condition compares and how; null: it is no comparison. */
export function comparisonOf(predicate: Predicate): { readonly operator: Comparator; readonly comparison: Comparison } | null {
  const operator = COMPARATORS.find((each) => each in predicate);
  return operator === undefined ? null : { operator, comparison: (predicate as Readonly<Record<Comparator, Comparison>>)[operator] };
}

/** Cases, tried in order; the last has no condition. */
export type Cases = readonly { readonly when?: Predicate; readonly value: Scalar }[];

export type CalcOperand = string | number | Calc;
export type Calc =
  | { readonly add: readonly CalcOperand[] }
  | { readonly sub: readonly [CalcOperand, CalcOperand] }
  | { readonly mul: readonly [CalcOperand, CalcOperand] }
  | { readonly ratio: readonly [CalcOperand, CalcOperand] };

export type ValueSource =
  | Scalar
  | null
  | { readonly field: string }
  | { readonly line: string }
  | { readonly actor: ActorField }
  | { readonly now: true }
  | { readonly today: number }
  | { readonly plus: number }
  | { readonly minus: string }
  | { readonly number: string }
  | { readonly reason: true };

export type ValueMap = Readonly<Record<string, ValueSource>>;
