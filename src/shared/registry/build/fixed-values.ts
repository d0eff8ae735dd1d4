import { dict } from "../dict.ts";
import type { Predicate, Scalar } from "../language.ts";
import type { Dict } from "../model.ts";

/** What a page's fixed condition says of every row, so that a new row is one of them: its equalities with plain values. */
export function fixedValuesOf(where: Predicate | null): Dict<Scalar> {
  return dict(where === null ? [] : equalities(where));
}

function equalities(predicate: Predicate): [string, Scalar][] {
  if ("all" in predicate) return predicate.all.flatMap(equalities);
  if (!("eq" in predicate)) return [];
  const [field, operand] = predicate.eq;
  return typeof operand === "object" ? [] : [[field, operand]];
}
