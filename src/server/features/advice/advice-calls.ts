import { runAction } from "../../engine/run-action.ts";
import { ok } from "../../http/envelope.ts";
import { saveModuleRow } from "../../http/form.ts";
import { getPage } from "../../http/module.ts";
import { optionalCount, requiredId } from "../../http/required.ts";
import type { ModuleRoute } from "../../http/route.ts";
import { ADVICE_MODULE } from "./advice-module.ts";
import { readAdvice } from "./read-advice.ts";

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
