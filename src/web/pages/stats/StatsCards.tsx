import type { ScreenStats, StatsResult } from "../../../shared/protocol/screen.ts";
import { measureText } from "./measure-text.ts";

/** One number a card, over all rows of the filter. */
export function StatsCards({ cards, values }: { cards: ScreenStats["cards"]; values: StatsResult["cards"] | undefined }) {
  return (
    <div className="stats-cards" data-testid="stats-cards">
      {cards.map(({ title, tone, format }, index) => (
        <div key={title} className={`stats-card stats-${tone}`}>
          <span>{title}</span>
          <b>{values === undefined ? "…" : measureText(values[index] ?? null, format)}</b>
        </div>
      ))}
    </div>
  );
}
