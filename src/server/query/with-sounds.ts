import type { Entity } from "../../shared/registry/model.ts";
import { asSounds, namedBy, namesBySound } from "./name-sounds.ts";
import type { Filter, FilterTest } from "./parse-filter.ts";
import type { Scoped } from "./scoped.ts";

/** The filter, which finds names also by the first letters of how they sound. What cannot be meant so stays as it is. */
export async function withSounds(scope: Scoped, entity: Entity, filter: Filter | null): Promise<Filter | null> {
  return filter === null ? null : heard(scope, entity, filter);
}

async function heard(scope: Scoped, entity: Entity, filter: Filter): Promise<Filter> {
  if (!("parts" in filter)) return heardTest(scope, entity, filter);
  const parts: Filter[] = [];
  // One after the other: a filter must not take every connection.
  for (const part of filter.parts) parts.push(await heard(scope, entity, part));
  return { ...filter, parts };
}

async function heardTest(scope: Scoped, entity: Entity, test: FilterTest): Promise<Filter> {
  const { field, operator, values } = test;
  const letters = operator === "contains" ? asSounds(String(values[0])) : null;
  const named = letters === null ? null : namedBy(scope, entity, field);
  if (letters === null || named === null) return test;
  const names = await namesBySound(scope, named, letters);
  return names.length === 0 ? test : { operator: "or", parts: [test, { field, operator: "in", values: names }] };
}
