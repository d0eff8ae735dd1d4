import { sql } from "kysely";
import { hashPassword, isPassword } from "../server/auth/password.ts";
import { SIGN_IN } from "../server/base/tenant.ts";
import type { Db } from "../server/db/connect.ts";
import { forTenant } from "../server/db/driver/tenant-statements.ts";
import { DEMO, readMeta, writeMeta } from "../server/tables/meta.ts";
import type { Registry } from "../shared/registry/model.ts";
import accounts from "./data/accounts.json" with { type: "json" };

/** What is remembered of a demo: whose accounts it brought, and the hash of their common password. */
interface Demo {
  readonly hash: string;
  readonly users: readonly string[];
}

/** Remembers that this database holds the demo: every account there is now belongs to it. */
export async function rememberDemo(db: Db, hash: string): Promise<void> {
  const users = await db.selectFrom("_credential").select("USER_ID").orderBy("USER_ID").execute();
  await writeDemo(db, { hash, users: users.map((row) => String(row.USER_ID)) });
}

/** Gives every demo account this password and ends their sessions, unless it is the demo's password already. */
export async function resetDemoPassword(db: Db, password: string): Promise<boolean> {
  const demo = await readDemo(db);
  if (demo === undefined || (await isPassword(demo.hash, password))) return false;
  const hash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("_credential").set({ hash }).where("USER_ID", "in", demo.users).execute();
    await trx.deleteFrom("_session").where("USER_ID", "in", demo.users).execute();
    await writeDemo(trx, { ...demo, hash });
  });
  return true;
}

const readDemo = (db: Db) => readMeta<Demo>(db, DEMO);
const writeDemo = (db: Db, demo: Demo) => writeMeta(db, DEMO, demo);

/** The accounts worth trying first that exist, each as a line with what it shows. */
export async function demoAccounts(db: Db, registry: Registry): Promise<string[]> {
  const table = registry.entities.User?.table;
  if (table === undefined) return [];
  const found = await forTenant(db, SIGN_IN).selectFrom(table).select("USER_ID").where("USER_ID", "in", Object.keys(accounts)).execute();
  const existing = new Set(found.map((row) => row.USER_ID));
  return Object.entries(accounts).flatMap(([user, text]) => (existing.has(user) ? [`  ${user.padEnd(10)}${text}`] : []));
}

/** Whether the database holds no shop yet. */
export async function isEmpty(db: Db, registry: Registry): Promise<boolean> {
  const table = registry.entities.Shop?.table;
  if (table === undefined) return false;
  return (await db.selectFrom(table).select(sql`1`.as("one")).limit(1).executeTakeFirst()) === undefined;
}
