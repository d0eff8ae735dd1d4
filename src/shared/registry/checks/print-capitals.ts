import { findField } from "../lookup.ts";
import { printFields } from "../uses/print-fields.ts";
import type { Check } from "./check.ts";

/** Only money has an amount in capitals. */
export const printCapitals: Check = (context) =>
  context.sources.print.flatMap(printFields).flatMap(({ purpose, name, entity, at }) => {
    const field = purpose === "capitals" ? findField(context, entity, name) : undefined;
    if (!field || field.raw.type === "money") return [];
    return [at.problem(`capitals are for money; ${field.name} is ${field.raw.type}`)];
  });
