import { addDays } from "../../../shared/domain/day.ts";
import { SettleCycle } from "../../generated/entities.ts";

/** Both days belong to it. */
export interface Period {
  readonly startdate: string;
  readonly enddate: string;
}

export const CYCLES: readonly SettleCycle[] = Object.values(SettleCycle);

const MIDDLE = 15;

/**
 * The last period of a settlement cycle that is over: half a month (to the 15th, to the last day), a month, or, where goods are
 * paid on delivery, yesterday.
 */
export function lastPeriod(cycle: SettleCycle, today: string): Period {
  const first = `${today.slice(0, 7)}-01`;
  const endOfLast = addDays(first, -1);
  const firstOfLast = `${endOfLast.slice(0, 7)}-01`;
  if (cycle === SettleCycle.onDelivery) return { startdate: addDays(today, -1), enddate: addDays(today, -1) };
  if (cycle === SettleCycle.monthly) return { startdate: firstOfLast, enddate: endOfLast };
  if (Number(today.slice(8)) > MIDDLE) return { startdate: first, enddate: addDays(first, MIDDLE - 1) };
  return { startdate: addDays(firstOfLast, MIDDLE), enddate: endOfLast };
}

/** Every day of a period, in order. */
export function daysOf({ startdate, enddate }: Period): string[] {
  const days: string[] = [];
  for (let day = startdate; day <= enddate; day = addDays(day, 1)) days.push(day);
  return days;
}
