import type { CrudFilter } from "@refinedev/core";
import { CODE } from "../../../shared/protocol/envelope.ts";
import type { ActionTrial } from "../../../shared/protocol/preview.ts";
import type { ScreenAction } from "../../../shared/protocol/screen.ts";

/** All rows that a list's filter leaves. */
export interface Matching {
  readonly filters: readonly CrudFilter[];
  readonly total: number;
}

/** A row that was tried, or what became of it. */
export type TriedRow = ActionTrial["rows"][number];

/** Why rows cannot go, the most frequent reason first. */
export interface RefusedGroup {
  readonly reason: string;
  readonly count: number;
  /** The first of them. */
  readonly titles: readonly string[];
}

export const isAble = ({ Code }: Pick<TriedRow, "Code">): boolean => Code === CODE.ok;

const NOT_OFFERED = "当前状态不能执行该操作";
const NAMED = 5;

/** The rows of a list's filter that an action cannot be done to: by what it is refused for. `total` counts those, too, that do not offer it. */
export function refusedGroups(rows: readonly TriedRow[], total: number): RefusedGroup[] {
  const groups = new Map<string, string[]>();
  for (const row of rows) if (!isAble(row)) groups.set(row.Msg, [...(groups.get(row.Msg) ?? []), row.title]);
  const told = [...groups].map(([reason, titles]) => ({ reason, count: titles.length, titles: titles.slice(0, NAMED) }));
  const left = total - rows.length;
  return [...told, ...(left > 0 ? [{ reason: NOT_OFFERED, count: left, titles: [] }] : [])].toSorted((a, b) => b.count - a.count);
}

/** Whether an action can be done to all rows of a list's filter: it changes a state, of several at once, and is not about lines. */
export const runsOnMatching = ({ kind, bulk, all, ticks }: ScreenAction): boolean =>
  kind === "transition" && bulk && !all && ticks === null;

/** In pieces of this size: each is done within a second or two, and is one call with one key. */
const PIECE = 50;

/** The rows in the pieces in which they are sent. */
export function piecesOf<T>(rows: readonly T[], size: number = PIECE): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size));
}
