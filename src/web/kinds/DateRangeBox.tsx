import { DatePicker } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { dayOf } from "../../shared/domain/day.ts";
import { type RangePreset, rangePresets } from "./text/range-presets.ts";
import "./date-range.css";

const DAY = "YYYY-MM-DD";

interface DateRangeBoxProps {
  readonly title: string;
  readonly testId: string;
  readonly days: readonly [string, string] | null;
  readonly onChange: (days: readonly [string, string] | undefined) => void;
  /** DOM id of the first field, which a label points to. */
  readonly id?: string;
  /** Ready ranges; left out: those of the filters. */
  readonly presets?: readonly RangePreset[];
  /** Days that are over alone may be chosen. */
  readonly isPast?: boolean;
}

/** antd's range picker over days as texts. */
export default function DateRangeBox({ title, testId, days, onChange, id, presets, isPast = false }: DateRangeBoxProps) {
  const today = dayjs(dayOf(new Date()));
  return (
    <DatePicker.RangePicker
      variant="borderless"
      popupClassName="date-range"
      allowClear
      suffixIcon={null}
      separator="~"
      aria-label={title}
      data-testid={testId}
      presets={[...(presets ?? rangePresets(today))]}
      {...(id !== undefined && { id: { start: id } })}
      {...(isPast && { disabledDate: (day: Dayjs) => !day.isBefore(today, "day") })}
      value={days && [dayjs(days[0]), dayjs(days[1])]}
      onChange={(picked) => onChange(picked?.[0] && picked[1] ? [picked[0].format(DAY), picked[1].format(DAY)] : undefined)}
    />
  );
}
