import { findField } from "../lookup.ts";
import { fieldsIn } from "../names/uses.ts";
import type { Check } from "./check.ts";

/** Only money has an amount in capitals. */
export const printCapitals: Check = (context) =>
  context.sources.print
    .flatMap((print) => fieldsIn(print, context))
    .flatMap(({ as, name, entity, at }) => {
      const field = as === "capitals" ? findField(context, entity, name) : undefined;
      if (!field || field.raw.type === "money") return [];
      return [at.problem(`capitals are for money; ${field.name} is ${field.raw.type}`)];
    });
