import { cellFromLiteral } from "../../shared/domain/cell.ts";
import type { Entity } from "../../shared/registry/model.ts";
import { casesAmong } from "./computed-cases.ts";
import type { Condition } from "./predicate-sql.ts";
import type { Columns, Scoped } from "./scoped.ts";

/**
 * The rows that may add something to the sum of a field: of a product, those where a factor that is chosen from cases is not 0. So what other rows decide
 * is asked for the few rows that it is of. null: nothing is known of the field, any row may.
 */
export function addingRows(entity: Entity, name: string, columns: Columns, scope: Scoped): Condition | null {
  const computed = entity.fields[name]?.computed;
  if (computed?.kind !== "calc" || !("mul" in computed.calc)) return null;
  for (const factor of computed.calc.mul) {
    const field = typeof factor === "string" ? entity.fields[factor] : undefined;
    if (field?.computed?.kind !== "cases" || field.type !== "int") continue;
    const { cases } = field.computed;
    const values = cases.map(({ value }) => cellFromLiteral(field, value)).filter((cell) => cell !== null && cell !== 0);
    if (values.length < cases.length) return casesAmong(cases, field, values, { columns, scope });
  }
  return null;
}
