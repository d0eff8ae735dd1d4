import { asField } from "../build/columns.ts";
import { isAfterReading } from "../build/computed.ts";
import { TYPE_DEFAULTS } from "../build/type-defaults.ts";
import type { ModuleInfo } from "../catalogue.ts";

import { findField, isJudged } from "../lookup.ts";
import type { Named } from "../names/named.ts";
import { fieldsIn } from "../names/uses.ts";
import type { Check } from "./check.ts";

/** A filter's field can be filtered by, and its ready value suits its type. */
export const filters: Check = (context) =>
  context.modules.flatMap(({ raw, at }) =>
    (raw.filters ?? []).flatMap((entry, index) => {
      const place = at.in("filters", index);
      const { field: name, default: initial } = asField(entry);
      const field = findField(context, raw.entity, name);
      if (!field) return [];
      const { type, computed } = field.raw;
      const usual = TYPE_DEFAULTS[type].filter;
      if (isAfterReading(computed)) return [place.problem(`${name} cannot be filtered by: it is made after reading`)];
      if (usual === null) return [place.problem(`${name} cannot be filtered by: it is ${type}`)];
      const isDates = usual.control === "daterange";
      return initial !== undefined && !isDates ? [place.in("default").problem(`"${initial}" is for dates; ${name} is ${type}`)] : [];
    }),
  );

const ORDERLESS = ["images", "url"];

/** What is sorted by has an order that the database can see; the usual order, by Id, needs an Id. */
export const sortFields: Check = (context) =>
  context.modules.flatMap((module) => {
    const { raw, at, entity } = module;
    const sorted = fieldsIn(module, context).filter(({ as }) => as === "sort");
    const named = [...sorted, ...sortableColumns(module)].flatMap(({ name, at: place }) => {
      const field = findField(context, raw.entity, name);
      if (!field) return [];
      if (isAfterReading(field.raw.computed)) return [place.problem(`${name} cannot be sorted by: it is made after reading`)];
      return ORDERLESS.includes(field.raw.type) ? [place.problem(`${name} cannot be sorted by: it is ${field.raw.type}`)] : [];
    });
    const isUsual = raw.sort?.default === undefined;
    if (!isUsual || !isJudged(entity) || entity.fields.has("Id")) return named;
    return [...named, at.in("sort", "default").problem(`the usual order is by Id, which ${entity.name} lacks`, "say sort.default")];
  });

function sortableColumns({ raw, at }: ModuleInfo): Named[] {
  return raw.columns.flatMap((column, index) =>
    typeof column === "object" && column.sortable ? [{ name: column.field, at: at.in("columns", index, "sortable") }] : [],
  );
}
