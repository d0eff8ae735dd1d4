import { isJudged } from "../lookup.ts";
import type { Problem } from "../problem.ts";
import { viewParts } from "../view-parts.ts";
import type { Check } from "./check.ts";

/** A joined row is one row: were there several, those of the view would appear, and be summed, more than once. */
export const joinKeys: Check = ({ entities }) =>
  [...entities.values()].flatMap((entity) =>
    viewParts(entity).flatMap(({ raw, at }) =>
      Object.entries(raw.join ?? {}).flatMap(([alias, { entity: name, on }]): Problem[] => {
        const target = entities.get(name);
        const fields = Object.keys(on);
        if (!isJudged(target) || target.raw.view) return []; // a joined view is told by itself
        const unique = [["Id"], ...(target.raw.unique ?? []), ...(target.raw.uniqueEverywhere ?? [])];
        if ([...fields, ...unique.flat()].some((field) => !target.fields.has(field))) return []; // and so is a wrong name
        if (unique.some((key) => key.every((field) => fields.includes(field)))) return [];
        const hint = `unique: ${unique.map((key) => key.join("+")).join(", ")}`;
        return [at.in("join", alias, "on").problem(`${fields.join("+")} may name several rows of ${name}: it is not unique`, hint)];
      }),
    ),
  );
