import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Module } from "../../../shared/registry/model.ts";
import { Refused } from "../../base/refused.ts";
import { runAction } from "../../engine/run-action.ts";
import { openRow, runOpened } from "../../engine/save/open-row.ts";
import { ok } from "../../http/envelope.ts";
import { saveModuleRow } from "../../http/form.ts";
import { getPage } from "../../http/module.ts";
import { requiredId, seenVersions } from "../../http/required.ts";
import type { ModuleRoute } from "../../http/route.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan } from "../../query/list-plan.ts";
import { readByIds } from "../../query/rows-by-ids.ts";
import { ADVICE_MODULE, unreadAdvice } from "./unread-advice.ts";

/** The list, as the module's own page call answers it. */
const getPageAdvice: ModuleRoute = { ...getPage, path: "/Advice/GetPageadvice", module: ADVICE_MODULE };

/** A new suggestion, as the module's own saving takes it. */
const saveAdvice: ModuleRoute = { ...saveModuleRow, path: "/Advice/Saveadvice", module: ADVICE_MODULE };

/** The shop's answer (`id`, `reply`). */
const replyAdvice: ModuleRoute = {
  path: "/Advice/Replyadvice",
  module: ADVICE_MODULE,
  access: { function: null },
  takesFields: true,
  handle: async ({ context, module, params, requestKey }) => {
    const ids = [requiredId(params, "id")];
    const request = { action: "reply", ids, reason: params.reply, seen: seenVersions(params, ids), idempotencyKey: requestKey };
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
  // guard key: tests/server/app/advice.test.ts
  if (ctx.viewer.side !== "supplier") throw new Refused(CODE.forbidden, messages.NOFUNC, { kind: "party", by: ["supplier"] });
  const [row] = await readByIds(listPlan(ctx, module), [id], ["isreply"]);
  if (row?.isreply !== true) throw new ApiError(CODE.conflict, messages.STALE);
  await runOpened(ctx, module, id);
  await openRow(ctx, module, id);
  return unreadAdvice(ctx);
}
