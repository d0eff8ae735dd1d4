import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  Legend,
  Line,
  LineChart,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { valueText } from "../../../shared/domain/value-text.ts";
import type { ChartPoint, ScreenStats } from "../../../shared/protocol/screen.ts";
import "./stats-chart.css";

type Chart = Pick<ScreenStats["charts"][number], "title" | "kind" | "measures">;

interface StatsChartProps {
  readonly chart: Chart;
  readonly points: readonly ChartPoint[];
  /** Leads to the rows of a point. */
  readonly onPick: (point: ChartPoint) => void;
}

const HEIGHT = 280;
const COLOURS = 8;
const SMALL = { fontSize: 12 };
/** 1200万: what a scale needs of a number. */
const SHORT = new Intl.NumberFormat("zh-CN", { notation: "compact" });
const TICK = { ...SMALL, fill: "var(--ink-soft)" };
const TIP = {
  contentStyle: { borderColor: "var(--line)", borderRadius: 6, background: "var(--raised)" },
  cursor: { fill: "var(--veil)", stroke: "var(--line-strong)" },
};

/**
 * A chart whose points lead to their rows: by a click anywhere at a point, or by the list of its numbers, which comes into view with the
 * keyboard. The numbers themselves come as exact text; only their drawing makes them floats.
 */
export default function StatsChart({ chart, points, onPick }: StatsChartProps) {
  const pick = (index: unknown) => {
    const point = points[Number(index ?? Number.NaN)];
    if (point) onPick(point);
  };
  const data = points.map(({ by, values }) => ({
    by,
    ...Object.fromEntries(values.map((value, index) => [`m${index}`, Number(value ?? 0)])),
  }));
  return (
    <div className="chart">
      <ResponsiveContainer width="100%" height={HEIGHT}>
        {chart.kind === "pie" ? pie(chart, data, pick) : series(chart, data, pick)}
      </ResponsiveContainer>
      <ul className="chart-points" aria-label={chart.title} data-testid="chart-points">
        {points.map((point) => (
          <li key={point.by}>
            <button type="button" onClick={() => onPick(point)}>
              {point.by}：
              {chart.measures.map(({ title, format }, index) => `${title} ${valueText(format, point.values[index] ?? "")}`).join("，")}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Lines, or columns side by side. */
function series(chart: Chart, data: object[], pick: (index: unknown) => void) {
  const isColumn = chart.kind === "column";
  const Frame = isColumn ? BarChart : LineChart;
  return (
    <Frame data={data} accessibilityLayer margin={{ top: 8, right: 16 }} onClick={({ activeTooltipIndex }) => pick(activeTooltipIndex)}>
      {axes(chart)}
      {chart.measures.map(({ title }, index) => {
        const shared = { dataKey: `m${index}`, name: title, isAnimationActive: false };
        if (isColumn) return <Bar {...shared} key={title} fill={colour(index)} maxBarSize={36} />;
        return <Line {...shared} key={title} stroke={colour(index)} strokeWidth={2} dot={false} />;
      })}
    </Frame>
  );
}

/** Grid, axes, legend and tooltip, which lines and columns have alike. */
function axes({ measures }: Chart) {
  return [
    <CartesianGrid key="grid" stroke="var(--line)" strokeDasharray="3 3" vertical={false} />,
    <XAxis key="x" dataKey="by" tick={TICK} stroke="var(--line-strong)" minTickGap={24} />,
    <YAxis key="y" tick={TICK} stroke="var(--line-strong)" width={56} tickFormatter={(value: number) => SHORT.format(value)} />,
    <Tooltip key="tip" {...TIP} formatter={(value, _name, item) => valueText(formatOf(measures, String(item.dataKey)), String(value))} />,
    <Legend key="legend" wrapperStyle={SMALL} formatter={named} />,
  ];
}

function pie({ measures }: Chart, data: { by: string }[], pick: (index: unknown) => void) {
  return (
    <PieChart accessibilityLayer>
      <Pie
        data={data}
        dataKey="m0"
        nameKey="by"
        innerRadius="45%"
        outerRadius="75%"
        isAnimationActive={false}
        onClick={(_slice, index) => pick(index)}
      >
        {data.map(({ by }, index) => (
          <Cell key={by} fill={colour(index)} />
        ))}
      </Pie>
      <Tooltip {...TIP} formatter={(value) => valueText(formatOf(measures, "m0"), String(value))} />
      <Legend wrapperStyle={SMALL} formatter={named} />
    </PieChart>
  );
}

const colour = (index: number): string => `var(--chart-${(index % COLOURS) + 1})`;
/** Names are read: they are in the colour of words, beside a mark in that of the series. */
const named = (name: string) => <span className="stats-name">{name}</span>;
const formatOf = (measures: Chart["measures"], key: string) => measures[Number(key.slice(1))]?.format ?? "integer";
