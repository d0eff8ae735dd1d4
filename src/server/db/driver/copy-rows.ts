import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { Db } from "./handle.ts";
import { OneConnection } from "./one-connection.ts";

/** Of a row, in the order of the columns. */
export type CopiedRow = readonly (string | number | boolean | null)[];

const FILE = "rows.copy";

/**
 * Writes rows into a table from a file that the engine reads: half the work of a statement with the rows in it. One call at a time. False: the engine is none
 * that reads files of this process, and nothing was written.
 */
export async function copyRows(db: Db, table: string, columns: readonly string[], rows: readonly CopiedRow[]): Promise<boolean> {
  const adapter = db.getExecutor().adapter;
  if (!(adapter instanceof OneConnection)) return false;
  const { path, name } = adapter.folder;
  const file = join(path, FILE);
  try {
    writeFileSync(file, rows.map((row) => `${row.map(copied).join("\t")}\n`).join(""), { mode: 0o600 });
    await sql`copy ${sql.id(table)} (${sql.join(columns.map((column) => sql.id(column)))}) from ${sql.lit(`${name}/${FILE}`)}`.execute(db);
  } finally {
    rmSync(file, { force: true });
  }
  return true;
}

/** A value as the text format of COPY has it. */
function copied(value: CopiedRow[number]): string {
  if (value === null) return "\\N";
  return typeof value === "string" ? value.replace(/[\\\t\n\r]/g, (found) => ESCAPED[found] ?? found) : String(value);
}

const ESCAPED: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
