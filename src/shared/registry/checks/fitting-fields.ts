import type { FieldInfo } from "../catalogue.ts";
import { comparableOf, isNumber } from "../comparable.ts";
import { findField } from "../lookup.ts";
import { namesOf } from "../names/uses.ts";
import type { Fit } from "../word.ts";
import type { Check } from "./check.ts";

/** What a field named there must hold (`x-fits`), and what is said of one that does not. */
const FITS: Readonly<Record<Fit, { readonly holds: (field: FieldInfo) => boolean; readonly not: string }>> = {
  codes: { holds: ({ raw }) => raw.type === "enum" || raw.type === "bool", not: "has no texts for codes" },
  number: { holds: isNumber, not: "is no number" },
  day: { holds: (field) => comparableOf(field) === "time", not: "is no day" },
};

/** Fields that something is made of hold what it can be made of. */
export const fittingFields: Check = (context) =>
  namesOf(context, "field").flatMap(({ fits, entity, name, at }) => {
    const field = fits && findField(context, entity, name);
    return !field || FITS[fits].holds(field) ? [] : [at.problem(`${name} (${field.raw.type}) ${FITS[fits].not}`)];
  });
