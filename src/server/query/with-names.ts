import { namedBy } from "../../shared/registry/lists/named-by.ts";
import type { Entity } from "../../shared/registry/model.ts";
import type { QueryContext } from "./context.ts";
import { asSounds, namesBySound } from "./name-sounds.ts";
import { namesThere } from "./names-there.ts";
import type { Filter, FilterTest } from "./parse-filter.ts";
import type { Scoped } from "./scoped.ts";

/** A list whose filter it is. */
interface List {
  readonly ctx: QueryContext;
  readonly scope: Scoped;
  readonly entity: Entity;
}

/**
 * The filter, with names for what is looked for in them: those that have the text in them, where rows are many and names few (names-there.ts), and
 * those that sound so by their first letters. What cannot be meant so stays as it is.
 */
export async function withNames(list: List, filter: Filter | null): Promise<Filter | null> {
  return filter === null ? null : named(list, filter);
}

async function named(list: List, filter: Filter): Promise<Filter> {
  if (!("parts" in filter)) return namedTest(list, filter);
  const parts: Filter[] = [];
  // One after the other: a filter must not take every connection.
  for (const part of filter.parts) parts.push(await named(list, part));
  return { ...filter, parts };
}

async function namedTest(list: List, test: FilterTest): Promise<Filter> {
  const { field } = test;
  const [there, sounding] = [await namesThere(list, test), await namesSounding(list, test)];
  if (there !== null) return { field, operator: "in", values: [...new Set([...there, ...sounding])] };
  return sounding.length === 0 ? test : { operator: "or", parts: [test, { field, operator: "in", values: sounding }] };
}

async function namesSounding({ scope, entity }: List, { field, operator, values }: FilterTest): Promise<string[]> {
  const letters = operator === "contains" ? asSounds(String(values[0])) : null;
  const from = letters === null ? null : namedBy(scope.entities, entity, field);
  return letters === null || from === null ? [] : namesBySound(scope, from, letters);
}
