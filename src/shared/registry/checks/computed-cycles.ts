import { fieldsOfPredicate } from "../../domain/predicate.ts";
import { lookupTarget } from "../build/computed.ts";
import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import type { Predicate } from "../language.ts";
import { findField } from "../lookup.ts";
import { calcFields } from "../uses/entity-fields.ts";
import type { Check } from "./check.ts";

/** No computed field is made from itself, not even by way of others or of other entities. */
export const computedCycles: Check = (context) => {
  const found = new Set<string>();
  return [...context.entities.values()].flatMap((entity) =>
    [...entity.fields.values()].flatMap((field) => {
      const cycle = cycleFrom(nodeOf(entity.name, field.name), context);
      // Told once, at the first of its fields.
      if (cycle === null || found.has(cycle[0] ?? "")) return [];
      for (const node of cycle) found.add(node);
      return [field.at.in("computed").problem(`computed from itself: ${[...cycle, cycle[0]].join(" → ")}`)];
    }),
  );
};

const nodeOf = (entity: string, field: string) => `${entity}.${field}`;

/** The way from a field back to it; null: there is none. */
function cycleFrom(start: string, context: CheckContext): string[] | null {
  const visited = new Set<string>();
  const walk = (node: string, way: readonly string[]): string[] | null => {
    for (const next of madeFrom(node, context)) {
      if (next === start) return [...way, node];
      if (visited.has(next)) continue;
      visited.add(next);
      const cycle = walk(next, [...way, node]);
      if (cycle) return cycle;
    }
    return null;
  };
  return walk(start, []);
}

function madeFrom(node: string, context: CheckContext): string[] {
  const [entityName = "", name = ""] = node.split(".");
  const entity = context.entities.get(entityName);
  const field = findField(context, entityName, name);
  return entity && field ? operands(entity, field) : [];
}

function operands(entity: EntityInfo, { raw: { computed }, at }: FieldInfo): string[] {
  if (!computed) return [];
  const own = (names: readonly string[]) => names.map((name) => nodeOf(entity.name, name));
  const { label, calc, cases, lookup, count, total, daysUntil, viewer } = computed;
  if (lookup) return [...own([lookup.via]), nodeOf(lookupTarget(lookup.via, entity).entity, lookup.field)];
  const related = count ?? total;
  if (related) {
    const theirs = [related.by, ...(total ? [total.field] : []), ...predicateFields(related.where)];
    return [...own([related.key]), ...theirs.map((name) => nodeOf(related.of, name))];
  }
  if (calc) return own(calcFields(calc, at).map(({ name }) => name));
  if (cases) return own(cases.when.flatMap((each) => predicateFields(each.if)));
  return own([...predicateFields(viewer), ...[label, daysUntil].filter((name) => name !== undefined)]);
}

function predicateFields(raw: object | undefined): string[] {
  return raw === undefined ? [] : fieldsOfPredicate(raw as Predicate);
}
