import { type RawBuilder, sql } from "kysely";
import { type CopiedTable, copyRows } from "../server/db/driver/copy-rows.ts";
import type { Db } from "../server/db/driver/database.ts";
import type { MemoryDatabase } from "../server/engine/store/memory-store.ts";
import { recordRows } from "../server/tables/sealed-rows.ts";
import { storedFields, tablesOf } from "../server/tables/tables-of.ts";
import { cellToDb, type Row } from "../shared/domain/cell.ts";
import type { Entity, Registry } from "../shared/registry/model.ts";

const CHUNK = 1000;

/** Writes rows in memory into empty tables, with their ids, while more of them are made. What was written stays as it is. */
export class RowWriter {
  readonly #trx: Db;
  readonly #registry: Registry;
  readonly #memory: MemoryDatabase;
  /** By the name of an entity its rows that are written, or about to be. */
  readonly #taken = new Map<string, Row[]>();
  #writing: Promise<void> = Promise.resolve();

  constructor(trx: Db, registry: Registry, memory: MemoryDatabase) {
    this.#trx = trx;
    this.#registry = registry;
    this.#memory = memory;
  }

  /** Does work that has rows written, and ends with the last of them. Returns how many there are. Whatever happens, nothing is being written afterwards. */
  async during(work: () => Promise<void>): Promise<number> {
    // No row of any table: the engine reads what it must know of tables and indexes while the first rows are made, and it has nothing else to do.
    this.#next(() => this.#copy(tablesOf(this.#registry).map(({ entity }) => ({ entity, rows: [] }))));
    try {
      await work();
    } catch (error) {
      await this.#writing.catch(() => undefined);
      throw error;
    }
    return this.#end();
  }

  /** Has those written that have come since the last time; nobody need wait for it. */
  write(): void {
    const fresh = tablesOf(this.#registry).flatMap(({ entity }) => {
      const taken = this.#taken.get(entity.name) ?? [];
      const after = Number(taken.at(-1)?.Id ?? 0);
      const rows = this.#memory.table(entity).after(after);
      for (const row of rows) taken.push(row);
      this.#taken.set(entity.name, taken);
      return rows.length === 0 ? [] : [{ entity, rows, after }];
    });
    this.#next(async () => {
      await this.#copy(fresh);
      const isSealed = ({ entity }: { readonly entity: Entity }) => entity.sealed.length > 0;
      await recordRows(this.#trx, fresh.filter(isSealed));
      // Events and documents are sealed now, while more rows are made, and not when all are there and somebody waits. Nobody else waits for a chain: there is nothing yet.
      await sql`set constraints all immediate`.execute(this.#trx);
      await sql`set constraints all deferred`.execute(this.#trx);
    });
  }

  #next(step: () => Promise<void>): void {
    this.#writing = this.#writing.then(step);
    // Whoever waits for the end hears of it.
    this.#writing.catch(() => undefined);
  }

  #copy(tables: readonly { readonly entity: Entity; readonly rows: readonly Row[] }[]): Promise<void> {
    const asStored = tables.map(({ entity, rows }): CopiedTable => {
      const columns = storedFields(entity).map(({ name }) => name);
      return { table: entity.table, columns, rows: rows.map((row) => columns.map((name) => cellToDb(row[name] ?? null))) };
    });
    return writeTables(this.#trx, asStored);
  }

  /** Writes the last ones, and sets the sequences and counters behind them. */
  async #end(): Promise<number> {
    this.write();
    await this.#writing;
    const last: { readonly table: string; readonly id: number }[] = [];
    let written = 0;
    for (const { entity } of tablesOf(this.#registry)) {
      const rows = this.#taken.get(entity.name) ?? [];
      const table = this.#memory.table(entity);
      const changed = rows.find((row) => table.get(Number(row.Id)) !== row);
      if (changed !== undefined) throw new Error(`${entity.name} ${changed.Id} was changed after it was written`);
      if (rows.length > 0) last.push({ table: `"${entity.table}"`, id: table.lastId });
      written += rows.length;
    }
    // New rows get ids behind these.
    await sql`
      select setval(pg_get_serial_sequence("table", 'Id'), id)
      from json_to_recordset(${JSON.stringify(last)}::json) as l("table" text, id bigint)`.execute(this.#trx);
    await writeObjects(this.#trx, "_number", ["SHOP_ID", "prefix", "day", "last"], this.#memory.counters());
    return written;
  }
}

/** Writes rows of several tables. One call at a time. */
export async function writeTables(db: Db, tables: readonly CopiedTable[]): Promise<void> {
  if (await copyRows(db, tables)) return;
  for (const { table, columns, rows } of tables) {
    for (let at = 0; at < rows.length; at += CHUNK) {
      const objects = rows.slice(at, at + CHUNK).map((row) => Object.fromEntries(columns.map((name, n) => [name, row[n]])));
      await writeObjects(db, table, columns, objects);
    }
  }
}

/** Writes rows of a table by the names of their columns. */
export async function writeObjects(trx: Db, table: string, columns: readonly string[], objects: readonly object[]): Promise<void> {
  if (objects.length > 0) await objectsSql(table, columns, objects).execute(trx);
}

/** One parameter instead of one for each value: several times as fast, and no limit on their number. */
function objectsSql(table: string, columns: readonly string[], objects: readonly object[]): RawBuilder<unknown> {
  const names = sql.join(columns.map((name) => sql.id(name)));
  const json = JSON.stringify(objects);
  return sql`insert into ${sql.id(table)} (${names}) select ${names} from json_populate_recordset(null::${sql.id(table)}, ${json}::json)`;
}
