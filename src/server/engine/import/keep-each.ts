import { sql } from "kysely";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Entity, SaveRule, Transition } from "../../../shared/registry/model.ts";
import { carriersOf } from "../../../shared/registry/rights/carriers.ts";
import { KEY, ROW_VERSION } from "../../base/technical.ts";
import type { Db } from "../../db/connect.ts";
import { isCollision, toApiError } from "../../db/errors.ts";
import { isKeptApart } from "../duties/refuse-clash.ts";
import { areForAll } from "../effects/effects.ts";
import { guardRights } from "../rights-guard.ts";
import { runTransition } from "../run-transition.ts";
import type { UserWork } from "../run-work.ts";
import { duplicateOf } from "../run-work.ts";
import type { Draft } from "../save/draft.ts";
import { areToldBefore } from "../save/finish-save.ts";
import { keepDrafts } from "../save/keep-drafts.ts";
import { type Left, noteRows } from "./noted-rows.ts";

/** How drafts of one kind are written. */
export interface Keeping {
  readonly rule: SaveRule;
  readonly run: string;
  /** What new documents go through, in order. */
  readonly next: readonly Transition[];
}

/** What became of a draft: it was written, or it was refused for that. */
export type Outcome = { readonly left: Left } | { readonly refusal: ApiError };

/** Said at the beginning of each row's history. */
const HOW = "导入";

/**
 * Writes drafts that have no problems, all of them new or all of them there. What the database, a guard or an effect refuses is refused
 * for its own row: where it is not told which one that is, by halves. Where what happens with one row may depend on another, they are
 * written one after the other. Throws what is no row's fault.
 */
export async function keepEach(at: UserWork, drafts: readonly Draft[], keeping: Keeping): Promise<ReadonlyMap<Draft, Outcome>> {
  const outcomes = new Map<Draft, Outcome>();
  const [first] = drafts;
  if (first === undefined) return outcomes;
  const isAlone = dependOnOthers(at, first, keeping);
  for (const some of isAlone ? drafts.map((draft) => [draft]) : [drafts]) await settle(at, some, keeping, outcomes);
  return outcomes;
}

function dependOnOthers({ store, work }: UserWork, { page: { entity }, before }: Draft, { rule, next }: Keeping): boolean {
  const action = before === null ? "create" : "edit";
  return (
    next.length > 0 ||
    !areToldBefore(entity, rule) ||
    !areForAll(rule.effects) ||
    isKeptApart(store, work.registry, entity.name, action) ||
    carriesRights(work.registry.entities, entity)
  );
}

function carriesRights(entities: Parameters<typeof carriersOf>[0], { name }: Entity): boolean {
  return Object.values(carriersOf(entities) ?? {}).some((carrier) => carrier.entity === name);
}

async function settle(at: UserWork, drafts: readonly Draft[], keeping: Keeping, outcomes: Map<Draft, Outcome>): Promise<void> {
  const told: string[] = [];
  const own: UserWork = { ...at, work: { ...at.work, tell: (notice) => void told.push(notice) } };
  try {
    const left = await inSavepoint(at.ctx.db, () => keepAll(own, drafts, keeping));
    for (const one of left) outcomes.set(one.draft, { left: one });
    // What was told of a row that is not there need not be known.
    for (const notice of told) at.work.tell?.(notice);
  } catch (error) {
    const refusal = refusalOf(at, error);
    if (refusal === null) throw error;
    const [first] = drafts;
    if (first !== undefined && drafts.length === 1) outcomes.set(first, { refusal });
    else {
      const half = Math.ceil(drafts.length / 2);
      await settle(at, drafts.slice(0, half), keeping, outcomes);
      await settle(at, drafts.slice(half), keeping, outcomes);
    }
  }
}

async function keepAll(at: UserWork, drafts: readonly Draft[], { rule, run, next }: Keeping): Promise<Left[]> {
  const { ctx, work } = at;
  const [first] = drafts;
  if (first === undefined) return [];
  const { entity } = first.page;
  // Whoever gives more than he holds is refused for the row that gives it.
  const isJudged = carriesRights(ctx.registry.entities, entity);
  const { store, judge } = isJudged
    ? await guardRights(at.store, ctx.registry, ctx.viewer, entity.name)
    : { store: at.store, judge: async () => undefined };
  const kept = await keepDrafts({ ...at, store }, drafts, rule, HOW);
  const left: Left[] = [];
  for (const { draft, row, rowver, isChanged } of kept) {
    let last: Left = { draft, row, rowver };
    for (const transition of next) {
      const after = await runTransition(store, { ...work, entity, transition, id: Number(row[KEY]) });
      last = { draft, row: after, rowver: Number(after[ROW_VERSION] ?? 0) };
    }
    if (isChanged) left.push(last);
  }
  await judge();
  await noteRows(at, run, left);
  return left;
}

const NAME = sql.id("import_rows");

async function inSavepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint ${NAME}`.execute(db);
  try {
    const done = await work();
    await sql`release savepoint ${NAME}`.execute(db);
    return done;
  } catch (error) {
    await undo(db, error);
    throw error;
  }
}

/** Where the connection is gone, the reason of that is what is told. */
async function undo(db: Db, error: unknown): Promise<void> {
  try {
    await sql`rollback to savepoint ${NAME}`.execute(db);
    await sql`release savepoint ${NAME}`.execute(db);
  } catch {
    throw error;
  }
}

/** Does it and keeps nothing of it. */
export async function tryOut<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint ${NAME}`.execute(db);
  try {
    return await work();
  } finally {
    await sql`rollback to savepoint ${NAME}`.execute(db);
    await sql`release savepoint ${NAME}`.execute(db);
  }
}

/** What a row is refused for; null: it is not the row's fault. */
function refusalOf({ work: { registry } }: UserWork, error: unknown): ApiError | null {
  if (error instanceof ApiError) return error.code === CODE.unavailable ? null : error;
  if (isCollision(error)) return null;
  const duplicate = duplicateOf(registry, error);
  if (duplicate !== null) return duplicate;
  const failure = toApiError(error);
  return failure === null || failure.code === CODE.unavailable ? null : new ApiError(failure.code, failure.message);
}
