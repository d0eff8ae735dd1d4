import { randomBytes } from "node:crypto";
import type { Db } from "./connect.ts";

const TABLE = "_meta";

/** What is signed under this name is signed with: made when it is first needed, the same for every server on this database. */
export async function secretFor(db: Db, name: string): Promise<string> {
  const known = await readSecret(db, name);
  if (known !== undefined) return known;
  await db
    .insertInto(TABLE)
    .values({ key: name, value: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  // Another server may have been first: what lies there counts.
  const made = await readSecret(db, name);
  if (made === undefined) throw new Error(`the secret ${name} is gone again`);
  return made;
}

async function readSecret(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom(TABLE).select("value").where("key", "=", name).executeTakeFirst();
  return row === undefined ? undefined : String(row.value);
}
