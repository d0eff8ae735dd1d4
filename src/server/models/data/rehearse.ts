import { type RawBuilder, sql } from "kysely";
import type { Entity } from "../../../shared/registry/model.ts";
import type { ChangeData, Made, Obstacle, ObstacleKind } from "../../../shared/registry/plan/change.ts";
import { type Conversion, decimalsOf } from "../../../shared/registry/plan/conversion.ts";
import { KEY, SHOP } from "../../base/technical.ts";
import type { Db } from "../../db/driver/database.ts";
import type { SchemaSource } from "../../tables/sync-schema-cover.ts";
import { checksOf } from "../../tables/sync-schema-ddl.ts";
import { type Index, indexesOf } from "../../tables/sync-schema-indexes.ts";
import { storedFields } from "../../tables/tables-of.ts";
import { type ConvertedSql, constant, convertSql, numberSql, textSql } from "./convert-sql.ts";
import { type ColumnMove, type DataMoves, type Source, type TableMove, wordFor } from "./data-moves.ts";

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
const NAMED = 5;

/**
 * Does to a copy of the stored values what a step does to the values, and looks which of them stand in its way. Only reads what is
 * stored; the copies are temporary. To be called in a transaction: what it tells is of one moment.
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
    const own = keys.filter((key) => key.table === table.is.table);
    told.push(...(await ofRules(trx, table, own, rules)));
  }
  return told;
}

/** Values that come from elsewhere, and may for that break a rule that is there already. */
export const isMadeAnew = ({ from }: ColumnMove) => from.kind === "converted" || from.kind === "restored";

async function ofField(trx: Db, table: TableMove, { field, column, from }: ColumnMove): Promise<ChangeData | null> {
  if (from.kind === "converted") {
    await copy(trx, table, from);
    try {
      return { made: await madeOf(trx, from, column.isNotNull), obstacles: await obstaclesOf(trx, from) };
    } finally {
      await sql`drop table if exists _rehearsal`.execute(trx);
    }
  }
  const obstacle = async (kind: ObstacleKind, where: Sql, write: string | null) => {
    const found = await rowsWhere(trx, table.was, where);
    return found.rows === 0 ? null : { obstacles: [{ kind, ...found, ...(write === null ? {} : { write }) }] };
  };
  if (from.kind === "unsaid")
    return obstacle(from.write === null ? "unmakable" : "unsaid", sql`${textSql(sql.id(from.name), from.was)} <> ''`, from.write);
  if (from.kind === "kept" && from.tooLong !== null)
    return obstacle("long", sql`char_length(${sql.id(from.name)}) > ${sql.lit(field.length)}`, from.tooLong);
  return null;
}

/** The values of a field from now on, in terms of the table as it is; null: nobody can tell. */
export function valueSql(move: ColumnMove): Sql | null {
  const { column, from } = move;
  const initial = column.initial === null ? null : constant(move.field, move.field.initial ?? (move.field.type === "bool" ? false : null));
  const filled = (value: Sql) => (column.isNotNull && initial !== null ? sql`coalesce(${value}, ${initial})` : value);
  if (from.kind === "kept") {
    const cases = Object.entries(from.codes).map(([old, code]) => sql`when ${sql.lit(old)} then ${constant(move.field, code)}`);
    const own = sql.id(from.name);
    return cases.length === 0 ? own : sql`case ${own}::text ${sql.join(cases, sql` `)} else ${own} end`;
  }
  if (from.kind === "converted") return filled(convertedSql(from).value);
  if (from.kind === "restored") return filled(sql.id(from.aside.name));
  return from.kind === "new" ? (initial ?? constant(move.field, null)) : null;
}

type Converted = Extract<Source, { kind: "converted" }>;

/** What was not changed since it was converted the other way gets back the bytes it had. */
function convertedSql({ name, conversion, undo }: Converted): ConvertedSql & { readonly isRestored: Sql } {
  const current = sql.id(name);
  const made = convertSql(current, conversion);
  if (undo?.holds.kind !== "converted") return { ...made, isRestored: sql`false` };
  const aside = sql.id(undo.name);
  const forth = convertSql(aside, undo.holds.conversion).value;
  // A column for yes or no has no empty values: "no" stands where there was nothing.
  const isRestored =
    conversion.from.type === "bool"
      ? sql`(coalesce(${forth}, false) = ${current})`
      : sql`(${aside} is not null and ${forth} is not distinct from ${current})`;
  return {
    value: sql`case when ${isRestored} then ${aside} else ${made.value} end`,
    problem: sql`case when ${isRestored} then null else ${made.problem} end`,
    isRounded: sql`(not ${isRestored} and ${made.isRounded})`,
    isRestored,
  };
}

async function copy(trx: Db, { was }: TableMove, from: Converted): Promise<void> {
  const { value, problem, isRounded, isRestored } = convertedSql(from);
  const old = sql.id(from.name);
  await sql`
    create temporary table _rehearsal on commit drop as
    select ${shopOf(was)} as shop, ${sql.id(KEY)} as id, ${old} as old, ${textSql(old, from.conversion.from)} as said, ${value} as made,
      ${problem} as problem, ${isRounded} as rounded, ${isRestored} as restored
    from ${sql.id(was.table)}`.execute(trx);
}

