import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { allEnded } from "../../base/all-ended.ts";
import type { Db } from "./handle.ts";
import { OneConnection } from "./one-connection.ts";

/** Rows of a table, each in the order of the columns. */
export interface CopiedTable {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CopiedValue[])[];
}
export type CopiedValue = string | number | boolean | null;

/**
 * Writes rows into tables from files that the engine reads, all in one message: half the work of statements with the rows in them, and the engine goes from
 * one to the next without being told. One call at a time. False: the engine is none that reads files of this process, and nothing was written.
 */
export async function copyRows(db: Db, tables: readonly CopiedTable[]): Promise<boolean> {
  const adapter = db.getExecutor().adapter;
  if (!(adapter instanceof OneConnection)) return false;
  if (tables.length === 0) return true;
  const { path, name } = adapter.folder;
  const files = tables.map(({ rows }, n) => ({ file: `rows-${n}.copy`, rows }));
  try {
    const write = ({ file, rows }: (typeof files)[number]) =>
      writeFile(join(path, file), rows.map((row) => `${row.map(copied).join("\t")}\n`).join(""), { mode: 0o600 });
    // None is being written any more when all are removed.
    await allEnded(files.map(write));
    const copies = tables.map(({ table, columns }, n) => {
      const names = sql.join(columns.map((column) => sql.id(column)));
      return sql`copy ${sql.id(table)} (${names}) from ${sql.lit(`${name}/${files[n]?.file}`)}`;
    });
    await sql.join(copies, sql`; `).execute(db);
  } finally {
    await Promise.all(files.map(({ file }) => rm(join(path, file), { force: true })));
  }
  return true;
}

/** A value as the text format of COPY has it. */
function copied(value: CopiedValue): string {
  if (value === null) return "\\N";
  if (typeof value !== "string") return String(value);
  // Hardly any text has one of them: to look first takes a third less than to replace what is not there.
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (found) => ESCAPED[found] ?? found) : value;
}

const ESCAPED: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
