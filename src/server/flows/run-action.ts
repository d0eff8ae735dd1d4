import { randomUUID } from "node:crypto";
import { CellError, cellFromWire } from "../../shared/domain/cell.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Entity, Module, Transition } from "../../shared/registry/model.ts";
import { retrying } from "../db/errors.ts";
import type { QueryContext } from "../query/context.ts";
import { listPlan } from "../query/list-plan.ts";
import { actionsOf } from "../query/offered-actions.ts";
import { readByIds } from "../query/rows-by-ids.ts";
import { envOf } from "../viewer.ts";
import type { Work } from "./effects/effect.ts";
import { checkRequestKey, claimRequestKey } from "./request-key.ts";
import { runTransition } from "./run-transition.ts";
import { sqlStore } from "./sql-store.ts";
import { entityField, entityOf, transitionOf } from "./values/names.ts";

const MOST_ROWS = 500;

/** What a user asks for: an action on rows of a module. */
export interface ActionRequest {
  readonly action: string;
  readonly ids: readonly number[];
  readonly reason?: string | undefined;
  /** The version of the row the user looked at; for a single row. */
  readonly rowver?: number | undefined;
  /** The same key gives the same answer, however often the request is sent. */
  readonly idempotencyKey?: string | undefined;
}

export interface ActionResult {
  readonly results: readonly { readonly id: number; readonly Code: number; readonly Msg: string }[];
}

/** Runs an action on one row or, all or nothing, on several. Throws an ApiError with the first refusal. */
export async function runAction(ctx: QueryContext, module: Module, request: ActionRequest): Promise<ActionResult> {
  const entity = entityOf(ctx.registry, module.entity);
  const transition = allowed(ctx, module, entity, request.action);
  checkIds(request, transition);
  const reason = readReason(ctx, request.reason ?? "");
  if (request.idempotencyKey !== undefined) checkRequestKey(request.idempotencyKey);
  const reqkey = request.idempotencyKey ?? randomUUID();
  const answer = { results: request.ids.map((id) => ({ id, Code: CODE.ok, Msg: "操作成功" })) };

  return retrying(() =>
    ctx.db.transaction().execute(async (trx) => {
      if (request.idempotencyKey !== undefined) {
        const { action, ids, rowver } = request;
        const body = [ctx.viewer.userId, module.id, action, ids, reason, rowver ?? null];
        const first = await claimRequestKey(trx, { shopId: ctx.viewer.shopId, key: reqkey, body, now: ctx.now }, answer);
        if (first !== null) return first;
      }
      await runAll({ ...ctx, db: trx }, module, request, { entity, transition, reason, reqkey });
      return answer;
    }),
  );
}

/** The transition behind the action, if the viewer may use it here. */
function allowed({ viewer, registry }: QueryContext, module: Module, entity: Entity, name: string): Transition {
  const action = module.actions.find((one) => one.name === name);
  if (!action || action.transition === null) throw new ApiError(CODE.badInput, `action ${name} 不是本模块的操作`);
  if (!actionsOf(viewer, module, entity).includes(action)) throw new ApiError(CODE.forbidden, registry.messages.NOFUNC ?? "");
  return transitionOf(entity, action.transition);
}

function checkIds({ ids, rowver }: ActionRequest, transition: Transition): void {
  if (ids.length === 0 || ids.length > MOST_ROWS) throw new ApiError(CODE.badInput, `ids 应为1到${MOST_ROWS}个编号`);
  if (new Set(ids).size !== ids.length) throw new ApiError(CODE.badInput, "ids 重复");
  if (ids.length > 1 && !transition.bulk) throw new ApiError(CODE.badInput, "该操作不能批量执行");
  if (ids.length > 1 && rowver !== undefined) throw new ApiError(CODE.badInput, "rowver 只用于单张单据");
}

function readReason({ registry }: QueryContext, reason: string): string {
  try {
    return String(cellFromWire(entityField(entityOf(registry, "EventLog"), "reason"), reason.trim()) ?? "");
  } catch (error) {
    if (error instanceof CellError) throw new ApiError(CODE.badInput, `原因${error.message}`);
    throw error;
  }
}

interface Run {
  readonly entity: Entity;
  readonly transition: Transition;
  readonly reason: string;
  readonly reqkey: string;
}

async function runAll(ctx: QueryContext, module: Module, { ids, rowver }: ActionRequest, run: Run): Promise<void> {
  const { registry, viewer, now } = ctx;
  const store = sqlStore(ctx.db, viewer.shopId);
  const rows = await readByIds(listPlan(ctx, module), ids, [module.titleField]);
  // All at once and by Id: two users with the same rows in another order must not wait for each other.
  if (ids.length > 1) await store.lock(run.entity, ids);
  const actor = { kind: viewer.side, userId: viewer.userId, userName: viewer.userName };
  const work: Work = { ...run, registry, actor, env: envOf(registry, viewer, module, now), now, moduleId: module.id };
  for (const [index, id] of ids.entries()) {
    try {
      await runTransition(store, { ...work, ...run, id, rowver });
    } catch (error) {
      if (!(error instanceof ApiError) || ids.length === 1) throw error;
      throw new ApiError(error.code, `${error.message}（${String(rows[index]?.[module.titleField] ?? id)}）`);
    }
  }
}
