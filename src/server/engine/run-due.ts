import { randomUUID } from "node:crypto";
import { ApiError } from "../../shared/protocol/envelope.ts";
import type { Predicate } from "../../shared/registry/language.ts";
import type { Due, Entity, Registry, Transition } from "../../shared/registry/model.ts";
import { KEY } from "../base/technical.ts";
import { registryOf } from "../base/viewer.ts";
import type { Db } from "../db/connect.ts";
import { forTenant } from "../db/driver/tenant-statements.ts";
import { retrying } from "../db/errors.ts";
import type { QueryContext } from "../query/context.ts";
import { predicateSql } from "../query/predicate-sql.ts";
import { scoped } from "../query/scope.ts";
import { offeredIds } from "./run-on-all.ts";
import { runTransition } from "./run-transition.ts";
import { shopIds } from "./shop-ids.ts";
import { sqlStore } from "./store/sql-store.ts";
import { systemViewer, systemWork } from "./system.ts";
import { transitionOf } from "./values/names.ts";
import { settingOrNull } from "./values/setting.ts";

const AT_ONCE = 500;

export interface DueRun {
  readonly db: Db;
  readonly registry: Registry;
  readonly now: Date;
  readonly log: (line: string) => void;
  /** Stops between two rows. */
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Runs what is due by itself, e.g. closes orders past their date: in every shop, as the system, each row in a transaction of its
 * own. A row that is refused is left for the next time; anything else that goes wrong with a row is said, and the next one follows.
 * Several servers may do it at once: a row is locked, and only the first finds it due. Returns how many rows were done.
 */
export async function runDue(run: DueRun): Promise<number> {
  let done = 0;
  for (const shop of await shopIds(run.db, run.registry)) {
    const own = { ...run, db: forTenant(run.db, { as: "shop", shop }), registry: registryOf(run.registry, shop) };
    for (const entity of Object.values(own.registry.entities).filter(({ view }) => view === null)) {
      for (const due of entity.due) if (await isWanted(own, shop, due)) done += await runOne(own, shop, entity, due);
    }
  }
  return done;
}

/** Whether the shop has it done by itself at all. */
async function isWanted({ db, registry }: DueRun, shopId: string, { setting: key }: Due): Promise<boolean> {
  if (key === null) return true;
  return db.transaction().execute(async (trx) => (await settingOrNull(sqlStore(trx, shopId), registry, key)) === true);
}

async function runOne(run: DueRun, shopId: string, entity: Entity, due: Due): Promise<number> {
  const transition = transitionOf(entity, due.action);
  const context: QueryContext = { db: run.db, registry: run.registry, now: run.now, viewer: systemViewer(shopId) };
  let done = 0;
  for (let last = 0; ; ) {
    const ids = await dueIds(context, entity, transition, due.when, last, AT_ONCE);
    for (const id of ids) {
      if (run.stopping?.aborted) return done;
      if (await tryRow(run, shopId, entity, due.action, id)) done += 1;
    }
    if (ids.length < AT_ONCE) return done;
    last = ids.at(-1) ?? last;
  }
}

async function tryRow({ db, registry, now, log }: DueRun, shopId: string, entity: Entity, name: string, id: number): Promise<boolean> {
  const work = systemWork(registry, shopId, now, randomUUID());
  const transition = transitionOf(entity, name);
  try {
    await retrying(() => db.transaction().execute((trx) => runTransition(sqlStore(trx, shopId), { ...work, entity, transition, id })));
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) log(`${entity.name} ${id} of shop ${shopId}: ${name} failed: ${describe(error)}`);
    return false;
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Ids of a shop's rows that a transition is due on, from the one after `last` on. What a side does not see counts, too. */
function dueIds(ctx: QueryContext, entity: Entity, transition: Transition, due: Predicate, last: number, most: number) {
  const scope = scoped(ctx);
  const whole = { ...entity, visibleTo: { shop: null, supplier: null } };
  const columns = scope.columns(whole, "d");
  const rows = scope.rows(whole, "d").where(predicateSql(due, columns, scope.env));
  return offeredIds(rows, { entity: whole, columns, key: columns.expr(KEY), scope }, transition, last, most);
}
