import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import { comparableOf, isNumber } from "../comparable.ts";
import type { CheckContext } from "../context.ts";
import { findField, lookupTarget, pathOf } from "../lookup.ts";
import type { Problem } from "../problem.ts";
import { definition, type Makes } from "../word.ts";
import type { Check } from "./check.ts";
import { casesProblems, relatedProblems } from "./made-values.ts";

/** A computed field is of the type that comes out: what its kind makes (`x-makes`), or what is found or said there. */
export const computedKinds: Check = (context) =>
  [...context.entities.values()].flatMap((entity) => [...entity.fields.values()].flatMap((field) => fieldProblems(field, entity, context)));

function fieldProblems(field: FieldInfo, entity: EntityInfo, context: CheckContext): Problem[] {
  const { computed, type } = field.raw;
  if (!computed) return [];
  const kind = Object.keys(computed).join();
  const makes = definition("entity", "computed").at(kind)?.makes;
  if (makes !== undefined && !isMade(makes, field)) {
    const wanted = makes === "number" ? "a number" : makes;
    return [field.at.in("type").problem(`a field computed by "${kind}" is ${wanted}, not ${type}`)];
  }
  const at = field.at.in("computed");
  const { cases, copy, count, total } = computed;
  if (cases) return casesProblems(field, cases, at.in("cases"));
  if (count) return relatedProblems(count, at.in("count"), entity, context, false);
  if (total) return relatedProblems(total, at.in("total"), entity, context, true);
  if (!copy) return [];
  const path = pathOf(copy);
  const target = lookupTarget(path.via, entity);
  if (target.entity === "") {
    return entity.fields.has(path.via)
      ? [at.in("copy").problem(`${path.via} leads to no other row: it is neither a ref nor the head's key`)]
      : [];
  }
  const found = findField(context, target.entity, path.field);
  if (!found || comparableOf(found) === comparableOf(field)) return [];
  return [field.at.in("type").problem(`${found.name} of ${target.entity} is ${found.raw.type}, so this cannot be ${type}`)];
}

function isMade(makes: Makes, field: FieldInfo): boolean {
  return makes === "number" ? isNumber(field) : field.raw.type === makes;
}
