import { DatePicker } from "antd";
import dayjs from "dayjs";
import { rangePresets } from "./text/range-presets.ts";

const DAY = "YYYY-MM-DD";

interface DateRangeBoxProps {
  readonly title: string;
  readonly testId: string;
  readonly days: readonly [string, string] | null;
  readonly onChange: (days: readonly [string, string] | undefined) => void;
}

/** antd's range picker over days as texts. */
export default function DateRangeBox({ title, testId, days, onChange }: DateRangeBoxProps) {
  return (
    <DatePicker.RangePicker
      variant="borderless"
      allowClear
      suffixIcon={null}
      separator="~"
      aria-label={title}
      data-testid={testId}
      presets={rangePresets(dayjs())}
      value={days && [dayjs(days[0]), dayjs(days[1])]}
      onChange={(picked) => onChange(picked?.[0] && picked[1] ? [picked[0].format(DAY), picked[1].format(DAY)] : undefined)}
    />
  );
}
