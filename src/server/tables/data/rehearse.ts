import { type RawBuilder, sql } from "kysely";
import { type Conversion, convertLine, decimalsOf } from "../../../shared/domain/conversion.ts";
import type { ChangeData, Made, Obstacle, ObstacleKind } from "../../../shared/registry/plan/change.ts";
import { KEY, SHOP, SHOP_PATTERN } from "../../base/technical.ts";
import type { Db } from "../../db/driver/database.ts";
import type { SchemaSource } from "../list-indexes.ts";
import { indexesOf } from "../sync-schema-indexes.ts";
import { isFilledSql, numberSql, textSql } from "./convert-sql.ts";
import { type ColumnMove, type DataMoves, hasOtherKey, type TableMove } from "./data-moves.ts";
import { ofRules } from "./rehearse-rules.ts";
import { NAMED, type Rehearsed, rowsWhere, shopOf } from "./rows-found.ts";
import { type Converted, convertedSql, valueSql } from "./value-sql.ts";

type Sql = RawBuilder<unknown>;

/**
 * Makes of the stored values what a step makes of them, and looks which of them stand in its way. Only reads what is stored. To be called in a transaction: what it tells is of one moment.
 *
 * @param rules the names of the indexes and checks that the database has already
 */
export async function rehearse(trx: Db, is: SchemaSource, moves: DataMoves, rules: ReadonlySet<string>): Promise<readonly Rehearsed[]> {
  const told: Rehearsed[] = [];
  const keys = indexesOf(is).filter(({ isUnique }) => isUnique);
  for (const table of moves.tables) {
    for (const move of table.columns) {
      const data = await ofField(trx, table, move);
      if (data) told.push({ entity: table.is.name, fields: [move.field.name], rule: null, data });
    }
    const unowned = await rowsOfNobody(trx, table);
    if (unowned) told.push(unowned);
    const own = keys.filter((key) => key.table === table.is.table);
    told.push(...(await ofRules(trx, table, own, rules)));
  }
  return told;
}

/** Rows of a table that belonged to no shop, and does from now on, in which none is named; null: every row has one. */
async function rowsOfNobody(trx: Db, table: TableMove): Promise<Rehearsed | null> {
  const move = table.columns.find(({ field }) => field.name === SHOP);
  if (!move || !hasOtherKey(table) || table.is.tenancy === "global") return null;
  const shop = valueSql(move) ?? sql`null::text`;
  const found = await rowsWhere(trx, table.was, sql`(${shop} ~ ${sql.lit(SHOP_PATTERN)}) is not true`);
  if (found.rows === 0) return null;
  return { entity: table.is.name, fields: [SHOP], rule: null, data: { obstacles: [{ kind: "unowned", ...found }] } };
}

async function ofField(trx: Db, table: TableMove, { field, column, from }: ColumnMove): Promise<ChangeData | null> {
  if (from.kind === "converted") {
    const made = rehearsal(table, from);
    return { made: await madeOf(trx, made, from, column.isNotNull), obstacles: await obstaclesOf(trx, made, from) };
  }
  const obstacle = async (kind: ObstacleKind, where: Sql, write: string | null) => {
    const found = await rowsWhere(trx, table.was, where);
    return found.rows === 0 ? null : { obstacles: [{ kind, ...found, ...(write === null ? {} : { write }) }] };
  };
  if (from.kind === "unsaid")
    return obstacle(from.write === null ? "unmakable" : "unsaid", isFilledSql(sql.id(from.name), from.was), from.write);
  if (from.kind === "kept" && from.tooLong !== null)
    return obstacle("long", sql`char_length(${sql.id(from.name)}) > ${sql.lit(field.length)}`, from.tooLong);
  return null;
}

