import { sql } from "kysely";
import type { Row } from "../../shared/domain/cell.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Module } from "../../shared/registry/model.ts";
import { DEGREE, KEY } from "../base/technical.ts";
import { PLANS_ONCE } from "../db/driver/kept-plan.ts";
import type { QueryContext } from "./context.ts";
import { type ListPlan, listPlan, PLAN_ALIAS } from "./list-plan.ts";
import { inSql, readCells, selectFields } from "./read-cells.ts";
import { isAnyOf } from "./sql-type.ts";

/** The same for a row that is not there and a row that is somebody else's (docs/decisions/13). */
export const ROW_MISSING = "数据不存在或无权查看";

/** These fields of the rows with these ids, in their order: all of them, or Code 404. */
export async function readByIds(plan: ListPlan, ids: readonly number[], names: Iterable<string>): Promise<Row[]> {
  if (plan.key === null || !ids.every(Number.isSafeInteger)) throw new ApiError(CODE.missing, ROW_MISSING);
  if (ids.length === 0) return [];
  const fields = inSql(names, plan.columns);
  const answers = await selectFields(plan.rows().where(isOneOf(plan, ids)), fields, plan.columns)
    .select(plan.key.as(KEY))
    .withPlugin(PLANS_ONCE)
    .execute();
  const found = new Map(answers.map((answer) => [Number(answer[KEY]), readCells(answer, fields)]));
  return ids.map((id) => {
    const row = found.get(id);
    // guard scope: tests/server/query/tenancy.test.ts
    if (!row) throw new ApiError(CODE.missing, ROW_MISSING);
    return row;
  });
}

/** Counts one more print of each of these rows: of all of them in one statement, or of none (Code 404). Not a change: the version stays. */
export async function raiseDegree(ctx: QueryContext, module: Module, ids: readonly number[]): Promise<void> {
  const plan = listPlan(ctx, module);
  if (!plan.entity.fields[DEGREE] || plan.entity.view !== null) return void (await readByIds(plan, ids, []));
  const all = plan.rows().where(isOneOf(plan, ids)).select(sql`count(*)`.as("count"));
  const answer = await plan.scope
    .update(plan.entity, PLAN_ALIAS)
    .set({ [DEGREE]: sql`coalesce(${plan.columns.expr(DEGREE)}, 0) + 1` })
    .where(isOneOf(plan, ids))
    .where(sql<boolean>`(${all}) = ${new Set(ids).size}`)
    .withPlugin(PLANS_ONCE)
    .executeTakeFirst();
  if (Number(answer.numUpdatedRows) !== new Set(ids).size) throw new ApiError(CODE.missing, ROW_MISSING);
}

const isOneOf = ({ key }: ListPlan, ids: readonly number[]) => isAnyOf(sql`${key}`, "bigint", new Set(ids));
