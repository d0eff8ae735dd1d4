import { lazy, Suspense } from "react";
import { readPair } from "../../../shared/domain/list/filter-values.ts";
import type { FilterControlProps, FilterKind } from "./filter-kind.ts";

// The calendar is large, and the list need not wait for it.
const DateRangeBox = lazy(() => import("../DateRangeBox.tsx"));

function DateRangeFilter({ filter, value, onChange }: FilterControlProps) {
  const days = readPair(value);
  return (
    <Suspense fallback={<span className="filter-wait">{days?.join(" ~ ")}</span>}>
      <DateRangeBox title={filter.title} testId={`filter-${filter.field}`} days={days} onChange={onChange} />
    </Suspense>
  );
}

/** From one day to another, both included. */
export const daterange: FilterKind = {
  Control: DateRangeFilter,
  describe: (value) => readPair(value)?.join(" 至 ") ?? "",
};
