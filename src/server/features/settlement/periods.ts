import { addDays } from "../../../shared/domain/day.ts";

/** Both days belong to it. */
export interface Period {
  readonly startdate: string;
  readonly enddate: string;
}

/** Codes of SettleCycle (schemas/shared/enums.json). */
const CYCLE = { half: 1, month: 2, delivery: 3 } as const;
export const CYCLES: readonly number[] = Object.values(CYCLE);

const MIDDLE = 15;

/**
 * The last period of a settlement cycle that is over: half a month (to the 15th, to the last day), a month, or, where goods are
 * paid on delivery, yesterday.
 */
export function lastPeriod(cycle: number, today: string): Period {
  const first = `${today.slice(0, 7)}-01`;
  const endOfLast = addDays(first, -1);
  const firstOfLast = `${endOfLast.slice(0, 7)}-01`;
  if (cycle === CYCLE.delivery) return { startdate: addDays(today, -1), enddate: addDays(today, -1) };
  if (cycle === CYCLE.month) return { startdate: firstOfLast, enddate: endOfLast };
  if (Number(today.slice(8)) > MIDDLE) return { startdate: first, enddate: addDays(first, MIDDLE - 1) };
  return { startdate: addDays(firstOfLast, MIDDLE), enddate: endOfLast };
}

/** Every day of a period, in order. */
export function daysOf({ startdate, enddate }: Period): string[] {
  const days: string[] = [];
  for (let day = startdate; day <= enddate; day = addDays(day, 1)) days.push(day);
  return days;
}
