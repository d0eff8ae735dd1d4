import { createHash } from "node:crypto";
import type { Db } from "../server/db/database.ts";
import { storedFields, tablesOf } from "../server/tables/tables-of.ts";
import { cellFromDb, cellToDb } from "../shared/domain/cell.ts";
import type { Registry } from "../shared/registry/model.ts";

/** A hash of every row of every entity: equal for equal data, on both engines. Passwords and sessions do not count. */
export async function seedDigest(db: Db, registry: Registry): Promise<string> {
  const hash = createHash("sha256");
  const tables = [...tablesOf(registry)].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, entity } of tables) {
    const fields = storedFields(entity);
    const columns = fields.map((field) => field.name);
    hash.update(`${name} ${columns.join()}\n`);
    for (const row of await db.selectFrom(name).select(columns).orderBy("Id").execute()) {
      hash.update(`${JSON.stringify(fields.map((field) => cellToDb(cellFromDb(field, row[field.name]))))}\n`);
    }
  }
  return hash.digest("hex");
}
