import dayjs from "dayjs";
import { lazy, Suspense } from "react";
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
  clean: (value) => readPair(value) ?? undefined,
  describe: (value) => readPair(value)?.join(" 至 ") ?? "",
};

function readPair(value: unknown): readonly [string, string] | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [from, to] = value as readonly unknown[];
  return isDay(from) && isDay(to) ? [from, to] : null;
}

const isDay = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && dayjs(value).isValid();
