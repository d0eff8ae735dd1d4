import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../db/connect.ts";
import { type Failure, WINDOW_MS } from "./judge-tries.ts";

const TABLE = "_sign_in_failure";

/** Whose try it is, as the table keeps it. */
export interface TryKey {
  readonly user: string;
  readonly address: string;
}

/** A name as tries are counted by it: however it is spelled. Hashed, because a password may have been typed in its place. */
export function userKey(name: string): string {
  const spelling = name.normalize("NFKC").trim().toLowerCase();
  return createHash("sha256").update(spelling).digest("base64url");
}

/** Failures of the user or the address that still count. Two indexes answer it. */
export async function recentFailures(db: Db, { user, address }: TryKey, now: number): Promise<Failure[]> {
  const rows = await db
    .selectFrom(TABLE)
    .select(["user_key", "address", sql<number>`(extract(epoch from at) * 1000)::float8`.as("ms")])
    .where((where) => where.or([where("user_key", "=", user), where("address", "=", address)]))
    .where("at", ">", new Date(now - WINDOW_MS).toISOString())
    .execute();
  return rows.map(({ ms, user_key: name, address: from }) => {
    const [isUser, isAddress] = [name === user, from === address];
    return { at: ms, isUser, isAddress, isPair: isAddress && (isUser || name === refusedKey({ user, address })) };
  });
}

/** Keeps that a password was wrong. */
export async function addFailure(db: Db, { user, address }: TryKey, now: number): Promise<void> {
  const row = { user_key: user, address, at: new Date(now).toISOString() };
  await db.insertInto(TABLE).values(row).execute();
}

/** Keeps that somebody hammered on without a captcha. His address pays for it, not the user: else anybody could lock him out for nothing. */
export function addRefusal(db: Db, key: TryKey, now: number): Promise<void> {
  return addFailure(db, { user: refusedKey(key), address: key.address }, now);
}

/** Forgets the user's failures from this address: it was he who mistyped. Those of strangers stay. */
export async function forgetOwnFailures(db: Db, key: TryKey): Promise<void> {
  await db
    .deleteFrom(TABLE)
    .where("user_key", "in", [key.user, refusedKey(key)])
    .where("address", "=", key.address)
    .execute();
}

/** Forgets every failure of the user, e.g. when an administrator gives him a new password. */
export async function forgetFailuresOf(db: Db, name: string): Promise<void> {
  await db.deleteFrom(TABLE).where("user_key", "=", userKey(name)).execute();
}

/** Stands for the user where his password was not compared: found by the address alone. */
function refusedKey({ user, address }: TryKey): string {
  return `${user} ${address}`;
}

/** Forgets what no longer counts. */
export async function forgetOldFailures(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom(TABLE)
    .where("at", "<=", new Date(now.getTime() - WINDOW_MS).toISOString())
    .execute();
}
