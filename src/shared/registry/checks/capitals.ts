import { asField } from "../build/columns.ts";
import type { RawColumn } from "../generated/raw.ts";
import { findField } from "../lookup.ts";
import { transitionsOf } from "../machines.ts";
import { get } from "../names/frame.ts";
import { fieldsIn, type NameUse } from "../names/uses.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
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

/** A sum is drawn with the decimals of money, quantity or rate; a total of a preview as its field is, or in capitals too. */
export const sumFormats: Check = ({ modules, entities }) => {
  const wrong = (sums: readonly RawColumn[] | undefined, at: Place, formats: readonly string[]): Problem[] =>
    (sums ?? []).map(asField).flatMap(({ format }, index) => {
      if (format === undefined || formats.includes(format)) return [];
      return [at.in(index, "format").problem(`a sum here is not drawn as ${format}`, `known: ${formats.join(", ")}`)];
    });
  return [
    ...modules.flatMap(({ raw, at }) => wrong(raw.footer?.sums, at.in("footer", "sums"), ["money", "quantity", "rate"])),
    ...[...entities.values()].flatMap((entity) =>
      transitionsOf(entity).flatMap(({ raw, at }) => wrong(raw.preview?.sums, at.in("preview", "sums"), ["capitals"])),
    ),
  ];
};

function isInCapitals({ as, frame: { value } }: NameUse): boolean {
  return as === "capitals" || get(value, "format") === "capitals";
}
