import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Module } from "../../../shared/registry/model.ts";
import { openRow, runOpened } from "../../engine/save/open-row.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan } from "../../query/list-plan.ts";
import { readByIds } from "../../query/rows-by-ids.ts";
import { unreadAdvice } from "./unread-advice.ts";

/**
 * The author's side has seen the answer; whoever has seen it before may say so again. Returns what is left to see. Code 403 for
 * the shop, 404 for a row the viewer does not see, 409 where there is no answer yet.
 */
export async function readAdvice(ctx: QueryContext, module: Module, id: number): Promise<number> {
  const { messages } = ctx.registry;
  if (ctx.viewer.side !== "supplier") throw new ApiError(CODE.forbidden, messages.NOFUNC ?? "");
  const [row] = await readByIds(listPlan(ctx, module), [id], ["isreply"]);
  if (row?.isreply !== true) throw new ApiError(CODE.conflict, messages.STALE ?? "");
  await runOpened(ctx, module, id);
  await openRow(ctx, module, id);
  return unreadAdvice(ctx);
}
