import { addDays, dayOf } from "../../shared/domain/day.ts";
import type { Operator } from "../../shared/protocol/list.ts";
import type { ScreenFilter } from "../../shared/protocol/screen.ts";
import type { Filter } from "../../shared/registry/model.ts";

const DAYS_SHOWN = 31;

/** The ready value of a filter on a freshly opened page, counted from today in Shanghai; both ends belong to a range. */
export function initialOf(initial: Filter["initial"], operator: Operator, now: Date): ScreenFilter["initial"] {
  const today = dayOf(now);
  if (initial === null) return null;
  if (operator !== "between") return today;
  if (initial === "last31days") return [addDays(today, 1 - DAYS_SHOWN), today];
  return initial === "thisMonth" ? [`${today.slice(0, 8)}01`, today] : [today, today];
}
