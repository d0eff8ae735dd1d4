import { sql } from "kysely";
import { scaleOf } from "../../shared/domain/calc.ts";
import { wireFromDb } from "../../shared/domain/cell.ts";
import { formatScaled } from "../../shared/domain/scaled.ts";
import { SHOP } from "../base/technical.ts";
import type { Db } from "../db/driver/database.ts";
import type { RollupTable } from "../query/rollup-table.ts";
import { countedBy, keyOf, summedValue } from "./rollup-sql.ts";

/** A group of which a rollup says otherwise than the rows. */
export interface RollupProblem {
  readonly rollup: string;
  /** The values that its rows have in common, as people know them. */
  readonly group: string;
  /** What is summed; null: the number of rows. */
  readonly field: string | null;
  readonly kept: string;
  readonly counted: string;
}

const MOST_FOUND = 1000;

/**
 * Compares a rollup with all rows of its table, of all shops.
 *
 * @param db a read-only transaction of the owner, so that both are of one moment
 * @returns what differs, by group; of a thousand groups at most
 */
export async function verifyRollup(db: Db, table: RollupTable): Promise<RollupProblem[]> {
  const { name, entity, by, sums } = table;
  const [key, counted] = [keyOf(table), countedBy(table).map((column) => sql.id(column))];
  const values = sums.map((field) => sql`coalesce(sum(${summedValue(entity, field)}), 0)`);
  const none = counted.map(() => sql`0`);
  const is = counted.map((_, at) => sql.id(`is${at}`));
  const was = counted.map((_, at) => sql.id(`was${at}`));
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(key)}, ${sql.join([...was, ...is].map((column) => sql`sum(${column})::text as ${column}`))} from (
      select ${sql.join([...key, ...counted.map((column, at) => sql`${column} as ${was[at]}`), ...none.map((zero, at) => sql`${zero} as ${is[at]}`)])}
      from ${sql.id(name)}
      union all
      select ${sql.join([...key, ...none, sql`count(*)`, ...values])} from ${sql.id(entity.table)} group by ${sql.join(key)}
    ) both_sides group by ${sql.join(key)}
    having ${sql.join(
      counted.map((_, at) => sql`sum(${was[at]}) <> sum(${is[at]})`),
      sql` or `,
    )} order by ${sql.join(key)} limit ${MOST_FOUND}`.execute(db);
  const fields = [null, ...sums];
  return rows.flatMap((row) => {
    const group = [`${SHOP} ${row[SHOP]}`, ...by.map((field) => `${field.name} ${wireFromDb(field, row[field.name]) ?? "(empty)"}`)].join(
      ", ",
    );
    return fields.flatMap((field, at) => {
      const [kept, now] = [`was${at}`, `is${at}`].map((column) => {
        const text = String(row[column]);
        return field === null ? text : formatScaled(BigInt(text), scaleOf(field));
      });
      return kept === now ? [] : [{ rollup: name, group, field: field?.name ?? null, kept: kept ?? "", counted: now ?? "" }];
    });
  });
}
