import { type RawBuilder, sql } from "kysely";
import type { Entity, Field } from "../../shared/registry/model.ts";
import { SHOP } from "../base/technical.ts";
import { ROWS, type RollupTable, SHARD, sumColumn } from "../query/rollup-table.ts";
import { sqlTypeOf } from "../query/sql-type.ts";
import { definition, rowColumns } from "./sync-schema-ddl.ts";

type Sql = RawBuilder<unknown>;

/** The fields that a group has in common. */
export function keyOf({ by }: Pick<RollupTable, "by">): Sql[] {
  return [SHOP, ...by.map(({ name }) => name)].map((name) => sql.id(name));
}

/** What is counted of a group: its rows, and each sum. */
export function countedBy({ sums }: Pick<RollupTable, "sums">): string[] {
  return [ROWS, ...sums.map(({ name }) => sumColumn(name))];
}

/**
 * A group that has no value in a field is one like another. Sums are whole numbers of the field's last digit, as the rows hold them, and without a
 * limit. Rows are written again and again: there is room for them on their page, and their key never changes, so that no index is written.
 */
export function createRollupTable(table: RollupTable): Sql {
  const shop = { name: SHOP, type: "text", isIdentity: false, isNotNull: true, initial: null } as const;
  const groups = table.by.map((field) => ({ ...shop, name: field.name, type: sqlTypeOf(field), isNotNull: false }));
  const columns = [shop, ...groups].map(definition);
  const counted = countedBy(table).map((name) => sql`${sql.id(name)} numeric not null`);
  return sql`create table ${sql.id(table.name)} (${sql.join([...columns, sql`${sql.id(SHARD)} integer not null`, ...counted])},
    unique nulls not distinct (${sql.join([...keyOf(table), sql.id(SHARD)])})) with (fillfactor = 50)`;
}

/** Adds what the rows come to, of one of these sources each, with their sign. */
export function addRows(table: RollupTable, sources: readonly { readonly from: Sql; readonly sign: 1 | -1 }[], shard: Sql): Sql {
  const [target, key, counted] = [sql.id(table.name), keyOf(table), countedBy(table)];
  const rows = sources.map(({ from, sign }) => {
    const values = table.sums.map(
      (field) => sql`${sign === 1 ? sql`` : sql`-`}(${summedValue(table.entity, field)}) as ${sql.id(sumColumn(field.name))}`,
    );
    return sql`select ${sql.join([...key, sql`${sql.lit(sign)} as ${sql.id(ROWS)}`, ...values])} from ${from}`;
  });
  const sums = counted.map((name) => sql`coalesce(sum(${sql.id(name)}), 0)`);
  const adds = counted.map((name) => sql`${sql.id(name)} = r.${sql.id(name)} + excluded.${sql.id(name)}`);
  const names = sql.join([...key, sql.id(SHARD), ...counted.map((name) => sql.id(name))]);
  return sql`insert into ${target} as r (${names})
    select ${sql.join([...key, shard, ...sums])} from (${sql.join(rows, sql` union all `)}) w
    group by ${sql.join(key)} having ${sql.join(
      sums.map((sum) => sql`${sum} <> 0`),
      sql` or `,
    )} order by ${sql.join(key)}
    on conflict (${sql.join([...key, sql.id(SHARD)])}) do update set ${sql.join(adds)}`;
}

/** A summed field of a row that is read by its columns' own names. */
export function summedValue(entity: Entity, field: Field): Sql {
  return rowColumns(entity).expr(field.name);
}
