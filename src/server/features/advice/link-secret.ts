import { randomBytes } from "node:crypto";
import type { Db } from "../../db/connect.ts";

const KEY = "suggestion-secret";

/** What links to the suggestion page are signed with: made when it is first needed, the same for every server on this database. */
export async function linkSecret(db: Db): Promise<string> {
  const known = await readSecret(db);
  if (known !== undefined) return known;
  await db
    .insertInto("_meta")
    .values({ key: KEY, value: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  // Another server may have been first: what lies there counts.
  const made = await readSecret(db);
  if (made === undefined) throw new Error("the secret of the suggestion links is gone again");
  return made;
}

async function readSecret(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom("_meta").select("value").where("key", "=", KEY).executeTakeFirst();
  return row === undefined ? undefined : String(row.value);
}
