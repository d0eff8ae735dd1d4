import { sql } from "kysely";
import { cellFromLiteral } from "../../shared/domain/cell.ts";
import type { Predicate } from "../../shared/registry/language.ts";
import type { Entity, Transition } from "../../shared/registry/model.ts";
import { KEY } from "../base/technical.ts";
import type { QueryContext } from "../query/context.ts";
import { predicateSql } from "../query/predicate-sql.ts";
import { scoped } from "../query/scope.ts";
import { bound, sqlTypeOf } from "../query/sql-type.ts";
import { entityField } from "./values/names.ts";

/** Ids of a shop's rows that a transition is due on, from the one after `last` on. What a side does not see counts, too. */
export async function dueIds(ctx: QueryContext, entity: Entity, transition: Transition, due: Predicate, last: number, most: number) {
  const scope = scoped(ctx);
  const whole = { ...entity, visibleTo: { shop: null, supplier: null } };
  const columns = scope.columns(whole, "d");
  const state = entityField(entity, transition.field);
  const codes = transition.from.flatMap((code) => cellFromLiteral(state, code) ?? []);
  let rows = scope
    .rows(whole, "d")
    .where(predicateSql(due, columns, scope.env))
    .where(sql<boolean>`${columns.expr(state.name)} in (${sql.join(codes.map((code) => bound(sqlTypeOf(state), code)))})`)
    .where(sql<boolean>`${columns.expr(KEY)} > ${last}`);
  if (transition.when !== null) rows = rows.where(predicateSql(transition.when, columns, scope.env));
  const key = columns.expr(KEY);
  const found = await rows.select(key.as(KEY)).orderBy(key).limit(most).execute();
  return found.map((row) => Number(row[KEY]));
}
