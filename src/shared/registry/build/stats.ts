import type { RawMeasure } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
import type { Entity, Measure, Stats } from "../model.ts";
import type { WholeModule } from "../whole-types.ts";
import { listFilters } from "./todos.ts";

const COUNT_TITLE = "数量";

/** Cards and charts of a board, and the charts of any page that stand on the home page; null: the page has neither. */
export function buildStats({ cards, charts = [] }: Pick<WholeModule, "cards" | "charts">, entity: Entity): Stats | null {
  if (cards === undefined && charts.length === 0) return null;
  return {
    cards: (cards ?? []).map(({ where, tone, ...card }) => ({
      title: card.title ?? "",
      measure: buildMeasure({ of: card.of, ...(card.field === undefined ? {} : { field: card.field }) }, entity),
      where: (where ?? null) as Predicate | null,
      tone: tone ?? "plain",
    })),
    charts: charts.map(({ title, type, by, measures, home }) => ({
      title,
      kind: type,
      by,
      measures: measures.map((measure) => buildMeasure(measure, entity)),
      home: home === undefined ? null : listFilters(home as Predicate),
    })),
  };
}

function buildMeasure({ of, field, title }: RawMeasure, entity: Entity): Measure {
  return { of, field: field ?? null, title: title ?? entity.fields[field ?? ""]?.title ?? COUNT_TITLE };
}
