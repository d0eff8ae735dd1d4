import type { Predicate } from "../language.ts";
import { same } from "./rule.ts";

/** How the rows that fit a condition change; null: every row fits. `other`: neither more nor fewer can be proved. */
export function rowsChange(was: Predicate | null, is: Predicate | null): "more" | "fewer" | "other" {
  if (implies(is, was)) return "fewer";
  return implies(was, is) ? "more" : "other";
}

/** Whether whatever fits the first surely fits the second, by the form of both alone. */
function implies(one: Predicate | null, other: Predicate | null): boolean {
  if (other === null || same(one, other)) return true;
  if (one === null) return false;
  if ("all" in other) return other.all.every((part) => implies(one, part));
  if ("any" in one) return one.any.every((part) => implies(part, other));
  if ("all" in one && one.all.some((part) => implies(part, other))) return true;
  if ("any" in other && other.any.some((part) => implies(one, part))) return true;
  const [few, many] = [codesOf(one), codesOf(other)];
  return few !== null && many !== null && few.field === many.field && few.codes.every((code) => many.codes.includes(code));
}

/** A condition that lists the codes of one field. */
function codesOf(predicate: Predicate): { readonly field: string; readonly codes: readonly unknown[] } | null {
  if ("in" in predicate) return { field: predicate.in[0], codes: predicate.in[1] };
  if (!("eq" in predicate)) return null;
  const [field, operand] = predicate.eq;
  return typeof operand === "object" ? null : { field, codes: [operand] };
}
