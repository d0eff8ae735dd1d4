import { isAfterRead } from "../build/sort.ts";
import { isNumber } from "../comparable.ts";
import { findField } from "../lookup.ts";
import { moduleFields, type Purpose } from "../uses/module-fields.ts";
import { printFields } from "../uses/print-fields.ts";
import type { Check } from "./check.ts";

const SUMMED: readonly Purpose[] = ["sum", "lineSum", "measure"];

/** What is summed is a number that the database can see. */
export const sums: Check = (context) => {
  const uses = [
    ...context.modules.flatMap(moduleFields).filter(({ purpose }) => SUMMED.includes(purpose)),
    ...context.sources.print.flatMap(printFields).filter(({ purpose }) => purpose === "sum"),
  ];
  return uses.flatMap(({ name, entity, at }) => {
    const field = findField(context, entity, name);
    if (!field) return [];
    if (!isNumber(field)) return [at.problem(`${name} cannot be summed: it is ${field.raw.type}, not a number`)];
    return isAfterRead(field.raw.computed) ? [at.problem(`${name} cannot be summed: it is made after reading`)] : [];
  });
};
