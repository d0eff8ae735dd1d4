import { sql } from "kysely";
import type { Registry } from "../../shared/registry/model.ts";
import type { Db } from "../db/connect.ts";
import { hashPassword, isPassword } from "./password.ts";

/** Accounts worth trying first (DOMAIN 8.4), and what each one shows. */
const SHOWN: Readonly<Record<string, string>> = {
  admin01: "商场管理员 mall administrator",
  admin54: "零售商管理员，合约剩余 10 天 retailer, 10 days of contract left",
  boss54: "财务主管（可直接付款）head of finance",
  fin54: "财务 finance",
  admin153: "合约已过期的零售商 retailer whose contract has expired",
  s001001: "供应商 supplier",
  s001002: "另一家供应商 another supplier",
  buyer54: "采购 buyer",
};

const META = "_meta";
const KEY = "demo.password";

/** The shown accounts that exist, each as a line. */
export async function demoAccounts(db: Db, registry: Registry): Promise<string[]> {
  const table = registry.entities["User"]?.table;
  if (table === undefined) return [];
  const found = await db.selectFrom(table).select("USER_ID").where("USER_ID", "in", Object.keys(SHOWN)).execute();
  const existing = new Set(found.map((row) => row["USER_ID"]));
  return Object.entries(SHOWN).flatMap(([user, text]) => (existing.has(user) ? [`${user.padEnd(10)}${text}`] : []));
}

/** Remembers that this database holds the demo, and with which password its accounts began. */
export async function rememberDemo(db: Db, hash: string): Promise<void> {
  const row = { key: KEY, value: hash };
  await db
    .insertInto(META)
    .values(row)
    .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
    .execute();
}

/** The hash that the demo accounts began with; undefined: this database holds no demo. */
export async function rememberedDemo(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom(META).select("value").where("key", "=", KEY).executeTakeFirst();
  return row === undefined ? undefined : String(row["value"]);
}

/**
 * Gives every demo account this password, unless it is what they have; ends their sessions. Accounts made later, whose
 * hash was never the demo's, keep theirs.
 */
export async function resetDemoPassword(db: Db, password: string): Promise<boolean> {
  const old = await rememberedDemo(db);
  if (old === undefined || (await isPassword(old, password))) return false;
  const hash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    const changed = await trx.updateTable("_credential").set({ hash }).where("hash", "=", old).returning("USER_ID").execute();
    const users = changed.map((row) => String(row["USER_ID"]));
    if (users.length > 0) await trx.deleteFrom("_session").where("USER_ID", "in", users).execute();
    await rememberDemo(trx, hash);
  });
  return true;
}

/** Whether the database holds no shop yet. */
export async function isEmpty(db: Db, registry: Registry): Promise<boolean> {
  const table = registry.entities["Shop"]?.table;
  if (table === undefined) return false;
  return (await db.selectFrom(table).select(sql`1`.as("one")).limit(1).executeTakeFirst()) === undefined;
}
