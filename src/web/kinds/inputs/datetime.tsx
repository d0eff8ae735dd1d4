import { lazy, Suspense } from "react";
import { typedDay } from "../text/typed-day.ts";
import type { InputKind, InputProps } from "./input-kind.ts";

const DayBox = lazy(() => import("./DayBox.tsx"));

function DateTimeInput(props: InputProps) {
  return (
    <Suspense fallback={<span className="input-wait">{props.value}</span>}>
      <DayBox input={props} hasTime />
    </Suspense>
  );
}

/** A day and a time, `yyyy-MM-dd HH:mm:ss`. */
export const datetime: InputKind = {
  Control: DateTimeInput,
  align: "left",
  show: String,
  read: (typed) => typedDay(typed) || null,
};
