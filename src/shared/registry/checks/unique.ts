import { entries, listed, type Named } from "../names/named.ts";
import type { Place } from "../place.ts";
import { type SharedPart, sharedOf } from "../sources.ts";
import { type Check, repeats } from "./check.ts";

/** Names that files give themselves are unique: entities, print templates, profiles, and what schemas/shared holds. */
export const uniqueNames: Check = ({ sources }) => [
  ...repeats(
    sources.entity.map(({ raw, at }) => ({ name: raw.name, at: at.in("name") })),
    ({ name }, first) => `entity ${name} stands in ${first.at.file} too`,
  ),
  ...repeats(
    sources.print.map(({ raw, at }) => ({ name: raw.key, at: at.in("key") })),
    ({ name }, first) => `print template ${name} stands in ${first.at.file} too`,
  ),
  ...repeats(
    sources.overlay.map(({ raw, at }) => ({ name: raw.name, at: at.in("name") })),
    ({ name }, first) => `profile ${name} stands in ${first.at.file} too`,
  ),
  ...SHARED.flatMap((part) =>
    repeats(
      sharedOf(sources, part).map(({ name, at }) => ({ name, at: at.onKey() })),
      ({ name }, first) => `${name} of "${part}" stands in ${first.at.file} too`,
    ),
  ),
];

const SHARED: readonly SharedPart[] = ["enums", "messages", "entities", "modules", "states", "functions", "icons", "flags", "checks"];

/** A page or an entity's detail page has no column, filter, sum, field of a section or button twice. */
export const repeatedEntries: Check = ({ modules, entities, sources }) => {
  const once = (names: readonly Named[], what: string) => repeats(names, ({ name }) => `${what} ${name} stands here twice`);
  const columns = (list: Parameters<typeof entries<"field">>[0], at: Place) => once(entries(list, "field", at), "column");
  const ofModules = modules.flatMap(({ raw, at }) => [
    ...columns(raw.columns, at.in("columns")),
    ...once(entries(raw.filters, "field", at.in("filters")), "filter"),
    ...once(entries(raw.footer?.sums, "field", at.in("footer", "sums")), "sum"),
    ...once(entries(raw.actions, "action", at.in("actions")), "action"),
    ...once(entries(raw.print, "key", at.in("print")), "template"),
    ...once(entries(raw.todos, "title", at.in("todos")), "to-do"),
  ]);
  const ofShows = [...modules, ...entities.values()].flatMap(({ raw, at }) => [
    ...once(entries(raw.lines, "entity", at.in("lines")), "table"),
    ...(raw.sections ?? []).flatMap(({ fields }, index) => once(entries(fields, "field", at.in("sections", index, "fields")), "field")),
    ...(raw.lines ?? []).flatMap((table, index) => [
      ...columns(table.columns, at.in("lines", index, "columns")),
      ...once(listed(table.sums, at.in("lines", index, "sums")), "sum"),
    ]),
  ]);
  return [...ofModules, ...ofShows, ...sources.print.flatMap(({ raw, at }) => columns(raw.columns, at.in("columns")))];
};
