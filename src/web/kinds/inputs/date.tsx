import { lazy, Suspense } from "react";
import { typedDay } from "../text/typed-day.ts";
import type { InputKind, InputProps } from "./input-kind.ts";

// The calendar is large, and the form need not wait for it.
const DayBox = lazy(() => import("./DayBox.tsx"));

function DateInput(props: InputProps) {
  return (
    <Suspense fallback={<span className="input-wait">{props.value}</span>}>
      <DayBox input={props} hasTime={false} />
    </Suspense>
  );
}

/** A day, `yyyy-MM-dd`. */
export const date: InputKind = {
  Control: DateInput,
  align: "left",
  show: String,
  read: (typed) => typedDay(typed) || null,
};
