import { sql } from "kysely";
import { cellFromLiteral } from "../../shared/domain/cell.ts";
import type { Transition } from "../../shared/registry/model.ts";
import { KEY } from "../base/technical.ts";
import type { ListPlan } from "../query/list-plan.ts";
import { predicateSql } from "../query/predicate-sql.ts";
import { bound, sqlTypeOf } from "../query/sql-type.ts";
import { entityField } from "./values/names.ts";

/** Ids of the plan's rows that offer the transition, from the one after `last` on. */
export async function offeredIds(plan: ListPlan, transition: Transition, last: number, most: number): Promise<number[]> {
  const { entity, columns, key, scope } = plan;
  if (key === null) return [];
  const state = entityField(entity, transition.field);
  const codes = transition.from.flatMap((code) => cellFromLiteral(state, code) ?? []);
  let rows = plan
    .rows()
    .where(sql<boolean>`${columns.expr(state.name)} in (${sql.join(codes.map((code) => bound(sqlTypeOf(state), code)))})`)
    .where(sql<boolean>`${key} > ${last}`);
  if (transition.when !== null) rows = rows.where(predicateSql(transition.when, columns, scope.env));
  const found = await rows.select(key.as(KEY)).orderBy(key).limit(most).execute();
  return found.map((row) => Number(row[KEY]));
}
