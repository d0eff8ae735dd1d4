import { lazy, Suspense } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { HomeChart } from "../../../shared/protocol/home.ts";
import { narrowed, writeListState } from "../../data/list-state.ts";
import { groupClause } from "../list/group-clause.ts";

const StatsChart = lazy(() => import("../stats/StatsChart.tsx"));

interface HomeChartsProps {
  /** undefined: not known yet. */
  readonly charts: readonly HomeChart[] | undefined;
  /** How many to expect. */
  readonly expected: number;
}

/** How things stand, drawn; whoever picks a point gets the list of its rows. */
export function HomeCharts({ charts, expected }: HomeChartsProps) {
  const navigate = useNavigate();
  if ((charts?.length ?? expected) === 0) return null;
  return (
    <div className="home-charts">
      {charts === undefined && Array.from({ length: expected }, (_, index) => index).map((index) => <Waiting key={index} />)}
      {charts?.map((chart) => (
        <section key={`${chart.mdl} ${chart.title}`} className="home-card" aria-label={chart.title} data-testid={`chart-${chart.mdl}`}>
          <header className="home-card-head">
            <h2 title={chart.title}>{chart.title}</h2>
            <Link to={listOf(chart, chart.filters)} className="home-link" title={chart.page}>
              查看
            </Link>
          </header>
          {chart.points.length === 0 ? (
            <p className="home-empty">目前没有数据。</p>
          ) : (
            <Suspense fallback={<div className="home-chart-wait" />}>
              <StatsChart
                chart={chart}
                points={chart.points}
                onPick={({ value }) => navigate(listOf(chart, narrowed(chart.filters, groupClause(chart.by, value))))}
              />
            </Suspense>
          )}
        </section>
      ))}
    </div>
  );
}

function Waiting() {
  return (
    <div className="home-card">
      <div className="home-card-head" />
      <div className="home-chart-wait" />
    </div>
  );
}

const listOf = ({ path }: HomeChart, filters: readonly unknown[]): string => `${path}?${writeListState({ filters })}`;
