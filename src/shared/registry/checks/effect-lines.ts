import { lineNames } from "../lookup.ts";
import { type Named, single } from "../names/named.ts";
import { allEffects, allValues, type EffectUse, type ValueUse } from "../names/parts.ts";
import { didYouMeanOrList } from "../nearest.ts";
import type { Check } from "./check.ts";

/** Effects go over lines of the document they belong to, and speak of a line only there. */
export const effectLines: Check = (context) => {
  const values = allValues(context);
  const spoken = [...allEffects(context).flatMap(eachOf), ...values.flatMap(totalOf)];
  const strange = spoken.flatMap(({ name, owner, at }) => {
    const known = lineNames(context, owner);
    if (known.includes(name) || !context.entities.has(name)) return [];
    return [at.problem(`${name} holds no lines of ${owner}`, didYouMeanOrList(name, known))];
  });
  const loose = values.flatMap(({ source, each, at }) => {
    const speaksOfLine = typeof source === "object" && source !== null && "line" in source;
    return speaksOfLine && each === undefined ? [at.in("line").problem('"line" is for effects with "each": there is no line at hand')] : [];
  });
  return [...strange, ...loose];
};

type Spoken = Named & { readonly owner: string };

function eachOf({ raw, at, entity }: EffectUse): Spoken[] {
  const eaches = (["update", "add"] as const).flatMap((kind) => single(raw[kind]?.each, at.in(kind, "each")));
  return eaches.map((named) => ({ ...named, owner: entity.name }));
}

function totalOf({ source, at, entity }: ValueUse): Spoken[] {
  const isTotal = typeof source === "object" && source !== null && "total" in source;
  return isTotal ? [{ name: source.total.of, at: at.in("total", "of"), owner: entity.name }] : [];
}
