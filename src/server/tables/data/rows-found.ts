import { type RawBuilder, sql } from "kysely";
import type { Entity } from "../../../shared/registry/model.ts";
import type { ChangeData, Obstacle } from "../../../shared/registry/plan/change.ts";
import { KEY, SHOP } from "../../base/technical.ts";
import type { Db } from "../../db/driver/database.ts";

type Sql = RawBuilder<unknown>;

/** What stored values say to the step that a field takes, or a rule. */
export interface Rehearsed {
  readonly entity: string;
  /** The field, or those of the rule. */
  readonly fields: readonly string[];
  /** null: it is about the field's values. Else the fields of a unique key, or a check by its name. */
  readonly rule: readonly string[] | string | null;
  readonly data: ChangeData;
}

/** Rows that an obstacle names. */
export const NAMED = 5;

/** How many rows, and the first of them. */
export type Found = Pick<Obstacle, "rows" | "ids">;

/** What a row is named by beside its key. */
export const shopOf = ({ tenancy, fields }: Entity): Sql => (tenancy !== "global" && fields[SHOP] ? sql.id(SHOP) : sql`null::text`);

/** Rows that fulfil a condition. */
export async function rowsWhere(trx: Db, entity: Entity, where: Sql): Promise<Found> {
  const counted = await sql<{ rows: string }>`select count(*) as rows from ${sql.id(entity.table)} where ${where}`.execute(trx);
  const rows = Number(counted.rows[0]?.rows ?? 0);
  if (rows === 0) return { rows, ids: [] };
  const named = await sql<{ id: string }>`
    select concat_ws('/', ${shopOf(entity)}, ${sql.id(KEY)}) as id from ${sql.id(entity.table)} where ${where}
    order by ${shopOf(entity)}, ${sql.id(KEY)} limit ${sql.lit(NAMED)}`.execute(trx);
  return { rows, ids: named.rows.map(({ id }) => id) };
}

/** Rows of which there is another one with the same values; an empty value is the same as none. */
export async function rowsTwice(trx: Db, entity: Entity, values: readonly Sql[]): Promise<Found> {
  const keys = values.map((_, index) => sql.id(`k${index}`));
  const filled = keys.map((key) => sql`${key} is not null`);
  const twice = sql`
    select shop, id from (
      select shop, id, count(*) over (partition by ${sql.join(keys)}) as times from (
        select ${shopOf(entity)} as shop, ${sql.id(KEY)} as id,
          ${sql.join(values.map((value, index) => sql`${value} as ${sql.id(`k${index}`)}`))}
        from ${sql.id(entity.table)}
      ) as keyed where ${sql.join(filled, sql` and `)}
    ) as counted where times > 1`;
  const counted = await sql<{ rows: string }>`select count(*) as rows from (${twice}) as found`.execute(trx);
  const rows = Number(counted.rows[0]?.rows ?? 0);
  if (rows === 0) return { rows, ids: [] };
  const named = await sql<{ id: string }>`
    select concat_ws('/', shop, id) as id from (${twice}) as found order by shop, id limit ${sql.lit(NAMED)}`.execute(trx);
  return { rows, ids: named.rows.map(({ id }) => id) };
}
