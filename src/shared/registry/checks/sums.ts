import { isAfterReading } from "../build/computed.ts";
import { isNumber } from "../comparable.ts";
import type { RawMeasure } from "../generated/raw.ts";
import { findField } from "../lookup.ts";
import { entries, listed, type Named } from "../names/named.ts";
import { fieldsIn, isSummed } from "../names/uses.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** What is summed is a number that the database can see. */
export const sums: Check = (context) => {
  const uses = [...context.modules, ...context.sources.print, ...context.entities.values()].flatMap((doc) => fieldsIn(doc, context));
  return uses.filter(isSummed).flatMap(({ name, entity, at }) => {
    const field = findField(context, entity, name);
    if (!field) return [];
    if (!isNumber(field)) return [at.problem(`${name} cannot be summed: it is ${field.raw.type}, not a number`)];
    return isAfterReading(field.raw.computed) ? [at.problem(`${name} cannot be summed: it is made after reading`)] : [];
  });
};

/** A sum stands under its column, so the column must be there. */
export const sumColumns: Check = ({ modules, entities, sources }) => {
  const without = (sums: readonly Named[], columns: readonly Named[]): Problem[] => {
    const names = new Set(columns.map(({ name }) => name));
    return sums.filter(({ name }) => !names.has(name)).map(({ name, at }) => at.problem(`${name} is summed but is no column of the table`));
  };
  const ofModules = modules.flatMap(({ raw, at }) =>
    without(entries(raw.footer?.sums, "field", at.in("footer", "sums")), entries(raw.columns, "field", at)),
  );
  const ofShows = [...modules, ...entities.values()].flatMap(({ raw, at }) =>
    (raw.lines ?? []).flatMap(({ sums, columns }, index) =>
      without(listed(sums, at.in("lines", index, "sums")), entries(columns, "field", at)),
    ),
  );
  const ofPrints = sources.print.flatMap(({ raw, at }) => without(listed(raw.sums, at.in("sums")), entries(raw.columns, "field", at)));
  return [...ofModules, ...ofShows, ...ofPrints];
};

/** A measure names the field it is over; a count needs none. */
export const measures: Check = ({ modules }) =>
  modules.flatMap(({ raw: { cards = [], charts = [] }, at }) => [
    ...cards.flatMap((card, index) => problems(card, at.in("cards", index))),
    ...charts.flatMap((chart, number) =>
      chart.measures.flatMap((measure, index) => problems(measure, at.in("charts", number, "measures", index))),
    ),
  ]);

function problems({ of, field }: RawMeasure, at: Place): Problem[] {
  if (of === "count") return field === undefined ? [] : [at.in("field").onKey().problem("a count is over rows: it has no field")];
  return field === undefined ? [at.problem(`"${of}" needs "field": what it is over`)] : [];
}
