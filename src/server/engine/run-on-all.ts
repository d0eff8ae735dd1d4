import { sql } from "kysely";
import { cellFromLiteral } from "../../shared/domain/cell.ts";
import { ApiError } from "../../shared/protocol/envelope.ts";
import type { Transition } from "../../shared/registry/model.ts";
import { KEY } from "../base/technical.ts";
import type { ListPlan } from "../query/list-plan.ts";
import { predicateSql } from "../query/predicate-sql.ts";
import type { Rows } from "../query/scoped.ts";
import { bound, sqlTypeOf } from "../query/sql-type.ts";
import { entityField } from "./values/names.ts";

/**
 * Runs a transition on every row of the plan that offers it now, `most` at a time. Where one of them is refused, the others of its
 * batch are done one by one: nobody has chosen it, so nobody has to hear of it. Returns the ids of those that were done.
 */
export async function runOnAll(
  plan: ListPlan,
  transition: Transition,
  most: number,
  run: (ids: readonly number[]) => Promise<unknown>,
): Promise<number[]> {
  const done: number[] = [];
  const tryOn = async (ids: readonly number[]): Promise<boolean> => {
    try {
      await run(ids);
      done.push(...ids);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  };
  for (let last = 0; ; ) {
    const ids = await offeredIds(plan.rows(), plan, transition, last, most);
    if (ids.length > 0 && !(await tryOn(ids)) && ids.length > 1) for (const id of ids) await tryOn([id]);
    if (ids.length < most) return done;
    last = ids.at(-1) ?? last;
  }
}

/** Ids of those rows that offer the transition now, from the one after `last` on. */
export async function offeredIds(
  rows: Rows,
  { entity, columns, key, scope }: Pick<ListPlan, "entity" | "columns" | "key" | "scope">,
  transition: Transition,
  last: number,
  most: number,
): Promise<number[]> {
  if (key === null) return [];
  const state = entityField(entity, transition.field);
  const codes = transition.from.flatMap((code) => cellFromLiteral(state, code) ?? []);
  const after = rows
    .where(sql<boolean>`${columns.expr(state.name)} in (${sql.join(codes.map((code) => bound(sqlTypeOf(state), code)))})`)
    .where(sql<boolean>`${key} > ${last}`);
  const offered = transition.when === null ? after : after.where(predicateSql(transition.when, columns, scope.env));
  const found = await offered.select(key.as(KEY)).orderBy(key).limit(most).execute();
  return found.map((row) => Number(row[KEY]));
}
