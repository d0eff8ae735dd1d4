import type { Cases } from "../registry/language.ts";
import type { Dict } from "../registry/model.ts";
import { type Cell, type CellField, cellFromLiteral, type Row } from "./cell.ts";
import { fieldsOfPredicate, holds, type PredicateEnv } from "./predicate.ts";

/** The value of the first case that holds for the row, as a cell of the field. */
export function casesCell(cases: Cases, field: CellField, fields: Dict<CellField>, row: Row, env: PredicateEnv): Cell {
  const found = cases.find(({ when }) => when === undefined || holds(when, fields, row, env));
  if (!found) throw new Error("no case is left for a row: the checks must have refused it");
  return cellFromLiteral(field, found.value);
}

/** Every field the cases look at. */
export function fieldsOfCases(cases: Cases): string[] {
  return cases.flatMap(({ when }) => (when === undefined ? [] : fieldsOfPredicate(when)));
}
