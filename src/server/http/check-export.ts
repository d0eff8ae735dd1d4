import { requireFunction } from "../auth/authorize.ts";
import { badInput } from "../base/params.ts";
import type { ModuleCall } from "./route.ts";

/** Rows of a list that are asked for to be taken away (`purpose=export`): that needs its own right, and leaves a line in the log. */
export function checkExport({ context, session, module, params, log }: ModuleCall): void {
  const { purpose } = params;
  if (purpose === undefined) return;
  if (purpose !== "export") throw badInput("参数 purpose 只支持 export");
  requireFunction(context.registry, session, module, "export");
  const { userId, shopId } = session.viewer;
  log.info({ audit: "export", user: userId, shop: shopId, mdl: module.id, page: params.page, rows: params.rows }, "export");
}
