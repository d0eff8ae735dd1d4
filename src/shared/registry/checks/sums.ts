import { isAfterRead } from "../build/sort.ts";
import { isNumber } from "../comparable.ts";
import { findField } from "../lookup.ts";
import { get } from "../names/frame.ts";
import { fieldsIn, type NameUse } from "../names/uses.ts";
import type { Check } from "./check.ts";

const SUMMED: readonly unknown[] = ["sum", "lineSum", "measure"];

/** What is summed is a number that the database can see. */
export const sums: Check = (context) => {
  const uses = [...context.modules, ...context.sources.print].flatMap((doc) => fieldsIn(doc, context));
  return uses.filter(isSummed).flatMap(({ name, entity, at }) => {
    const field = findField(context, entity, name);
    if (!field) return [];
    if (!isNumber(field)) return [at.problem(`${name} cannot be summed: it is ${field.raw.type}, not a number`)];
    return isAfterRead(field.raw.computed) ? [at.problem(`${name} cannot be summed: it is made after reading`)] : [];
  });
};

/** Whether the field is summed: with a ratio it only says in which column that stands, and the ratio's two are. */
export function isSummed({ as, key, frame }: NameUse): boolean {
  return SUMMED.includes(as) && !(key === "field" && get(frame.value, "ratio") !== undefined);
}
