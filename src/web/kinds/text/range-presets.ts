import type { Dayjs } from "dayjs";

/** A ready date range of the date filter. */
export interface RangePreset {
  readonly label: string;
  readonly value: [Dayjs, Dayjs];
}

const MIDDLE = 15;

/** Periods of settlement that are over, seen from `today`, the latest first: halves of a month, and the month. */
export function periodPresets(today: Dayjs): RangePreset[] {
  const [month, last] = [today.startOf("month"), today.subtract(1, "month").startOf("month")];
  const half = (first: Dayjs): [Dayjs, Dayjs] => [first, first.date(MIDDLE)];
  const presets: RangePreset[] = [
    { label: "本月上半月", value: half(month) },
    { label: "上月", value: [last, last.endOf("month")] },
    { label: "上月下半月", value: [last.date(MIDDLE + 1), last.endOf("month")] },
    { label: "上月上半月", value: half(last) },
  ];
  return presets.filter(({ value: [, end] }) => end.isBefore(today, "day"));
}

/** Ranges people ask for, seen from `today`; both ends are included, so 近31天 starts 30 days back. */
export function rangePresets(today: Dayjs): RangePreset[] {
  const lastMonth = today.subtract(1, "month");
  return [
    { label: "今天", value: [today, today] },
    { label: "昨天", value: [today.subtract(1, "day"), today.subtract(1, "day")] },
    { label: "近7天", value: [today.subtract(6, "day"), today] },
    { label: "近31天", value: [today.subtract(30, "day"), today] },
    { label: "本月", value: [today.startOf("month"), today] },
    { label: "上月", value: [lastMonth.startOf("month"), lastMonth.endOf("month")] },
    { label: "近一年", value: [today.subtract(1, "year").add(1, "day"), today] },
  ];
}
