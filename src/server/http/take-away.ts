import { requireFunction } from "../auth/authorize.ts";
import type { ModuleCall } from "./route.ts";

/** Rows are about to be taken away: that needs a right of its own, counts for the day (`isFirst`: with its first piece), and leaves a line in the log. */
export async function takeAway(
  { context, session, module, services, log }: ModuleCall,
  how: Readonly<Record<string, unknown>>,
  isFirst = true,
): Promise<void> {
  // guard key: tests/server/app/isolation.test.ts
  requireFunction(context.registry, session, module, "export");
  services.budget.checkRows(session.viewer);
  if (isFirst) await services.budget.spend("exports", session.viewer);
  const { userId, shopId } = session.viewer;
  log.info({ audit: "export", user: userId, shop: shopId, mdl: module.id, ...how }, "export");
}
