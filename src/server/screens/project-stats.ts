import type { ColumnFormat, ScreenStats } from "../../shared/protocol/screen.ts";
import type { Entity, Measure, Module, Registry } from "../../shared/registry/model.ts";
import type { Readable } from "../query/readable.ts";
import { readableStats } from "../query/stats.ts";
import { columnsOf, entityOf } from "./project-columns.ts";

/** The cards and charts this side may read, in the order in which their numbers are answered; null: the page is no board. */
export function projectStats(registry: Registry, module: Module, readable: Readable): ScreenStats | null {
  const stats = readableStats(module, readable);
  if (stats === null) return null;
  const entity = entityOf(registry, module.entity);
  return {
    cards: stats.cards.map(({ title, tone, measure }) => ({ title, tone, format: formatOf(measure, entity) })),
    charts: stats.charts.flatMap(({ title, kind, by, measures }) => {
      const [axis] = columnsOf(registry, module, readable, [by]);
      return axis
        ? [{ title, kind, by: axis, measures: measures.map((measure) => ({ ...measure, format: formatOf(measure, entity) })) }]
        : [];
    }),
  };
}

/** A number is drawn as its field is; how many rows there are is a whole number. */
function formatOf({ of, field }: Measure, { fields }: Entity): ColumnFormat {
  return of === "count" || field === null ? "integer" : (fields[field]?.format ?? "integer");
}
