import { type RawBuilder, sql } from "kysely";
import { scaleOf } from "../../shared/domain/calc.ts";
import { cellFromLiteral } from "../../shared/domain/cell.ts";
import type { Field, ViewPart, ViewSource } from "../../shared/registry/model.ts";
import { KEY, SHOP } from "../base/technical.ts";
import { calcSql } from "./calc-sql.ts";
import { allOf, type Condition, predicateSql } from "./predicate-sql.ts";
import type { Columns, Rows, Scoped } from "./scoped.ts";
import { bound, CAST, dayOfInstant, familyOf, midnightOf, sqlTypeOf } from "./sql-type.ts";

/** What a part selects. */
interface PartShape {
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

/** What a part of a view has in reach. */
interface SourceReach {
  readonly base: Columns;
  /** By alias. */
  readonly joined: ReadonlyMap<string, Columns>;
  /** Other parts fill the same column: values without a column behind them then say their type and collation. */
  readonly isUnion: boolean;
}

const COUNTED: readonly Field["aggregate"][] = ["count", "countDistinct"];

/** The value of a view's field in one part; empty where the part names none. What is only counted may be of any type. */
function sourceSql(field: Field, source: ViewSource | undefined, reach: SourceReach): RawBuilder<unknown> {
  const value = valueSql(field, source, reach);
  return reach.isUnion && COUNTED.includes(field.aggregate) ? CAST.text(value) : value;
}

function valueSql(field: Field, source: ViewSource | undefined, reach: SourceReach): RawBuilder<unknown> {
  switch (source?.kind) {
    case undefined:
      return plain(field, CAST[sqlTypeOf(field)](sql`null`));
    case "value": {
      const cell = cellFromLiteral(field, source.value);
      return plain(field, cell === null ? CAST[sqlTypeOf(field)](sql`null`) : bound(sqlTypeOf(field), cell));
    }
    case "calc":
      return calcSql(source.calc, reach.base, scaleOf(field));
    case "field": {
      const columns = source.alias === null ? reach.base : reach.joined.get(source.alias);
      const from = columns?.fields[source.field];
      if (!columns || !from) throw new Error(`${field.name} of a view comes from nowhere: the registry must have refused it`);
      const value = asDayOrInstant(field, from, columns.expr(source.field));
      return reach.isUnion && from.computed !== null ? plain(field, value) : value;
    }
  }
}

/** A text that is no column sorts as columns do. */
function plain(field: Field, value: RawBuilder<unknown>): RawBuilder<unknown> {
  return familyOf(field) === "text" ? sql`${value} collate "C"` : value;
}

/** A day of an instant is the Shanghai day; a day as an instant is its midnight. */
function asDayOrInstant(to: Field, from: Field, value: RawBuilder<unknown>): RawBuilder<unknown> {
  const [wanted, given] = [familyOf(to), familyOf(from)];
  if (wanted === "date" && given === "instant") return dayOfInstant(value);
  return wanted === "instant" && given === "date" ? midnightOf(value) : value;
}
