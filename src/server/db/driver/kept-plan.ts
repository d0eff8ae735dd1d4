import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { statementMark } from "./statement-mark.ts";

const kept = statementMark();

/**
 * The last plugin of a statement that each connection is to read once, in transactions as well, and plan as PostgreSQL finds better after five times: for
 * the values of each time, or for whatever values. For statements that find their rows by a key whatever the values are (docs/decisions/140).
 */
export const KEEPS_PLAN = kept.plugin;

const once = statementMark();

/**
 * As {@link KEEPS_PLAN}, and outside of transactions the plan is made once, for whatever values: left to itself PostgreSQL makes five for values first, on
 * each connection. For statements that take longer to plan than to answer.
 */
export const PLANS_ONCE = once.plugin;

/** Whether {@link KEEPS_PLAN} or {@link PLANS_ONCE} was said of the statement. */
export const isMarked = (statement: object): boolean => kept.isOn(statement) || once.isOn(statement);

/** What PostgreSQL's plan_cache_mode is meanwhile: a plan for the values of each time, for whatever values, or what it finds better after five times. */
export type PlanMode = "auto" | "force_generic_plan" | "force_custom_plan";

/** How a statement is planned by itself: where nothing was said of it, for the values of each time. */
export function plansOf(statement: object): PlanMode {
  if (once.isOn(statement)) return "force_generic_plan";
  return kept.isOn(statement) ? "auto" : "force_custom_plan";
}

/** A statement that a connection reads once. */
export interface KeptStatement {
  readonly name: string;
  /** How its answers are read; null: it has not answered yet. */
  columns: Columns | null;
  /** Names of others that the connection is to keep no longer; it has not been told yet. */
  instead: readonly string[];
}

/** The columns of an answer, and what makes values of their texts. */
export interface Columns {
  readonly fields: readonly { readonly name: string }[];
  readonly parsers: readonly ((text: string) => unknown)[];
}

/** Characters of texts that a connection keeps, those that were asked last: each takes some 55 bytes of the database's memory. */
const MOST = 200_000;
/** Longer ones have values by the thousand, and are seldom asked again. */
const LONGEST = MOST / 4;

interface Given {
  readonly round: number;
  /** By text, which the database understands anew for each role. */
  readonly byText: Map<string, Map<string, KeptStatement>>;
  length: number;
  /** What the connection keeps and nobody asks for: it is to be told. */
  unwanted: string[];
}

/** By connection what it has read since what it kept was out of date. None of those before is gone on with. */
const given = new WeakMap<object, Given>();

/** The statement as the connection keeps it, from now on at the latest; undefined: it reads it each time. */
export function keptBy(connection: object, text: string, role: string): KeptStatement | undefined {
  if (text.length > LONGEST) return undefined;
  const all = given.get(connection) ?? { round: 0, byText: new Map(), length: 0, unwanted: [] };
  given.set(connection, all);
  const byRole = all.byText.get(text) ?? new Map<string, KeptStatement>();
  const found = byRole.get(role) ?? newStatement(all, text, role);
  if (!byRole.has(role)) all.length += text.length;
  all.byText.delete(text);
  all.byText.set(text, byRole.set(role, found));
  if (all.length > MOST) forgetOldest(all);
  found.instead = [...found.instead, ...all.unwanted];
  all.unwanted = [];
  return found;
}

/** Its name is made of the text: behind a pooler a connection may find what another has read. */
function newStatement({ round }: Given, text: string, role: string): KeptStatement {
  const name = `${round}_${createHash("sha256").update(`${role}\n${text}`).digest("hex").slice(0, 32)}`;
  return { name, columns: null, instead: [] };
}

function forgetOldest(all: Given): void {
  for (const [text, byRole] of all.byText) {
    if (all.length <= MOST) return;
    all.byText.delete(text);
    all.length -= text.length * byRole.size;
    all.unwanted.push(...namesOf(byRole));
  }
}

const namesOf = (byRole: ReadonlyMap<string, KeptStatement>) => [...byRole.values()].flatMap(({ name, instead }) => [name, ...instead]);

/** From now on the connection goes on with none of its statements. */
export function forgetStatements(connection: object): void {
  const { round, byText, unwanted } = given.get(connection) ?? { round: 0, byText: new Map(), unwanted: [] };
  const all = [...byText.values()].flatMap(namesOf);
  given.set(connection, { round: round + 1, byText: new Map(), length: 0, unwanted: [...unwanted, ...all] });
}

const [SHAPE_HAS_CHANGED, IS_GONE, IS_THERE] = ["0A000", "26000", "42P05"];

/**
 * Whether the statement failed for being kept alone: its columns are of another type since, or the connection does not keep what it was to keep, e.g. as a
 * pooler has given another one.
 */
export function isKeptTooLong(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { readonly code?: unknown; readonly routine?: unknown };
  return code === IS_GONE || code === IS_THERE || (code === SHAPE_HAS_CHANGED && routine === "RevalidateCachedQuery");
}

/** A whole number that stands in the text of a statement: how many rows are wanted at most, a plan for whatever values has to know. */
export function inText(count: number): RawBuilder<number> {
  if (!Number.isSafeInteger(count)) throw new Error(`${count} is no whole number`);
  return sql.lit(count);
}
