import { DatePicker } from "antd";
import dayjs from "dayjs";
import type { FilterControlProps, FilterKind } from "../filter-kind.ts";
import { rangePresets } from "../text/range-presets.ts";

const DAY = "YYYY-MM-DD";

function DateRangeFilter({ filter, value, onChange }: FilterControlProps) {
  const pair = readPair(value);
  return (
    <DatePicker.RangePicker
      variant="borderless"
      allowClear
      aria-label={filter.title}
      data-testid={`filter-${filter.field}`}
      presets={rangePresets(dayjs())}
      value={pair ? [dayjs(pair[0]), dayjs(pair[1])] : null}
      onChange={(days) => onChange(days?.[0] && days[1] ? [days[0].format(DAY), days[1].format(DAY)] : undefined)}
    />
  );
}

/** From one day to another, both included. */
export const daterange: FilterKind = {
  Control: DateRangeFilter,
  clean: (value) => readPair(value) ?? undefined,
  describe: (value) => readPair(value)?.join(" 至 ") ?? "",
};

function readPair(value: unknown): readonly [string, string] | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [from, to] = value as readonly unknown[];
  return isDay(from) && isDay(to) ? [from, to] : null;
}

const isDay = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && dayjs(value).isValid();
