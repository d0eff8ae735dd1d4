import type { Named } from "../names/named.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import { sharedOf } from "../sources.ts";
import { type Check, repeats } from "./check.ts";

/** What something was called before is free: nothing else beside it has that name now, and no two things were it. */
export const formerNames: Check = ({ entities, sources }) => {
  const infos = [...entities.values()];
  const modules = sources.registry.flatMap(({ raw, at }) =>
    raw.groups.flatMap((group, inner) => group.modules.map((entry, index) => ({ entry, at: at.in("groups", inner, "modules", index) }))),
  );
  return [
    ...free(
      "entity",
      infos.map(({ name, raw, at }) => ({ name, was: raw.was, at })),
    ),
    ...infos.flatMap(({ fields }) => [
      ...free(
        "field",
        [...fields.values()].map(({ name, raw, at }) => ({ name, was: raw.was, at })),
      ),
      // A list that stands elsewhere is looked at there, once for all.
      ...[...fields.values()].flatMap(({ raw, valuesAt }) => freeCodes(raw.values ?? [], valuesAt)),
    ]),
    ...sharedOf(sources, "enums").flatMap(({ raw, at }) => freeCodes(raw, at)),
    ...free(
      "module",
      modules.map(({ entry: { id, was }, at }) => ({ name: id, was, at })),
    ),
  ];
};

type Name = string | number;

interface Thing {
  readonly name: Name;
  readonly was: readonly Name[] | undefined;
  readonly at: Place;
}

function freeCodes(values: readonly { readonly code: Name; readonly was?: readonly Name[] }[], at: Place): Problem[] {
  return free(
    "code",
    values.map(({ code, was }, index) => ({ name: code, was, at: at.in(index) })),
  );
}

function free(kind: "entity" | "field" | "code" | "module", things: readonly Thing[]): Problem[] {
  const names = new Set(things.map(({ name }) => String(name)));
  // Its own name says nothing, and files that follow a renaming back have it.
  const former = things.flatMap(({ name: own, was = [], at }) =>
    was.flatMap((name, index): Named[] => (name === own ? [] : [{ name: String(name), at: at.in("was", index) }])),
  );
  const taken = former
    .filter(({ name }) => names.has(name))
    .map(({ name, at }) => at.problem(`the name ${name} is still that of another ${kind}`));
  return [...taken, ...repeats(former, ({ name }) => `two of the same kind (${kind}) were called ${name}`)];
}