async function madeOf(trx: Db, { conversion: { from, to } }: Converted, isNotNull: boolean): Promise<Made> {
  const [before, after] = [decimalsOf(from.type), decimalsOf(to.type)];
  const sum = (column: string, decimals: number | null) =>
    decimals === null ? sql`null` : sql`round(coalesce(sum(${numberSql(sql.id(column), decimals)}), 0), ${sql.lit(decimals)})::text`;
  const { rows } = await sql<Record<"values" | "rounded" | "filled" | "restored" | "before" | "after", string>>`
    select count(*) filter (where said <> '') as "values", count(*) filter (where rounded) as rounded,
      count(*) filter (where ${sql.lit(isNotNull)} and made is null and problem is null) as filled,
      count(*) filter (where restored) as restored, ${sum("old", before)} as before,
      ${sum("made", after)} as after
    from _rehearsal`.execute(trx);
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

async function obstaclesOf(trx: Db, { conversion }: Converted): Promise<readonly Obstacle[]> {
  const { rows } = await sql<{ kind: ObstacleKind; rows: string }>`
    select problem as kind, count(*) as rows from _rehearsal where problem is not null group by problem order by problem`.execute(trx);
  const obstacles: Obstacle[] = [];
  for (const { kind, rows: count } of rows) {
    const named = await sql<{ id: string }>`
      select concat_ws('/', shop, id) as id from _rehearsal where problem = ${kind} order by shop, id limit ${sql.lit(NAMED)}`.execute(trx);
    const said = await sql<{ said: string }>`
      select distinct said from _rehearsal where problem = ${kind} order by said limit ${sql.lit(NAMED)}`.execute(trx);
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

/** Unique keys and checks that the database does not have yet, or whose values are other ones from now on. */
async function ofRules(trx: Db, table: TableMove, keys: readonly Index[], rules: ReadonlySet<string>): Promise<readonly Rehearsed[]> {
  const told: Rehearsed[] = [];
  const moves = new Map(table.columns.map((move) => [move.field.name, move]));
  const anew = new Set(table.columns.filter(isMadeAnew).map(({ field }) => field.name));
  const valueBy = (name: string) => {
    const move = moves.get(name);
    return move ? valueSql(move) : null;
  };
  for (const index of keys) {
    const fields = index.parts.map(({ field }) => field);
    if (rules.has(index.name) && !fields.some((field) => anew.has(field))) continue;
    const values = fields.map(valueBy);
    if (values.some((value) => value === null)) continue;
    const found = await rowsTwice(trx, table.was, values as Sql[]);
    const rule = fields.filter((field) => field !== SHOP || table.is.tenancy === "global");
    if (found.rows > 0) told.push(ruleOf(table, fields, rule, { kind: "twice", ...found, rule: rule.join("+") }));
  }
  const unknown = new Set(storedFields(table.is).flatMap(({ name }) => (valueBy(name) === null ? [name] : [])));
  if (unknown.size > 0) return told;
  const columns = { fields: table.is.fields, expr: (name: string) => valueBy(name) ?? sql.id(name) };
  const own = new Set(table.is.checks.map(({ name }) => name));
  for (const [at, check] of checksOf(table.is, columns).entries()) {
    const name = table.is.checks[at]?.name;
    if (name === undefined || !own.has(name) || (rules.has(`${table.is.table}.${check.name}`) && anew.size === 0)) continue;
    const found = await rowsWhere(trx, table.was, sql`(${check.condition}) is not true`);
    if (found.rows > 0) told.push(ruleOf(table, [...anew], name, { kind: "broken", ...found, rule: name }));
  }
  return told;
}

const ruleOf = ({ is }: TableMove, fields: readonly string[], rule: Rehearsed["rule"], obstacle: Obstacle): Rehearsed => ({
  entity: is.name,
  fields,
  rule,
  data: { obstacles: [obstacle] },
});

type Found = Pick<Obstacle, "rows" | "ids">;

const shopOf = ({ tenancy, fields }: Entity): Sql => (tenancy !== "global" && fields[SHOP] ? sql.id(SHOP) : sql`null::text`);

async function rowsWhere(trx: Db, entity: Entity, where: Sql): Promise<Found> {
  const counted = await sql<{ rows: string }>`select count(*) as rows from ${sql.id(entity.table)} where ${where}`.execute(trx);
  const rows = Number(counted.rows[0]?.rows ?? 0);
  if (rows === 0) return { rows, ids: [] };
  const named = await sql<{ id: string }>`
    select concat_ws('/', ${shopOf(entity)}, ${sql.id(KEY)}) as id from ${sql.id(entity.table)} where ${where}
    order by ${shopOf(entity)}, ${sql.id(KEY)} limit ${sql.lit(NAMED)}`.execute(trx);
  return { rows, ids: named.rows.map(({ id }) => id) };
}

/** Rows of which there is another one with the same values; an empty value is the same as none. */
async function rowsTwice(trx: Db, entity: Entity, values: readonly Sql[]): Promise<Found> {
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
