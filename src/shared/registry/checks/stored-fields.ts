import type { EntityInfo } from "../catalogue.ts";
import { comparableOf } from "../comparable.ts";
import { listed, ordered, single } from "../names/named.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** Indexes, unique keys and bill numbers are of stored fields. */
export const storedFields: Check = ({ entities }) =>
  [...entities.values()].flatMap((entity) => [...computedProblems(entity), ...numberProblems(entity)]);

function computedProblems({ raw, at, fields }: EntityInfo): Problem[] {
  const uses = [
    ...(raw.indexes ?? []).flatMap((parts, index) => ordered(parts, at.in("indexes", index))),
    ...(["unique", "uniqueEverywhere"] as const).flatMap((part) =>
      (raw[part] ?? []).flatMap((names, index) => listed(names, at.in(part, index))),
    ),
    ...single(raw.number?.field, at.in("number", "field")),
    ...single(raw.head?.field, at.in("head", "field")),
  ];
  return uses
    .filter(({ name }) => fields.get(name)?.raw.computed)
    .map(({ name, at: place }) => place.problem(`${name} is computed: the database keeps no such column`));
}

function numberProblems({ raw, at, fields }: EntityInfo): Problem[] {
  const field = fields.get(raw.number?.field ?? "");
  if (!field || (comparableOf(field) === "text" && field.raw.type !== "enum")) return [];
  return [at.in("number", "field").problem(`${field.name} (${field.raw.type}) cannot hold a bill number`)];
}
