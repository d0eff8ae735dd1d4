import { sql } from "kysely";
import type { Registry } from "../../../shared/registry/model.ts";
import { hashToken, newToken } from "../../auth/token.ts";
import { SIGN_IN } from "../../base/tenant.ts";
import type { Db } from "../../db/connect.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import { entityOf } from "../../engine/values/names.ts";

const TABLE = "_setup_token";
const LIFETIME_MS = 3_600_000;
/** Any number will do, as long as every process of this program uses the same. */
const LOCK = 7_350_019;

/** Whether anybody could ever sign in: a single user of any shop, in use or not. */
export async function hasUsers(db: Db, registry: Registry): Promise<boolean> {
  const { table } = entityOf(registry, "User");
  return (await forTenant(db, SIGN_IN).selectFrom(table).select("Id").limit(1).executeTakeFirst()) !== undefined;
}

/** A token for the first start that counts for an hour; null: there is a user. Each process may give one out, the first that is used ends all. */
export async function giveSetupToken(db: Db, registry: Registry, now: Date): Promise<string | null> {
  if (await hasUsers(db, registry)) return null;
  const token = newToken();
  const expires = new Date(now.getTime() + LIFETIME_MS).toISOString();
  await db.deleteFrom(TABLE).where("expires", "<=", now.toISOString()).execute();
  await db
    .insertInto(TABLE)
    .values({ hash: hashToken(token), expires })
    .execute();
  return token;
}

/** Whether the token counts now. */
export async function isSetupToken(db: Db, token: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom(TABLE)
    .select("hash")
    .where("hash", "=", hashToken(token))
    // guard check: tests/server/setup/setup.test.ts
    .where("expires", ">", now.toISOString())
    .executeTakeFirst();
  return found !== undefined;
}

/** Makes everybody else wait who sets up at the same moment, until the transaction ends. */
export async function lockSetup(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
}

/** Ends every token. */
export async function endSetupTokens(trx: Db): Promise<void> {
  await trx.deleteFrom(TABLE).execute();
}
