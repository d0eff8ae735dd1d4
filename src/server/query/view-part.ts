import { type RawBuilder, sql } from "kysely";
import type { Field, ViewPart } from "../../shared/registry/model.ts";
import { KEY, SHOP } from "../base/technical.ts";
import { allOf, type Condition, predicateSql } from "./predicate-sql.ts";
import type { Columns, Rows, Scoped } from "./scoped.ts";
import { sourceSql } from "./view-source.ts";

/** What a part selects. */
export interface PartShape {
  /** The same for all parts, in the same order. */
  readonly fields: readonly Field[];
  readonly isUnion: boolean;
  /** Makes the row's key of the entity's own; null: the rows have none, or state it among their fields. */
  readonly key: ((id: RawBuilder<unknown>) => RawBuilder<unknown>) | null;
}

/**
 * The rows of one entity as a view shows them. They appear one for one even where a joined entity has none, so joins are
 * left joins within the shop.
 */
export function partRows(scope: Scoped, part: ViewPart, { fields, isUnion, key }: PartShape): Rows {
  const base = scope.entity(part.of);
  const alias = scope.nextAlias();
  const columns = scope.columns(base, alias);
  const joined = new Map<string, Columns>();
  let rows = scope.rows(base, alias);
  for (const join of part.joins) {
    const other = scope.entity(join.entity);
    const otherAlias = scope.nextAlias();
    const theirs = scope.columns(other, otherAlias);
    const on: Condition[] = join.on.map((pair) => sql`${theirs.expr(pair.joined)} = ${columns.expr(pair.own)}`);
    if (other.fields[SHOP] && base.fields[SHOP]) on.push(sql`${theirs.expr(SHOP)} = ${columns.expr(SHOP)}`);
    rows = scope.join(rows, other, otherAlias, allOf(on));
    joined.set(join.alias, theirs);
  }
  if (part.where !== null) rows = rows.where(predicateSql(part.where, columns, scope.env));
  const selected = rows.select(
    fields.map((field) => sourceSql(field, part.sources[field.name], { base: columns, joined, isUnion }).as(field.name)),
  );
  return key === null ? selected : selected.select(key(columns.expr(KEY)).as(KEY));
}
