import { DatePicker } from "antd";
import dayjs from "dayjs";
import { ariaOf, type InputProps, looksOf } from "./input-kind.ts";

const DAY = "YYYY-MM-DD";
const TIME = "YYYY-MM-DD HH:mm:ss";
/** Other ways people write a day; what is chosen always leaves in the first. */
const TYPED = ["YYYY/M/D", "YYYYMMDD", "YYYY.M.D"];

/** antd's calendar over days or times as texts. */
export default function DayBox({ input, hasTime }: { input: InputProps; hasTime: boolean }) {
  const { value, onChange } = input;
  const format = hasTime ? TIME : DAY;
  const day = value === null ? null : dayjs(String(value));
  return (
    <DatePicker
      {...ariaOf(input)}
      {...looksOf(input)}
      className="input-day"
      showTime={hasTime}
      needConfirm={false}
      placeholder={hasTime ? "请选择时间" : "请选择日期"}
      format={[format, ...TYPED]}
      value={day?.isValid() ? day : null}
      onChange={(picked) => onChange(picked === null ? null : picked.format(format))}
    />
  );
}
