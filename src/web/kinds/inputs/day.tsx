import { lazy, Suspense } from "react";
import type { InputKind } from "./input-kind.ts";

// The calendar is large, and the form need not wait for it.
const DayBox = lazy(() => import("./DayBox.tsx"));

const dayKind = (hasTime: boolean): InputKind => ({
  Control: (props) => (
    <Suspense fallback={<span className="input-wait">{props.value}</span>}>
      <DayBox input={props} hasTime={hasTime} />
    </Suspense>
  ),
  align: "left",
  show: String,
  read: (typed) => typedDay(typed) || null,
});

/** A day, `yyyy-MM-dd`. */
export const date = dayKind(false);

/** A day and a time, `yyyy-MM-dd HH:mm:ss`. */
export const datetime = dayKind(true);

const WRITTEN = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[\sT]+(\d{1,2}:\d{2}(?::\d{2})?))?$/;
const DIGITS = /^(\d{4})(\d{2})(\d{2})$/;

/** A day as people write it (2025/6/3, 2025年6月3日, 20250603), with or without a time, as the wire's. Else the text as it is. */
export function typedDay(typed: string): string {
  const text = typed.normalize("NFKC").trim();
  const [, year, month, day, time] = WRITTEN.exec(text) ?? DIGITS.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return text;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return time === undefined ? date : `${date} ${time.padStart(time.length < 6 ? 5 : 8, "0")}`.padEnd(19, ":00");
}
