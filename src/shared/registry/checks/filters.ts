import type { FilterControl } from "../../protocol/screen.ts";
import { asFilter } from "../build/filters.ts";
import { isAfterRead } from "../build/sort.ts";
import { TYPE_DEFAULTS } from "../build/type-defaults.ts";
import { findField } from "../lookup.ts";
import type { Check } from "./check.ts";

/** How each control may compare; the first is what a field of its types does by itself or close to it. */
const OPERATORS: Readonly<Record<FilterControl, readonly string[]>> = {
  text: ["contains", "startswith", "eq"],
  choice: ["in", "eq"],
  daterange: ["between"],
  number: ["eq", "between"],
  flag: ["eq"],
};

/** A filter's field can be filtered by, and its comparison and ready value suit its type. */
export const filters: Check = (context) =>
  context.modules.flatMap(({ raw, at }) =>
    (raw.filters ?? []).flatMap((entry, index) => {
      const place = at.in("filters", index);
      const { field: name, operator, initial } = asFilter(entry);
      const field = findField(context, raw.entity, name);
      if (!field) return [];
      const { type, computed } = field.raw;
      const usual = TYPE_DEFAULTS[type].filter;
      if (isAfterRead(computed)) return [place.problem(`${name} cannot be filtered by: it is made after reading`)];
      if (usual === null) return [place.problem(`${name} cannot be filtered by: it is ${type}`)];
      const allowed = OPERATORS[usual.control];
      const strange = operator !== undefined && !allowed.includes(operator);
      const isDates = usual.control === "daterange";
      return [
        ...(strange
          ? [place.in("operator").problem(`${name} (${type}) cannot be filtered by "${operator}"`, `known: ${allowed.join(", ")}`)]
          : []),
        ...(initial !== undefined && !isDates ? [place.in("initial").problem(`"${initial}" is for dates; ${name} is ${type}`)] : []),
      ];
    }),
  );
