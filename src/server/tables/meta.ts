import type { Db } from "../db/connect.ts";

const META = "_meta";

/** A fact about this database, as JSON that was written under its name; undefined: never written. */
export async function readMeta<T>(db: Db, key: string): Promise<T | undefined> {
  const row = await db.selectFrom(META).select("value").where("key", "=", key).executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(String(row.value)) as T);
}

/** Writes a fact down in place of what was known before. */
export async function writeMeta(db: Db, key: string, fact: unknown): Promise<void> {
  const row = { key, value: JSON.stringify(fact) };
  await db
    .insertInto(META)
    .values(row)
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: row.value }))
    .execute();
}

/** A fact that stays as it was first written down: the same for all who ask at once, each with a proposal of his own. */
export async function settleMeta(db: Db, key: string, proposal: string): Promise<string> {
  const row = { key, value: JSON.stringify(proposal) };
  await db
    .insertInto(META)
    .values(row)
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  return (await readMeta<string>(db, key)) ?? proposal;
}

/** Whether the demo filled this database (src/demo remembers it). */
export async function holdsDemo(db: Db): Promise<boolean> {
  return (await readMeta(db, DEMO)) !== undefined;
}

/** Under which name the demo remembers itself. */
export const DEMO = "demo";
