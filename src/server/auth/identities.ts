import type { Db } from "../db/connect.ts";

const TABLE = "_identity";

/** Somebody as a provider of identity knows him: its address, and the name it gives nobody else and never changes (`sub`). */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** Which user this is; null: he has not come before. */
export async function userOfIdentity(db: Db, { issuer, subject }: Identity): Promise<string | null> {
  const found = await db.selectFrom(TABLE).select("USER_ID").where("issuer", "=", issuer).where("subject", "=", subject).executeTakeFirst();
  return found === undefined ? null : String(found.USER_ID);
}

/** Keeps that this is the user. Returns whether he is: false where he, or the user, is somebody else's already. */
export async function keepIdentity(db: Db, identity: Identity, userId: string, now: Date): Promise<boolean> {
  const { issuer, subject } = identity;
  await db
    .insertInto(TABLE)
    .values({ issuer, subject, USER_ID: userId, since: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await userOfIdentity(db, identity)) === userId;
}

/** Forgets who this user is to every provider. Returns whether anything was known. */
export async function forgetIdentities(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom(TABLE).where("USER_ID", "=", userId).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
