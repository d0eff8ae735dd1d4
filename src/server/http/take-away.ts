import { requireFunction } from "../auth/authorize.ts";
import type { ModuleCall } from "./route.ts";

/** What is about to be taken away. */
export interface Taking<T> {
  /** Reads what is asked for; what it refuses counts for nothing. */
  readonly read: () => Promise<T>;
  /** What the log says of it. */
  readonly told: (read: T) => Readonly<Record<string, unknown>>;
  /** Left out, or the first piece of several: it counts for the day. */
  readonly isFirst?: boolean;
}

/** Rows are about to be taken away: that needs a right of its own, then an order that is good; it counts for the day, and leaves a line in the log. */
export async function takeAway<T>(
  { context, session, module, services, log }: ModuleCall,
  { read, told, isFirst = true }: Taking<T>,
): Promise<T> {
  // guard key: tests/server/app/isolation.test.ts
  requireFunction(context.registry, session, module, "export");
  services.budget.checkRows(session.viewer);
  const taken = await read();
  if (isFirst) await services.budget.spend("exports", session.viewer);
  const { userId, shopId } = session.viewer;
  log.info({ audit: "export", user: userId, shop: shopId, mdl: module.id, ...told(taken) }, "export");
  return taken;
}
