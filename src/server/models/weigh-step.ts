import { sql } from "kysely";
import type { Entity } from "../../shared/registry/model.ts";
import type { Change, ChangeData } from "../../shared/registry/plan/change.ts";
import { same } from "../../shared/registry/plan/rule.ts";
import type { Db } from "../db/driver/database.ts";
import type { TableMove } from "../tables/data/data-moves.ts";
import { type DataStep, isSameInTables, look } from "../tables/data/move-data.ts";
import { rehearse } from "../tables/data/rehearse.ts";
import type { Rehearsed } from "../tables/data/rows-found.ts";
import { valueSql } from "../tables/data/value-sql.ts";
import { ensureFolds } from "../tables/identity-sql.ts";
import { createIndex } from "../tables/sync-schema-ddl.ts";
import { type Index, indexesOf, isFolding } from "../tables/sync-schema-indexes.ts";
import { countRows } from "./rows-concerned.ts";

/**
 * What the rows of a database say to the changes of a step: how many each concerns, what becomes of values that are made anew, what
 * stands in the way, and how long indexes take to build. All of it is done for real in a transaction that is rolled back, on copies of
 * the values: nobody who reads or writes waits for it. What stands in the way is held. `db` is one connection without a time limit.
 */
export async function weighStep(
  db: Db,
  step: Pick<DataStep, "was" | "is" | "followed" | "renamings">,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const counted = await countRows(db, step.was, changes);
  // Most edits say nothing of tables: then there is nothing to try, and nobody waits for the catalogue to be read.
  if (isSameInTables(step)) return counted;
  let told: readonly Rehearsed[] = [];
  let builds: readonly Change[] = [];
  const rolledBack = new Error("rolled back on purpose");
  try {
    await db.transaction().execute(async (trx) => {
      const { moves, rules } = await look(trx, step);
      told = await rehearse(trx, step.is, moves, rules);
      const missing = indexesOf(step.is).filter(({ name }) => !rules.has(name));
      if (missing.some(isFolding)) await ensureFolds(trx);
      builds = await buildsOf(trx, moves.tables, missing);
      throw rolledBack;
    });
  } catch (error) {
    if (error !== rolledBack) throw error;
  }
  return [...withData(counted, told), ...builds];
}

/** The parts of a field's change that its values are told at, the first that changes. */
const PARTS = ["type", "codeType", "convert", "length"];

/** Each with what was told of it; what no change tells of comes at the end. */
export function withData(changes: readonly Change[], told: readonly Rehearsed[]): readonly Change[] {
  const data = new Map<number, ChangeData>();
  const more: Change[] = [];
  for (const each of told) {
    const at = placeOf(changes, each);
    if (at === -1) more.push(changeOf(each));
    else data.set(at, merged(data.get(at), each.data));
  }
  const weighed = changes.map((change, index): Change => {
    const own = data.get(index);
    if (!own) return change;
    return { ...change, data: own, class: own.obstacles && own.obstacles.length > 0 ? "held" : change.class };
  });
  return [...weighed, ...more];
}

function placeOf(changes: readonly Change[], { entity, fields, rule, data }: Rehearsed): number {
  const isOwn = ({ at }: Change, field?: string) => at.entity === entity && at.field === field && at.code === undefined;
  const added = (value: unknown, part: string) =>
    changes.findIndex(
      (change) =>
        isOwn(change) && change.part === part && change.verb === "added" && (change.is as unknown[]).some((one) => same(value, one)),
    );
  if (typeof rule === "string") return changes.findIndex((change) => isOwn(change) && change.part === "checks" && change.verb === "added");
  const told = (name: string) => changes.findIndex((change) => isOwn(change, name) && change.part === "isIdentity");
  if (rule !== null) return Math.max(added(rule, "unique"), added(rule, "uniqueEverywhere"), ...rule.map(told));
  for (const part of PARTS) {
    const at = changes.findIndex((change) => isOwn(change, fields[0]) && change.part === part);
    if (at !== -1) return at;
  }
  const isUnowned = data.obstacles?.some(({ kind }) => kind === "unowned") === true;
  return isUnowned ? changes.findIndex((change) => isOwn(change) && change.part === "tenancy") : -1;
}

const merged = (one: ChangeData | undefined, other: ChangeData): ChangeData => ({
  ...one,
  ...other,
  ...(one?.obstacles || other.obstacles ? { obstacles: [...(one?.obstacles ?? []), ...(other.obstacles ?? [])] } : {}),
});

/** A rule that was there already, and that values made anew break; or values of a field that only its codes tell of. */
function changeOf({ entity, fields, rule, data }: Rehearsed): Change {
  const [field] = fields;
  const at = rule === null && field !== undefined ? { entity, field } : { entity };
  const part = rule === null ? "values" : typeof rule === "string" ? "checks" : "unique";
  return { class: "held", verb: "changed", part, at, data, ...(rule === null ? {} : { is: rule }) };
}

async function buildsOf(trx: Db, tables: readonly TableMove[], missing: readonly Index[]): Promise<readonly Change[]> {
  const builds: Change[] = [];
  for (const index of missing) {
    const table = tables.find(({ is }) => is.table === index.table);
    if (!table) continue;
    const rows = await countOf(trx, table.was);
    if (rows === 0) continue;
    const ms = await estimate(trx, table, index, rows);
    builds.push({
      class: "look",
      verb: "added",
      part: "index",
      at: { entity: table.is.name },
      is: index.name,
      data: { build: { rows, ms } },
    });
  }
  return builds;
}

async function countOf(trx: Db, { table }: Pick<Entity, "table">): Promise<number> {
  const { rows } = await sql<{ rows: string }>`select count(*) as rows from ${sql.id(table)}`.execute(trx);
  return Number(rows[0]?.rows ?? 0);
}

/** Rows that an index is built over to see how fast this database is. */
const SAMPLE = 20_000;

/** Milliseconds, measured on a sample of the rows and scaled as sorting is: n log n. Memory that is too small for all makes it longer. */
async function estimate(trx: Db, table: TableMove, index: Index, rows: number): Promise<number> {
  const fields = [...new Set([...index.parts.map(({ field }) => field), ...index.include])];
  const values = fields.map((field) => {
    const move = table.columns.find((each) => each.field.name === field);
    return sql`${(move && valueSql(move)) ?? sql`null::text`} as ${sql.id(field)}`;
  });
  const size = Math.min(rows, SAMPLE);
  await sql`
    create temporary table _sample on commit drop as select ${sql.join(values)} from ${sql.id(table.was.table)} limit ${size}`.execute(trx);
  try {
    const started = performance.now();
    await createIndex({ ...index, name: "_sample_index", table: "_sample", isUnique: false }).statement.execute(trx);
    const ms = performance.now() - started;
    return Math.round((ms * rows * Math.log(rows + 1)) / (size * Math.log(size + 1)));
  } finally {
    await sql`drop table if exists _sample`.execute(trx);
  }
}
