import { createHash } from "node:crypto";
import { statementMark } from "./statement-mark.ts";

const kept = statementMark();

/**
 * The last plugin of a statement that each connection is to read and plan once instead of each time. For statements that come with every
 * call and find their rows by a key whatever the values are: PostgreSQL may go on with a plan that was made for other values.
 */
export const KEEPS_PLAN = kept.plugin;

/** Whether {@link KEEPS_PLAN} was said of the statement. */
export const isPlanKept = kept.isOn;

const once = statementMark();

/**
 * As {@link KEEPS_PLAN}, and the plan is made once, for whatever values: left to itself PostgreSQL makes five for values first, on each connection. For
 * statements that take longer to plan than to answer.
 */
export const PLANS_ONCE = once.plugin;

/** Whether {@link PLANS_ONCE} was said of the statement. */
export const isPlannedOnce = once.isOn;

/** What PostgreSQL's plan_cache_mode is meanwhile. */
export type PlanMode = "auto" | "force_generic_plan";

/** What a connection keeps takes memory of the database: others are read each time. */
const MOST = 64;

/** By connection the names it has given since what it kept was out of date. None of those before is gone on with. */
const given = new WeakMap<object, { readonly round: number; readonly names: Set<string> }>();

/** The name under which a connection keeps the statement; undefined: it has enough of them. */
export function nameOf(connection: object, text: string, role: string): string | undefined {
  const { round, names } = given.get(connection) ?? { round: 0, names: new Set<string>() };
  const name = `${round}_${createHash("sha256").update(`${role}\n${text}`).digest("hex").slice(0, 32)}`;
  if (!names.has(name) && names.size >= MOST) return undefined;
  given.set(connection, { round, names: names.add(name) });
  return name;
}

/** From now on the connection knows none of its statements any more. */
export function forgetNames(connection: object): void {
  given.set(connection, { round: (given.get(connection)?.round ?? 0) + 1, names: new Set() });
}

const SHAPE_HAS_CHANGED = "0A000";
const IS_GONE = "26000";

/** Whether the statement failed for being kept alone: its columns are of another type since, or a pooler has given another connection. */
export function isKeptTooLong(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === SHAPE_HAS_CHANGED || code === IS_GONE;
}
