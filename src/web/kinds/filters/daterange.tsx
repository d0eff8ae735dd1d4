import { lazy, Suspense } from "react";
import { readPair } from "../../../shared/domain/list/filter-values.ts";
import { afterLight } from "../light/light-stand.ts";
import type { FilterControlProps } from "./filter-kind.ts";

// The calendar is large, and the list need not wait for it.
const DateRangeBox = lazy(() => afterLight().then(() => import("../DateRangeBox.tsx")));

/** From one day to another, both included. */
export function DateRangeFilter({ filter, value, onChange }: FilterControlProps) {
  const days = readPair(value);
  return (
    <Suspense fallback={<span className="filter-wait">{days?.join(" ~ ")}</span>}>
      <DateRangeBox title={filter.title} testId={`filter-${filter.field}`} days={days} onChange={onChange} />
    </Suspense>
  );
}
