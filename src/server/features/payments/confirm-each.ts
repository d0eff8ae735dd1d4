import { sql } from "kysely";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Module } from "../../../shared/registry/model.ts";
import { Causes } from "../../engine/refusals/cause.ts";
import type { ActionResult } from "../../engine/run-action.ts";
import { runTransition } from "../../engine/run-transition.ts";
import { runWork, type SeenRows } from "../../engine/run-work.ts";
import { refuseUnseen, versionsOf } from "../../engine/seen-versions.ts";
import { entityOf, transitionOf } from "../../engine/values/names.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan } from "../../query/list-plan.ts";
import { readByIds } from "../../query/rows-by-ids.ts";

/**
 * Confirms every bill of a set that can be confirmed (docs/decisions/44) and tells for each what became of it: here, unlike in every other
 * bulk action, one that is refused holds none of the others back.
 */
export function confirmEach(ctx: QueryContext, module: Module, { ids, seen, idempotencyKey }: SeenRows): Promise<ActionResult> {
  const entity = entityOf(ctx.registry, "BalancePay");
  const transition = transitionOf(entity, "confirm");
  return runWork(
    ctx,
    module,
    { body: ["confirm-each", ids, versionsOf(ids, seen)], idempotencyKey },
    async ({ ctx: inside, store, work }) => {
      // guard scope: tests/server/money/balance-pay-calls.test.ts
      await readByIds(listPlan(inside, module), ids, []);
      refuseUnseen(ids, seen);
      await store.lock(entity, ids);
      const causes = new Causes(inside);
      const results: { id: number; Code: number; Msg: string; cause?: string }[] = [];
      for (const id of ids) {
        // What a refused bill has begun is undone alone.
        await sql`savepoint bill`.execute(inside.db);
        try {
          await runTransition(store, { ...work, entity, transition, id, rowver: seen.get(id) });
          results.push({ id, Code: CODE.ok, Msg: "操作成功" });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          await sql`rollback to savepoint bill`.execute(inside.db);
          results.push({ id, Code: error.code, Msg: error.message, cause: await causes.of(error) });
        }
      }
      return { results };
    },
  );
}
