import type { RawMeasure } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
import type { Entity, Measure, Stats } from "../model.ts";
import type { WholeModule } from "../whole-types.ts";

const COUNT_TITLE = "数量";

/** Cards and charts of a board; null: the page is none. */
export function buildStats({ cards, charts = [] }: Pick<WholeModule, "cards" | "charts">, entity: Entity): Stats | null {
  if (!cards) return null;
  return {
    cards: cards.map(({ where, tone, ...card }) => ({
      title: card.title ?? "",
      measure: buildMeasure({ of: card.of, ...(card.field === undefined ? {} : { field: card.field }) }, entity),
      where: (where ?? null) as Predicate | null,
      tone: tone ?? "plain",
    })),
    charts: charts.map(({ title, type, by, measures }) => ({
      title,
      kind: type,
      by,
      measures: measures.map((measure) => buildMeasure(measure, entity)),
    })),
  };
}

function buildMeasure({ of, field, title }: RawMeasure, entity: Entity): Measure {
  return { of, field: field ?? null, title: title ?? entity.fields[field ?? ""]?.title ?? COUNT_TITLE };
}
