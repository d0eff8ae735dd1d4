import { findField } from "../lookup.ts";
import { get } from "../names/frame.ts";
import { fieldsIn, type NameUse } from "../names/uses.ts";
import type { Check } from "./check.ts";

/** Only money has an amount in capitals: on paper, in a column, under a preview. */
export const capitals: Check = (context) =>
  [...context.sources.print, ...context.modules, ...context.entities.values()]
    .flatMap((file) => fieldsIn(file, context))
    .filter(isInCapitals)
    .flatMap(({ name, entity, at }) => {
      const field = findField(context, entity, name);
      if (!field || field.raw.type === "money") return [];
      return [at.problem(`capitals are for money; ${field.name} is ${field.raw.type}`)];
    });

function isInCapitals({ as, frame: { value } }: NameUse): boolean {
  return as === "capitals" || get(value, "format") === "capitals" || (as === "preview" && get(value, "capitals") === true);
}
