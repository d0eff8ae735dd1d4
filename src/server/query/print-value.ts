import { type Cell, cellToWire, isScaled, type Row } from "../../shared/domain/cell.ts";
import type { PredicateEnv } from "../../shared/domain/predicate.ts";
import { ON_PAPER, valueText } from "../../shared/domain/value-text.ts";
import { TYPE_DEFAULTS } from "../../shared/registry/build/type-defaults.ts";
import type { Dict, Entity, EnumValue, Field } from "../../shared/registry/model.ts";
import { computeRow } from "./computed-row.ts";
import { labelOf } from "./status-label.ts";

/** What values of printed rows depend on. */
export interface PrintRules {
  readonly entity: Pick<Entity, "name" | "fields">;
  readonly env: PredicateEnv;
  readonly labels: Dict<readonly EnumValue[]>;
}

/** A field of a row as it stands on paper. */
export function printValue(name: string, row: Row, rules: PrintRules): string {
  const field = rules.entity.fields[name];
  if (!field) throw new Error(`${rules.entity.name} has no field ${name}: the registry must have refused the template`);
  const cell = computeRow(row, [name], rules)[name] ?? null;
  if (cell === null) return "";
  const values = rules.labels[name] ?? field.values;
  if (values.length > 0) return labelOf(values, cell, rules.entity.fields, row, rules.env).text;
  return plainValue(field, cell);
}

/** A sum under a column, with the column's own decimals. */
export function printSum(field: Field | undefined, rows: readonly Row[]): string {
  if (!field) return "";
  const sum = rows.reduce((total, row) => total + BigInt(row[field.name] ?? 0), 0n);
  return isScaled(field.type) ? plainValue(field, sum) : sum.toString();
}

/** As the lists show it (TYPE_DEFAULTS), in the style of paper. */
function plainValue(field: Field, cell: Exclude<Cell, null>): string {
  return valueText(TYPE_DEFAULTS[field.type].format, cellToWire(field, cell) ?? "", ON_PAPER);
}
