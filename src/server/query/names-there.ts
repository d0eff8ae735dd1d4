import { sql } from "kysely";
import { isGrowing, isNameColumn } from "../../shared/registry/lists/growing.ts";
import type { Entity } from "../../shared/registry/model.ts";
import type { QueryContext } from "./context.ts";
import { filterSql } from "./filter-sql.ts";
import type { FilterTest } from "./parse-filter.ts";
import type { Rows, Scoped } from "./scoped.ts";

/** Names that are walked over; where rows show more different ones, the rows are read. */
const MOST_WALKED = 2000;
/** Names that a search may stand for: the planner weighs each of them. */
const MOST_FOUND = 300;
const ALIAS = "n";

/**
 * The names that rows of the list have and in which the text is found: a supplier's name stands on a hundred thousand rows and is looked at once. The
 * index of names is walked from one name to the next; each name is as the rows have it, also where the supplier is called otherwise by now. null: it
 * is not worth while, or there are too many.
 */
export async function namesThere(
  { ctx, scope, entity }: { readonly ctx: QueryContext; readonly scope: Scoped; readonly entity: Entity },
  test: FilterTest,
): Promise<string[] | null> {
  const { field, operator } = test;
  const isWalked = operator === "contains" && isNameColumn(scope.entities, entity, field) && isGrowing(ctx.registry, entity);
  // A supplier's own rows are few, and those of a market's shops are in no order of names.
  if (!isWalked || ctx.viewer.side === "supplier" || scope.isMarket) return null;
  const name = scope.columns(entity, ALIAS).expr(field.name);
  const next = (after: unknown) =>
    scope.rows(entity, ALIAS).select(name.as("name")).where(sql<boolean>`${name} > ${after}`).orderBy(name).limit(1);
  const isMeant = filterSql(test, { fields: { [field.name]: field }, expr: () => sql.ref("w.name") });
  const walked = sql`(
    with recursive w(name, n) as (
      select (${next("")}), 1
      union all
      select (${next(sql.ref("w.name"))}), w.n + 1 from w where w.name is not null and w.n < ${MOST_WALKED})
    select w.name, w.n from w where w.name is not null and (${isMeant} or w.n = ${MOST_WALKED}))` as unknown as Rows;
  const found = await scope.over(walked, "found").selectAll().execute();
  if (found.length > MOST_FOUND || found.some(({ n }) => Number(n) === MOST_WALKED)) return null;
  return found.map((row) => String(row.name));
}
