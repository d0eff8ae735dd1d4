import type { Named } from "../names/named.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import { type Check, repeats } from "./check.ts";

/** What something was called before is free: nothing beside it has that name now, and no two things were it. */
export const formerNames: Check = ({ entities, sources }) => {
  const infos = [...entities.values()];
  const modules = sources.registry.flatMap(({ raw, at }) =>
    raw.groups.flatMap((group, inner) => group.modules.map((entry, index) => ({ entry, at: at.in("groups", inner, "modules", index) }))),
  );
  return [
    ...free(
      "entity",
      new Set(entities.keys()),
      infos.map(({ raw, at }) => [raw.was, at]),
    ),
    ...infos.flatMap(({ fields }) => [
      ...free(
        "field",
        new Set(fields.keys()),
        [...fields.values()].map(({ raw, at }) => [raw.was, at]),
      ),
      ...[...fields.values()].flatMap(({ raw, values, valuesAt }) => {
        // A list that stands elsewhere is looked at there, once for all.
        if (raw.values === undefined) return [];
        return free(
          "code",
          codesOf(values),
          values.map(({ was }, index) => [was, valuesAt.in(index)]),
        );
      }),
    ]),
    ...sources.enums.flatMap(({ raw, at }) =>
      Object.entries(raw.enums).flatMap(([name, values]) =>
        free(
          "code",
          codesOf(values),
          values.map(({ was }, index) => [was, at.in("enums", name, index)]),
        ),
      ),
    ),
    ...free(
      "module",
      new Set(modules.map(({ entry }) => String(entry.id))),
      modules.map(({ entry, at }) => [entry.was, at]),
    ),
  ];
};

const codesOf = (values: readonly { readonly code: string | number }[]) => new Set(values.map(({ code }) => String(code)));

type Kind = "entity" | "field" | "code" | "module";

function free(
  kind: Kind,
  names: ReadonlySet<string>,
  things: readonly (readonly [was: readonly (string | number)[] | undefined, at: Place])[],
): Problem[] {
  const former = things.flatMap(([was = [], at]): Named[] => was.map((name, index) => ({ name: String(name), at: at.in("was", index) })));
  const taken = former
    .filter(({ name }) => names.has(name))
    .map(({ name, at }) => at.problem(`the name ${name} is still that of another ${kind}`));
  return [...taken, ...repeats(former, ({ name }) => `two of the same kind (${kind}) were called ${name}`)];
}
