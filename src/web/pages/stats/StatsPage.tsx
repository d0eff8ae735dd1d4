import { Card, Empty } from "antd";
import { lazy, Suspense } from "react";
import { wireFilter } from "../../../shared/domain/list/list-state.ts";
import { valueText } from "../../../shared/domain/value-text.ts";
import type { ChartPoint, ScreenModel, ScreenStats, StatsResult } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { narrowed } from "../../data/list-state.ts";
import { useCall } from "../../data/use-call.ts";
import { ActionButtons } from "../actions/ActionButtons.tsx";
import { ExportButton } from "../export/ExportButton.tsx";
import { Filters, useFilters } from "../list/Filters.tsx";
import { inWords } from "../list/filter-codec.ts";
import { groupClause } from "../list/group-clause.ts";
import { ListArea } from "../list/ListArea.tsx";
import { ListHead } from "../list/ListHead.tsx";
import { useList } from "../list/use-list.ts";
import { useSelection } from "../list/use-selection.ts";
import "../list/list.css";
import "../../kinds/kinds.css";
import "./stats.css";

const StatsChart = lazy(() => import("./StatsChart.tsx"));

/** px of the table below the charts. */
const TABLE_HEIGHT = 520;

/** A board: numbers, charts and the rows behind them, all for one filter. */
export default function StatsPage({ screen }: { screen: ScreenModel }) {
  const list = useList(screen, { isScrolled: true });
  const filters = useFilters(screen.filters, list, screen.columns);
  const selection = useSelection(list);
  const stats = useCall<StatsResult>(moduleUrl(String(screen.MdlId), "GetStats"), { filter: wireFilter(list.filters) });
  const refresh = () => void Promise.all([list.query.refetch(), stats.refetch()]);
  return (
    <section className="stats">
      <ListHead
        title={screen.title}
        help={screen.help}
        actions={<ActionButtons screen={screen} rows={selection.rows} onDone={selection.choose} />}
        tools={
          <ExportButton screen={screen} sorters={list.sorters} filters={list.filters} told={inWords(filters.chips)} total={list.total} />
        }
        onRefresh={refresh}
      />
      <Filters filters={screen.filters} state={filters} />
      <StatsCards cards={screen.stats?.cards ?? []} values={stats.data?.cards} />
      <div className="stats-charts">
        {(screen.stats?.charts ?? []).map((chart, index) => (
          <ChartCard
            key={chart.title}
            chart={chart}
            result={stats.data?.charts[index]}
            onPick={({ value }) => list.search(narrowed(list.filters, groupClause(chart.by.field, value)))}
          />
        ))}
      </div>
      <ListArea
        className="stats-table"
        height={TABLE_HEIGHT}
        screen={screen}
        list={list}
        selection={screen.actions.length > 0 ? selection : null}
        onClearFilters={filters.clear}
        onRefresh={refresh}
      />
    </section>
  );
}

interface ChartCardProps {
  readonly chart: ScreenStats["charts"][number];
  readonly result: StatsResult["charts"][number] | undefined;
  readonly onPick: (point: ChartPoint) => void;
}

function ChartCard({ chart, result, onPick }: ChartCardProps) {
  const isEmpty = result !== undefined && result.points.length === 0;
  return (
    <Card size="small" title={chart.title} className="stats-chart" data-testid="stats-chart">
      {isEmpty && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="该条件下没有数据" />}
      {result !== undefined && !isEmpty && (
        <Suspense fallback={<div className="stats-wait" />}>
          <StatsChart chart={chart} points={result.points} onPick={onPick} />
        </Suspense>
      )}
      {result === undefined && <div className="stats-wait" />}
    </Card>
  );
}

/** One number a card, over all rows of the filter. */
function StatsCards({ cards, values }: { cards: ScreenStats["cards"]; values: StatsResult["cards"] | undefined }) {
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
