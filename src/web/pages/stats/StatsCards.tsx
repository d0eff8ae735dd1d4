import { valueText } from "../../../shared/domain/value-text.ts";
import type { ScreenStats, StatsResult } from "../../../shared/protocol/screen.ts";

/** One number a card, over all rows of the filter. */
export function StatsCards({ cards, values }: { cards: ScreenStats["cards"]; values: StatsResult["cards"] | undefined }) {
  return (
    <div className="stats-cards" data-testid="stats-cards">
      {cards.map(({ title, tone, format }, index) => {
        const value = values?.[index] ?? null;
        // Nothing to measure is a dash.
        const text = value === null ? "–" : valueText(format, value);
        return (
          <div key={title} className={`stats-card stats-${tone}`}>
            <span>{title}</span>
            <b>{values === undefined ? "…" : text}</b>
          </div>
        );
      })}
    </div>
  );
}
