import type { Field } from "../registry/model.ts";
import { isScaled } from "./cell.ts";
import { SCALE } from "./scaled.ts";

/** What arithmetic must know of a field. */
export type NumberField = Pick<Field, "type" | "name">;

/** Decimals kept of a ratio inside a larger calculation; a ratio that is the whole calculation has its field's. */
export const NESTED_RATIO_SCALE = 6;

/** Decimals of a number field's stored whole number. */
export function scaleOf(field: NumberField | undefined): number {
  if (field && isScaled(field.type)) return SCALE[field.type];
  if (field?.type === "int") return 0;
  throw new Error(`${field?.name ?? "an unknown field"} is no number: the registry must have refused it`);
}
