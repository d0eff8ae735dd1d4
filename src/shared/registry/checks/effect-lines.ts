import { lineNames } from "../lookup.ts";
import { didYouMeanOrList } from "../nearest.ts";
import { allEffects, valuesOf } from "../uses/effects.ts";
import { type Named, single } from "../uses/named.ts";
import type { Check } from "./check.ts";

/** Effects go over lines of the document they belong to, and speak of a line only there. */
export const effectLines: Check = (context) =>
  allEffects(context).flatMap((effect) => {
    const { raw, at, entity } = effect;
    const known = lineNames(context, entity.name);
    const eaches = (["update", "add"] as const).flatMap((kind) => single(raw[kind]?.each, at.in(kind, "each")));
    const values = valuesOf(effect);
    const totals = values.flatMap(({ source, at: place }): Named[] =>
      typeof source === "object" && source !== null && "total" in source ? [{ name: source.total.of, at: place.in("total", "of") }] : [],
    );
    const strange = [...eaches, ...totals]
      .filter(({ name }) => !known.includes(name) && context.entities.has(name))
      .map(({ name, at: place }) => place.problem(`${name} holds no lines of ${entity.name}`, didYouMeanOrList(name, known)));
    const loose = values.flatMap(({ source, each, at: place }) => {
      const speaksOfLine = typeof source === "object" && source !== null && "line" in source;
      return speaksOfLine && each === undefined
        ? [place.in("line").problem('"line" is for effects with "each": there is no line at hand')]
        : [];
    });
    return [...strange, ...loose];
  });
