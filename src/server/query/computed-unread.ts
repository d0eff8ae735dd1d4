import { sql } from "kysely";
import { ABOUT, KEY, TASK_STATE } from "../base/technical.ts";
import type { ComputedDef } from "./computed-def.ts";
import { subquery } from "./related-rows.ts";

/** The viewer's side's unread counter of this row (docs/decisions/32). */
export const unread: ComputedDef<"unread"> = {
  sql(_said, { scope, entity, columns }) {
    const task = scope.entity(TASK_STATE);
    const alias = scope.nextAlias();
    const own = scope.columns(task, alias);
    const counter = scope
      .rows(task, alias)
      .where(sql<boolean>`${own.expr(ABOUT.entity)} = ${entity.name}`)
      .where(sql<boolean>`${own.expr(ABOUT.row)} = cast(${columns.expr(KEY)} as text)`)
      .where(sql<boolean>`${own.expr("side")} = ${scope.env.actor.side}`)
      .select(own.expr("taskcount").as("value"));
    return sql`coalesce(${subquery(counter.limit(1))}, 0)`;
  },
  async fromOthers(_said, { entity, row, env, find }) {
    const mine = { [ABOUT.entity]: entity.name, [ABOUT.row]: String(row[KEY]), side: env.actor.side };
    const [task] = await find(TASK_STATE, mine, null, []);
    return task?.taskcount ?? 0;
  },
};
