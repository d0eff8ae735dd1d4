import type { Db } from "../db/connect.ts";
import { userKey } from "./failure-store.ts";
import { hashToken, newToken } from "./token.ts";

const TABLE = "_device";
const DAY_MS = 86_400_000;
const LIFETIME_MS = 180 * DAY_MS;
/** Of one user; the one that was away longest makes room. */
const MOST_OF_USER = 20;

/**
 * What is kept of a device that users have signed in on: who, by the key that tries are counted by (so that a name nobody has is looked
 * up like any other), and the hash of its token. It proves nothing but that: the password is asked for all the same.
 */
export async function isDeviceOf(db: Db, name: string, token: string, now: Date): Promise<boolean> {
  if (token === "") return false;
  const found = await db
    .selectFrom(TABLE)
    .select("seen")
    .where("user_key", "=", userKey(name))
    .where("token_hash", "=", hashToken(token))
    .where("seen", ">", new Date(now.getTime() - LIFETIME_MS).toISOString())
    .executeTakeFirst();
  return found !== undefined;
}

/** Notes that the user has signed in on the device. Returns its token: the one it has if it is ours, else a new one. */
export async function rememberDevice(db: Db, name: string, token: string, now: Date): Promise<string> {
  const user_key = userKey(name);
  const isOurs = token !== "" && (await isIssued(db, token));
  const device = isOurs ? token : newToken();
  const seen = now.toISOString();
  await db
    .insertInto(TABLE)
    .values({ user_key, token_hash: hashToken(device), seen })
    .onConflict((conflict) => conflict.columns(["user_key", "token_hash"]).doUpdateSet({ seen }))
    .execute();
  if (!isOurs) await makeRoom(db, user_key);
  return device;
}

/** Forgets devices that nobody has signed in on for half a year. */
export async function forgetOldDevices(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom(TABLE)
    .where("seen", "<=", new Date(now.getTime() - LIFETIME_MS).toISOString())
    .execute();
}

async function isIssued(db: Db, token: string): Promise<boolean> {
  const found = await db.selectFrom(TABLE).select("seen").where("token_hash", "=", hashToken(token)).limit(1).executeTakeFirst();
  return found !== undefined;
}

async function makeRoom(db: Db, user_key: string): Promise<void> {
  const oldest = db.selectFrom(TABLE).select("token_hash").where("user_key", "=", user_key).orderBy("seen", "desc").offset(MOST_OF_USER);
  await db.deleteFrom(TABLE).where("user_key", "=", user_key).where("token_hash", "in", oldest).execute();
}
