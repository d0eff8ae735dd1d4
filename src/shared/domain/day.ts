/** Calendar days as `yyyy-MM-dd`, in Asia/Shanghai (no daylight saving, so an offset is exact). */
import { rememberedUpTo } from "./remembered.ts";

const DAY_MS = 86_400_000;
const SHANGHAI_MS = 8 * 3_600_000;

/** The Shanghai day of an instant. */
export function dayOf(instant: Date): string {
  return new Date(instant.getTime() + SHANGHAI_MS).toISOString().slice(0, 10);
}

/** The Shanghai time of an instant, `yyyy-MM-dd HH:mm:ss`. */
export function timeOf(instant: Date): string {
  return new Date(instant.getTime() + SHANGHAI_MS).toISOString().slice(0, 19).replace("T", " ");
}

/** The same to the minute: YYYY-MM-DD HH:MM. */
export function minuteOf(instant: Date): string {
  return timeOf(instant).slice(0, "2025-06-30 09:30".length);
}

export function addDays(day: string, days: number): string {
  return textOf(beginOf(day) + days * DAY_MS);
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((beginOf(to) - beginOf(from)) / DAY_MS);
}

/** Ten years of days: forecasts ask the same few hundred again and again, and reading one takes ten times as long as finding it. */
const MOST = 3653;
/** Days as instants, where they are the same day everywhere. */
const beginOf = rememberedUpTo(MOST, (day: string) => Date.parse(`${day}T00:00:00Z`));
const textOf = rememberedUpTo(MOST, (instant: number) => new Date(instant).toISOString().slice(0, 10));