/** The values of a field, what is made of them, and what is lost or stands in the way. Each is made once, whatever is asked of it. */
function rehearsal({ was }: TableMove, from: Converted): Sql {
  const { value, problem, isRounded, isRestored } = convertedSql(from);
  const old = sql.id(from.name);
  return sql`(
    select ${shopOf(was)} as shop, ${sql.id(KEY)} as id, ${old} as old, ${value} as made, ${problem} as problem, ${isRounded} as rounded,
      ${isRestored} as restored
    from ${sql.id(was.table)} offset 0
  ) as rehearsal`;
}

async function madeOf(trx: Db, rehearsed: Sql, { conversion: { from, to } }: Converted, isNotNull: boolean): Promise<Made> {
  const [before, after] = [decimalsOf(from.type), decimalsOf(to.type)];
  const sum = (column: string, decimals: number | null) =>
    decimals === null ? sql`null` : sql`round(coalesce(sum(${numberSql(sql.id(column), decimals)}), 0), ${sql.lit(decimals)})::text`;
  const { rows } = await sql<Record<"values" | "rounded" | "filled" | "restored" | "before" | "after", string>>`
    select count(*) filter (where ${isFilledSql(sql.id("old"), from)}) as "values", count(*) filter (where rounded) as rounded,
      count(*) filter (where ${sql.lit(isNotNull)} and made is null and problem is null) as filled,
      count(*) filter (where restored) as restored, ${sum("old", before)} as before,
      ${sum("made", after)} as after
    from ${rehearsed}`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("an aggregate without a row");
  return {
    values: Number(row.values),
    rounded: Number(row.rounded),
    filled: Number(row.filled),
    restored: Number(row.restored),
    ...(before !== null && after !== null ? { sums: { before: row.before, after: row.after } } : {}),
  };
}

async function obstaclesOf(trx: Db, rehearsed: Sql, { conversion }: Converted): Promise<readonly Obstacle[]> {
  const { rows } = await sql<{ kind: ObstacleKind; rows: string }>`
    select problem as kind, count(*) as rows from ${rehearsed} where problem is not null group by problem order by problem`.execute(trx);
  const obstacles: Obstacle[] = [];
  for (const { kind, rows: count } of rows) {
    const named = await sql<{ id: string }>`
      select concat_ws('/', shop, id) as id from ${rehearsed} where problem = ${kind} order by shop, id limit ${sql.lit(NAMED)}`.execute(
      trx,
    );
    const said = await sql<{ said: string }>`
      select distinct ${textSql(sql.id("old"), conversion.from)} as said from ${rehearsed} where problem = ${kind} order by said limit ${sql.lit(NAMED)}`.execute(
      trx,
    );
    const write = wordForObstacle(
      conversion,
      kind,
      said.rows.map((row) => row.said),
    );
    obstacles.push({ kind, rows: Number(count), ids: named.rows.map(({ id }) => id), ...(write === null ? {} : { write }) });
  }
  return obstacles;
}

/** What an example of a map says long texts in would be read by nobody. */
const EXAMPLE = 60;

function wordForObstacle(conversion: Conversion, kind: ObstacleKind, said: readonly string[]): string | null {
  if (kind === "rounded") return wordFor(conversion, { rounding: "half-up" });
  if (kind === "long") return wordFor(conversion, { cut: true });
  if (said.some((text) => text.length > EXAMPLE)) return null;
  const instead = kind === "code" ? (conversion.to.values[0]?.code ?? null) : null;
  return wordFor(conversion, { map: Object.fromEntries(said.map((text) => [text, instead])) });
}

/** The word that would let through what stands in the way of a conversion: what is said already, and this. */
function wordFor(
  { from, to, rounding, cut, map }: Conversion,
  more: { readonly rounding?: Conversion["rounding"]; readonly cut?: true; readonly map?: Conversion["map"] },
): string {
  const named = { ...map, ...more.map };
  const asked = more.rounding ?? rounding;
  return convertLine(from.type, {
    // Of a time only its day is left.
    ...(asked === "exact" ? {} : { rounding: to.type === "date" ? "down" : asked }),
    ...(cut || more.cut ? { cut: true } : {}),
    ...(Object.keys(named).length > 0 ? { map: named } : {}),
  });
}
