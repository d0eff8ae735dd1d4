import { fieldsOfPredicate } from "../../domain/predicate.ts";
import { lookupTarget } from "../build/computed.ts";
import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import type { Predicate } from "../language.ts";
import { findField } from "../lookup.ts";
import { calcFields } from "./calc-fields.ts";
import { partFields } from "./view-fields.ts";
import { viewParts } from "./view-parts.ts";

/** A field of an entity, as one text. */
export const nodeOf = (entity: string, field: string) => `${entity}.${field}`;

/** The fields that a field is directly made from, of its own entity and of others; none of a stored one. */
export function madeFrom(node: string, context: CheckContext): string[] {
  const [entityName = "", name = ""] = node.split(".");
  const entity = context.entities.get(entityName);
  const field = findField(context, entityName, name);
  return entity && field ? operands(entity, field) : [];
}

function operands(entity: EntityInfo, field: FieldInfo): string[] {
  const { computed, window } = field.raw;
  const own = (names: readonly string[]) => names.map((name) => nodeOf(entity.name, name));
  if (window) {
    const ordered = (window.order ?? []).map((name) => name.replace(/^-/, ""));
    return own([...window.by, ...ordered, ...(window.field === undefined ? [] : [window.field])]);
  }
  if (!computed) return viewOperands(entity);
  const { label, calc, cases, lookup, count, total, daysUntil, viewer } = computed;
  if (lookup) return [...own([lookup.via]), nodeOf(lookupTarget(lookup.via, entity).entity, lookup.field)];
  const related = count ?? total;
  if (related) {
    const theirs = [related.by, ...(total ? [total.field] : []), ...predicateFields(related.where)];
    return [...own([related.key]), ...theirs.map((name) => nodeOf(related.of, name))];
  }
  if (calc) return own(calcFields(calc, field.at).map(({ name }) => name));
  if (cases) return own(cases.when.flatMap((each) => predicateFields(each.if)));
  return own([...predicateFields(viewer), ...[label, daysUntil].filter((name) => name !== undefined)]);
}

/** A row of a view is made as a whole, so each of its fields is made from all that any of them shows. */
function viewOperands(entity: EntityInfo): string[] {
  return viewParts(entity).flatMap((part) => {
    const shown = partFields(part).map((use) => nodeOf(use.entity, use.name));
    return [...shown, ...predicateFields(part.raw.where).map((name) => nodeOf(part.raw.of ?? "", name))];
  });
}

function predicateFields(raw: object | undefined): string[] {
  return raw === undefined ? [] : fieldsOfPredicate(raw as Predicate);
}
