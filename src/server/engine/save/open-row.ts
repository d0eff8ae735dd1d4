import { randomUUID } from "node:crypto";
import { fieldsOfPredicate, holds } from "../../../shared/domain/predicate.ts";
import type { Entity, Module } from "../../../shared/registry/model.ts";
import { retrying } from "../../db/errors.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan } from "../../query/list-plan.ts";
import { readByIds } from "../../query/rows-by-ids.ts";
import { scoped } from "../../query/scope.ts";
import { guardRights } from "../rights-guard.ts";
import { userWork } from "../run-work.ts";
import { sqlStore } from "../store/sql-store.ts";
import { completeRow } from "../values/complete-row.ts";
import { entityOf } from "../values/names.ts";
import { runSaveEffects } from "./finish-save.ts";

type Opened = NonNullable<Entity["opened"]>;

/**
 * What the entity says happens when somebody opens a row's page, e.g. that a message is read from then on. To be called before
 * the row is read for the page, so that its version there is the one it has. Code 404 for a row the viewer does not see.
 */
export async function runOpened(ctx: QueryContext, module: Module, id: number): Promise<void> {
  const entity = entityOf(ctx.registry, module.entity);
  const { opened } = entity;
  if (opened === null || entity.view !== null || !opened.by.includes(ctx.viewer.side)) return;
  const plan = listPlan(ctx, module);
  const conditions = opened.when === null ? [] : fieldsOfPredicate(opened.when);
  const [seen] = await readByIds(plan, [id], conditions);
  // Most rows were opened before: nothing is locked for them.
  if (seen && opened.when !== null && !holds(opened.when, entity.fields, seen, plan.scope.env)) return;
  await retrying(() => ctx.db.transaction().execute((trx) => openOnce({ ...ctx, db: trx }, module, entity, opened, id)));
}

async function openOnce(ctx: QueryContext, module: Module, entity: Entity, opened: Opened, id: number): Promise<void> {
  const { store, judge } = await guardRights(sqlStore(ctx.db, ctx.viewer.shopId), ctx.registry, ctx.viewer);
  const work = { ...userWork(ctx, module, randomUUID()), viewer: undefined };
  const { registry, env } = work;
  const [row] = await store.lock(entity, [id]);
  if (!row) return;
  const complete = await completeRow({ store, registry, env }, entity, row, opened.when === null ? [] : fieldsOfPredicate(opened.when));
  if (opened.when !== null && !holds(opened.when, entity.fields, complete, env)) return;
  await runSaveEffects({ store, work }, entity, opened.effects, row);
  await judge();
}

/**
 * Opening a document's page clears the unread counter of the viewer's side (list and export do not, docs/decisions/32). The
 * caller has read the row within the viewer's scope; without the module nothing happens.
 */
export async function openRow(ctx: QueryContext, module: Module, id: number): Promise<void> {
  if (!ctx.viewer.rights.has(module.id)) return;
  const tasks = entityOf(ctx.registry, "TaskState");
  await scoped(ctx, module)
    .update(tasks, "t")
    .set({ taskcount: 0 })
    .where("t.entity", "=", module.entity)
    .where("t.bllid", "=", String(id))
    // guard scope: tests/server/flows/open-row.test.ts
    .where("t.side", "=", ctx.viewer.side)
    .where("t.taskcount", ">", 0)
    .execute();
}
