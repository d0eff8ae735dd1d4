import { sql } from "kysely";
import { profileOf } from "../../base/viewer.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan, PLAN_ALIAS } from "../../query/list-plan.ts";

/** The page behind the calls of group Advice. */
export const ADVICE_MODULE = 9901;

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
