import type { CheckContext } from "../context.ts";
import { isJudged } from "../lookup.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** A ref and a line's head are one row: what they equal is unique there. */
export const refKeys: Check = (context) =>
  [...context.entities.values()].flatMap(({ raw, at, fields }) => {
    const refs = [...fields.values()].map((field) => ({ entity: field.raw.to, key: field.raw.key, at: field.at.in("key") }));
    const head = { entity: raw.head?.entity, key: raw.head?.key, at: at.in("head", "key") };
    return [...refs, head].flatMap((ref) => keyProblems(ref, context));
  });

interface Ref {
  readonly entity: string | undefined;
  readonly key: string | undefined;
  readonly at: Place;
}

function keyProblems({ entity, key, at }: Ref, { entities }: CheckContext): Problem[] {
  const target = entities.get(entity ?? "");
  if (key === undefined || key === "Id" || !isJudged(target) || !target.fields.has(key)) return [];
  const unique = [...(target.raw.unique ?? []), ...(target.raw.uniqueEverywhere ?? [])];
  const keys = unique.filter((parts) => parts.length === 1).flat();
  // A wrong name in a unique key is told by itself.
  if (keys.includes(key) || unique.flat().some((name) => !target.fields.has(name))) return [];
  const hint = keys.length > 0 ? `unique: ${keys.join(", ")}` : `say "unique": [["${key}"]] there`;
  return [at.problem(`${key} may name several rows of ${target.name}: it is not unique`, hint)];
}
