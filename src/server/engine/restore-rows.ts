import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Module } from "../../shared/registry/model.ts";
import type { QueryContext } from "../query/context.ts";
import { listPlan } from "../query/list-plan.ts";
import { readByIds } from "../query/rows-by-ids.ts";
import { writeEvent } from "./event-log.ts";
import { type MeantRows, runWork, type WithNotice } from "./run-work.ts";
import { isAsSeen, UNSEEN, versionsOf } from "./seen-versions.ts";
import { changesText } from "./values/changes.ts";
import { entityOf } from "./values/names.ts";

/** Takes back what a shop has set on a settings page: the defaults count again. The caller has checked the right. */
export async function restoreRows(ctx: QueryContext, module: Module, request: MeantRows): Promise<WithNotice> {
  const { value } = module.form ?? {};
  if (!value) throw new ApiError(CODE.badInput, "本模块没有可恢复的默认值");
  const entity = entityOf(ctx.registry, module.entity);
  const { ids, seen = UNSEEN, idempotencyKey } = request;
  return runWork(ctx, module, { body: ["restore", ids, versionsOf(ids, seen)], idempotencyKey }, async ({ ctx: inside, store, work }) => {
    // guard scope: tests/server/flows/named-effects.test.ts
    await readByIds(listPlan(inside, module), ids, []);
    for (const row of await store.lock(entity, ids)) {
      // guard check: tests/server/flows/named-effects.test.ts
      if (!isAsSeen(row, seen)) throw new ApiError(CODE.conflict, ctx.registry.messages.STALE);
      const patch = { [value]: null };
      await store.update(entity, { Id: row.Id ?? null }, patch);
      const reason = changesText(ctx.registry, entity, row, { ...row, ...patch }, []);
      await writeEvent(store, { ...work, reason }, entity, row, { action: "restore", from: null, to: null });
    }
    return {};
  });
}
