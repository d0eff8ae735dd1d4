import { findField } from "../lookup.ts";
import type { Check } from "./check.ts";

/** Only money has an amount in capitals. */
export const printCapitals: Check = (context) =>
  context.sources.print.flatMap(({ raw, at }) => {
    const field = findField(context, raw.entity, raw.capitals ?? "");
    if (!field || field.raw.type === "money") return [];
    return [at.in("capitals").problem(`capitals are for money; ${field.name} is ${field.raw.type}`)];
  });
