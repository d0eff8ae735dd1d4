import { type RawBuilder, sql } from "kysely";
import type { Db } from "../server/db/driver/database.ts";
import type { MemoryDatabase } from "../server/engine/store/memory-store.ts";
import { recording } from "../server/tables/sealed-rows.ts";
import { storedFields, tablesOf } from "../server/tables/tables-of.ts";
import { cellToDb, type Row } from "../shared/domain/cell.ts";
import type { Entity, Registry } from "../shared/registry/model.ts";

const CHUNK = 1000;

/** Writes everything in memory into empty tables, with its ids, and sets the sequences and counters behind it. Returns how many rows. */
export async function writeRows(trx: Db, registry: Registry, memory: MemoryDatabase): Promise<number> {
  let written = 0;
  for (const { entity } of tablesOf(registry)) {
    const rows = memory.table(entity).all();
    for (let at = 0; at < rows.length; at += CHUNK) await writeChunk(trx, entity, rows.slice(at, at + CHUNK));
    if (rows.length > 0) await advance(trx, entity, memory.table(entity).lastId);
    written += rows.length;
  }
  await writeObjects(trx, "_number", ["SHOP_ID", "prefix", "day", "last"], memory.counters());
  return written;
}

async function writeChunk(trx: Db, entity: Entity, rows: readonly Row[]): Promise<void> {
  const columns = storedFields(entity).map((field) => field.name);
  const objects = rows.map((row) => Object.fromEntries(columns.map((name) => [name, cellToDb(row[name] ?? null)])));
  const write = objectsSql(entity.table, columns, objects);
  await (entity.sealed.length > 0 ? recording(entity, "insert", write) : write).execute(trx);
}

/** Writes rows of a technical table. */
export async function writeObjects(trx: Db, table: string, columns: readonly string[], objects: readonly object[]): Promise<void> {
  if (objects.length > 0) await objectsSql(table, columns, objects).execute(trx);
}

/** One parameter instead of one for each value: several times as fast, and no limit on their number. */
function objectsSql(table: string, columns: readonly string[], objects: readonly object[]): RawBuilder<unknown> {
  const names = sql.join(columns.map((name) => sql.id(name)));
  const json = JSON.stringify(objects);
  return sql`insert into ${sql.id(table)} (${names}) select ${names} from json_populate_recordset(null::${sql.id(table)}, ${json}::json)`;
}

/** New rows get ids behind the ones written. */
async function advance(trx: Db, entity: Entity, lastId: number): Promise<void> {
  const table = `"${entity.table}"`;
  await sql`select setval(pg_get_serial_sequence(${table}, 'Id'), ${lastId})`.execute(trx);
}
