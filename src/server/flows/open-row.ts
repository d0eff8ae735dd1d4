import type { Module } from "../../shared/registry/model.ts";
import type { QueryContext } from "../query/context.ts";
import { scoped } from "../query/scope.ts";
import { entityOf } from "./values/names.ts";

/**
 * Opening a document's page clears the unread counter of the viewer's side (DOMAIN 4.7: list and export do not). The
 * caller has read the row within the viewer's scope; without the module nothing happens.
 */
export async function openRow(ctx: QueryContext, module: Module, id: number): Promise<void> {
  if (!ctx.viewer.rights.has(module.id)) return;
  const tasks = entityOf(ctx.registry, "TaskState");
  await scoped(ctx, module)
    .update(tasks, "t")
    .set({ taskcount: 0 })
    .where("t.entity", "=", module.entity)
    .where("t.bllid", "=", String(id))
    .where("t.side", "=", ctx.viewer.side)
    .where("t.taskcount", ">", 0)
    .execute();
}
