import { isAfterRead } from "../build/sort.ts";
import { findField, isJudged } from "../lookup.ts";
import { moduleFields, type Purpose } from "../uses/module-fields.ts";
import type { Check } from "./check.ts";

const SORTED: readonly Purpose[] = ["sortable", "sortMap", "defaultSort"];
const ORDERLESS = ["images", "url"];

/** What is sorted by has an order that the database can see; the usual order, by Id, needs an Id. */
export const sortFields: Check = (context) =>
  context.modules.flatMap((module) => {
    const { raw, at, entity } = module;
    const named = moduleFields(module).flatMap(({ purpose, name, at: place }) => {
      const field = SORTED.includes(purpose) ? findField(context, raw.entity, name) : undefined;
      if (!field) return [];
      if (isAfterRead(field.raw.computed)) return [place.problem(`${name} cannot be sorted by: it is made after reading`)];
      return ORDERLESS.includes(field.raw.type) ? [place.problem(`${name} cannot be sorted by: it is ${field.raw.type}`)] : [];
    });
    const isUsual = raw.sort?.default === undefined;
    if (!isUsual || !isJudged(entity) || entity.fields.has("Id")) return named;
    return [...named, at.in("sort", "default").problem(`the usual order is by Id, which ${entity.name} lacks`, "say sort.default")];
  });
