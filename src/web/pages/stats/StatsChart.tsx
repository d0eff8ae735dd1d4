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
import type { ScreenStats, StatsResult } from "../../../shared/protocol/screen.ts";

type Chart = ScreenStats["charts"][number];
type Points = StatsResult["charts"][number]["points"];

const HEIGHT = 280;
/** Told apart also by people who do not see red and green alike. */
const COLOURS = ["#1b5fe0", "#e07b1b", "#0f9d8a", "#8a4fd8", "#c2356e", "#7a8699", "#b59a00", "#3aa3e3"];
const SMALL = { fontSize: 12 };

/** One chart of a board. The numbers themselves come as exact text; only their drawing makes them floats. */
export default function StatsChart({ chart, points }: { chart: Chart; points: Points }) {
  const data = points.map(({ by, values }) => ({
    by,
    ...Object.fromEntries(values.map((value, index) => [`m${index}`, Number(value ?? 0)])),
  }));
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      {chart.kind === "pie" ? pie(chart, data) : series(chart, data)}
    </ResponsiveContainer>
  );
}

/** Lines, or columns side by side. */
function series(chart: Chart, data: object[]) {
  const isColumn = chart.kind === "column";
  const Frame = isColumn ? BarChart : LineChart;
  return (
    <Frame data={data} accessibilityLayer margin={{ top: 8, right: 16 }}>
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
    <CartesianGrid key="grid" strokeDasharray="3 3" vertical={false} />,
    <XAxis key="x" dataKey="by" tick={SMALL} minTickGap={24} />,
    <YAxis key="y" tick={SMALL} width={64} />,
    <Tooltip key="tip" formatter={(value, _name, item) => valueText(formatOf(measures, String(item.dataKey)), String(value))} />,
    <Legend key="legend" wrapperStyle={SMALL} />,
  ];
}

function pie({ measures }: Chart, data: { by: string }[]) {
  return (
    <PieChart accessibilityLayer>
      <Pie
        data={data}
        dataKey="m0"
        nameKey="by"
        innerRadius="45%"
        outerRadius="75%"
        isAnimationActive={false}
        label={({ name }) => name}
        labelLine
      >
        {data.map(({ by }, index) => (
          <Cell key={by} fill={colour(index)} />
        ))}
      </Pie>
      <Tooltip formatter={(value) => valueText(formatOf(measures, "m0"), String(value))} />
      <Legend wrapperStyle={SMALL} />
    </PieChart>
  );
}

const colour = (index: number): string => COLOURS[index % COLOURS.length] ?? "#1b5fe0";
const formatOf = (measures: Chart["measures"], key: string) => measures[Number(key.slice(1))]?.format ?? "integer";
