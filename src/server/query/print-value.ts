import { type Cell, isScaled, type Row } from "../../shared/domain/cell.ts";
import type { PredicateEnv } from "../../shared/domain/predicate.ts";
import { formatScaled, SCALE } from "../../shared/domain/scaled.ts";
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
  return isScaled(field.type) ? formatScaled(sum, SCALE[field.type]) : sum.toString();
}

function plainValue(field: Field, cell: Exclude<Cell, null>): string {
  if (field.type === "rate") return percent(cell as bigint);
  if (isScaled(field.type)) return formatScaled(cell as bigint, SCALE[field.type]);
  return field.type === "datetime" ? String(cell).slice(0, "2025-06-30 09:30".length) : String(cell);
}

/** 0.13 is 13%, 0.0675 is 6.75%. */
function percent(rate: bigint): string {
  return `${formatScaled(rate, SCALE.rate - 2).replace(/\.?0+$/, "")}%`;
}
