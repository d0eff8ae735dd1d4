import { lineNames } from "../lookup.ts";
import { didYouMeanOrList } from "../nearest.ts";
import { entries } from "../uses/named.ts";
import type { Check } from "./check.ts";

/** A template prints the entity of the modules that offer it, and its table is filled by lines of that entity. */
export const printEntities: Check = (context) => {
  const { modules, prints, sources, entities } = context;
  const offered = modules.flatMap(({ raw, at }) =>
    entries(raw.print, "template", at.in("print")).flatMap(({ name, at: place }) => {
      const printed = prints.get(name)?.raw.entity;
      if (printed === undefined || printed === raw.entity) return [];
      return [place.problem(`template ${name} prints ${printed}, but this module shows ${raw.entity}`)];
    }),
  );
  const lines = sources.print.flatMap(({ raw, at }) => {
    if (raw.lines === undefined || !entities.has(raw.lines) || !entities.has(raw.entity)) return [];
    const known = lineNames(context, raw.entity);
    if (known.includes(raw.lines)) return [];
    return [at.in("lines").problem(`${raw.lines} holds no lines of ${raw.entity}`, didYouMeanOrList(raw.lines, known))];
  });
  return [...offered, ...lines];
};
