import { numberOf } from "../links.ts";
import { allValues } from "../names/parts.ts";
import type { Check } from "./check.ts";

/** A prefix begins the bill numbers of one entity: with two, a number would not tell what it is of, and could stand twice. */
export const numberPrefixes: Check = (context) => {
  const own = [...context.entities.values()].flatMap(({ name, raw, at }) =>
    Object.entries(raw.number ?? {}).map(([field, prefix]) => ({ prefix, entity: name, at: at.in("number", field) })),
  );
  const given = allValues(context).flatMap(({ source, target, at }) =>
    typeof source === "object" && source !== null && "number" in source
      ? [{ prefix: source.number, entity: target, at: at.in("number") }]
      : [],
  );
  const first = new Map<string, string>();
  return [...own, ...given].flatMap(({ prefix, entity, at }) => {
    const owner = first.get(prefix);
    if (owner === undefined) first.set(prefix, entity);
    const info = context.entities.get(entity);
    const usual = info && numberOf(info.raw)?.prefix;
    if (owner !== undefined && owner !== entity) return [at.problem(`${prefix} already begins the numbers of ${owner}`)];
    return usual === undefined || usual === prefix
      ? []
      : [at.problem(`${prefix} is not the prefix of ${entity}`, `its numbers begin with ${usual}`)];
  });
};
