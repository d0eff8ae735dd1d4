import { type Cell, isScaled, type Row } from "../../../shared/domain/cell.ts";
import { formatScaled, SCALE } from "../../../shared/domain/scaled.ts";
import type { Entity, Field } from "../../../shared/registry/model.ts";
import { entityField } from "./names.ts";

const PLACE = /\{([A-Za-z][A-Za-z0-9_]*)\}/g;

/** The fields named in a text as {Field}. */
export function fieldsOfText(text: string): string[] {
  return [...text.matchAll(PLACE)].map((match) => match[1] ?? "");
}

/** The text with each {Field} as a reader expects it: money with 2 decimals, states in words, days without the time. */
export function fillText(text: string, entity: Entity, row: Row): string {
  return text.replaceAll(PLACE, (_, name: string) => readableCell(entityField(entity, name), row[name] ?? null));
}

/** A value as a reader expects it. */
export function readableCell(field: Field, cell: Cell): string {
  if (cell === null) return "";
  if (isScaled(field.type)) return formatScaled(BigInt(cell as bigint), SCALE[field.type]);
  if (field.type === "datetime") return String(cell).slice(0, 16);
  if (field.type === "bool") return cell === true ? "是" : "否";
  return field.values.find((value) => value.code === cell)?.text ?? String(cell);
}
