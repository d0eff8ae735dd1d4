import { isScaled } from "../../../shared/domain/cell.ts";
import { isTooLarge, LARGEST } from "../../../shared/domain/scaled.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Entity, Field } from "../../../shared/registry/model.ts";
import { rangeCheckOf } from "../../tables/sync-schema-ddl.ts";
import { storedFields } from "../../tables/tables-of.ts";
import type { Patch } from "./typed-rows.ts";

/** Refuses (400) amounts that no column takes, by the field's name (docs/decisions/98). */
export function refuseOverflow(entity: Entity, values: Patch): void {
  for (const name in values) {
    const value = values[name];
    if (typeof value !== "bigint") continue;
    const field = entity.fields[name];
    if (field && isScaled(field.type) && isTooLarge(value, field.type)) throw tooLarge(entity, [field]);
  }
}

/** Does a write that adds to what is there; where a sum gets too large, the refusal (400) names the fields it may be. */
export async function namingOverflow<T>(entity: Entity, names: readonly string[], write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const fields = overflown(entity, names, error);
    throw fields.length === 0 ? error : tooLarge(entity, fields);
  }
}

/** SQLSTATE: no number of the column's type; a check. */
const [OUT_OF_RANGE, CHECK] = ["22003", "23514"];

function overflown(entity: Entity, names: readonly string[], error: unknown): Field[] {
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
  const written = storedFields(entity).filter(({ name, type }) => names.includes(name) && type in LARGEST);
  if (code === CHECK) return written.filter((field) => rangeCheckOf(entity, field) === constraint);
  return code === OUT_OF_RANGE ? written : [];
}

function tooLarge({ title }: Entity, fields: readonly Field[]): ApiError {
  return new ApiError(CODE.badInput, `${title}的${fields.map((field) => field.title).join("、")}超出范围，请核对数量和单价`);
}
