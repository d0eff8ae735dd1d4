import type { Predicate, Scalar } from "../registry/language.ts";
import type { Dict } from "../registry/model.ts";
import { type Cell, type CellField, cellFromLiteral, type Row } from "./cell.ts";
import { fieldsOfPredicate, holds, type PredicateEnv } from "./predicate.ts";

export interface Cases {
  readonly when: readonly { readonly if: Predicate; readonly then: Scalar }[];
  readonly else: Scalar;
}

/** The value of the first case that holds for the row, as a cell of the field. */
export function casesCell(cases: Cases, field: CellField, fields: Dict<CellField>, row: Row, env: PredicateEnv): Cell {
  const found = cases.when.find((each) => holds(each.if, fields, row, env));
  return cellFromLiteral(field, found ? found.then : cases.else);
}

/** Every field the cases look at. */
export function fieldsOfCases({ when }: Cases): string[] {
  return when.flatMap((each) => fieldsOfPredicate(each.if));
}
