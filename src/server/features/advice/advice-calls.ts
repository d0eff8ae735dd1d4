import { sql } from "kysely";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Module } from "../../../shared/registry/model.ts";
import { profileOf } from "../../base/viewer.ts";
import { runAction } from "../../engine/run-action.ts";
import { openRow, runOpened } from "../../engine/save/open-row.ts";
import { ok } from "../../http/envelope.ts";
import { saveModuleRow } from "../../http/form.ts";
import { getPage } from "../../http/module.ts";
import { optionalCount, requiredId } from "../../http/required.ts";
import type { ModuleRoute } from "../../http/route.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan, PLAN_ALIAS } from "../../query/list-plan.ts";
import { readByIds } from "../../query/rows-by-ids.ts";

/** The page behind the calls of group Advice. */
const ADVICE_MODULE = 9901;

/** The list, as the module's own page call answers it. */
const getPageAdvice: ModuleRoute = { ...getPage, path: "/Advice/GetPageadvice", module: ADVICE_MODULE };

/** A new suggestion, as the module's own saving takes it. */
const saveAdvice: ModuleRoute = { ...saveModuleRow, path: "/Advice/Saveadvice", module: ADVICE_MODULE };

/** The shop's answer (`id`, `reply`). */
const replyAdvice: ModuleRoute = {
  path: "/Advice/Replyadvice",
  module: ADVICE_MODULE,
  access: { function: null },
  handle: async ({ context, module, params, requestKey }) => {
    const ids = [requiredId(params, "id")];
    const request = { action: "reply", ids, reason: params.reply, rowver: optionalCount(params, "rowver"), idempotencyKey: requestKey };
    return ok(await runAction(context, module, request));
  },
};

/** The author's side has seen the answer (`id`). Result: how many are left to see. */
const readAdviceReply: ModuleRoute = {
  path: "/Advice/Readadvice",
  module: ADVICE_MODULE,
  access: { function: "query" },
  handle: async ({ context, module, params }) => ok(await readAdvice(context, module, requiredId(params, "id"))),
};

/** The calls of group Advice. */
export const adviceCalls = [getPageAdvice, saveAdvice, replyAdvice, readAdviceReply] as const;

/**
 * The author's side has seen the answer; whoever has seen it before may say so again. Returns what is left to see. Code 403 for
 * the shop, 404 for a row the viewer does not see, 409 where there is no answer yet.
 */
async function readAdvice(ctx: QueryContext, module: Module, id: number): Promise<number> {
  const { messages } = ctx.registry;
  if (ctx.viewer.side !== "supplier") throw new ApiError(CODE.forbidden, messages.NOFUNC ?? "");
  const [row] = await readByIds(listPlan(ctx, module), [id], ["isreply"]);
  if (row?.isreply !== true) throw new ApiError(CODE.conflict, messages.STALE ?? "");
  await runOpened(ctx, module, id);
  await openRow(ctx, module, id);
  return unreadAdvice(ctx);
}

/** What waits for the viewer's side (docs/decisions/53): answers a supplier has not seen, suggestions the shop has not answered. */
export async function unreadAdvice(ctx: QueryContext): Promise<number> {
  const { registry, viewer } = ctx;
  const module = profileOf(registry, viewer.shopId).modules[ADVICE_MODULE];
  if (module === undefined || !viewer.rights.has(module.id)) return 0;
  const isSupplier = viewer.side === "supplier";
  const replied = listPlan(ctx, module).rows().where(`${PLAN_ALIAS}.isreply`, "=", isSupplier);
  const waiting = isSupplier ? replied.where(`${PLAN_ALIAS}.isread`, "=", false) : replied;
  const answer = await waiting.select(sql<number>`count(*)::int`.as("count")).executeTakeFirst();
  return Number(answer?.count ?? 0);
}
