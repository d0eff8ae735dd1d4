import { type Cell, isScaled, type Row } from "../../../shared/domain/cell.ts";
import { scaledText } from "../../../shared/domain/scaled.ts";
import { replaceFields } from "../../../shared/domain/text-fields.ts";
import type { Entity, Field } from "../../../shared/registry/model.ts";
import { entityField } from "./names.ts";

/** The text with each {Field} as a reader expects it: money with 2 decimals, states in words, days without the time. */
export function fillText(text: string, entity: Entity, row: Row): string {
  return replaceFields(text, (name) => readableCell(entityField(entity, name), row[name] ?? null));
}

/** A value as a reader expects it. */
export function readableCell(field: Field, cell: Cell): string {
  if (cell === null) return "";
  if (isScaled(field.type)) return scaledText(BigInt(cell as bigint), field.type);
  if (field.type === "datetime") return String(cell).slice(0, 16);
  if (field.type === "bool") return cell === true ? "是" : "否";
  return field.values.find((value) => value.code === cell)?.text ?? String(cell);
}
