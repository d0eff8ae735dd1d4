import { fieldsOfCalc } from "../../domain/calc.ts";
import { conditionParts } from "../build/todos.ts";
import { type Calc, comparisonOf, type Predicate } from "../language.ts";

/** What a field is calculated by; null: it is stored; undefined: other rows or a condition decide it, or there is none. */
export type CalcOf = (field: string) => Calc | null | undefined;

/** Of two amounts that are most often equal, or in order. */
const STRICT: ReadonlySet<string> = new Set(["ne", "lt", "gt"]);

/**
 * What a condition demands of two fields of its row beside each other, e.g. that more is invoiced than is owed. No index by one field tells which rows
 * those are, and an index of just these rows does (docs/decisions/123).
 */
export function comparedWithin(condition: Predicate, calcOf: CalcOf): Predicate[] {
  return conditionParts(condition).flatMap(({ condition: part }) => {
    const compared = comparisonOf(part);
    if (compared === null || !STRICT.has(compared.operator)) return [];
    const [field, other] = compared.comparison;
    if (typeof other !== "object" || !("field" in other)) return [];
    return [field, other.field].every((name) => isIndexable(name, calcOf)) ? [part] : [];
  });
}

/** Whether the columns of its row alone decide it. A ratio asks, which an index cannot. */
function isIndexable(name: string, calcOf: CalcOf, open: ReadonlySet<string> = new Set()): boolean {
  const calc = calcOf(name);
  if (calc === null) return true;
  if (calc === undefined || open.has(name) || hasRatio(calc)) return false;
  return fieldsOfCalc(calc).every((input) => isIndexable(input, calcOf, new Set([...open, name])));
}

function hasRatio(calc: Calc): boolean {
  if ("ratio" in calc) return true;
  return Object.values(calc)
    .flat()
    .some((part) => typeof part === "object" && hasRatio(part));
}
