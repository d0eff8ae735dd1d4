import { createHash } from "node:crypto";
import { sql } from "kysely";
import { latestPast } from "../base/clocks.ts";
import type { Db } from "../db/connect.ts";
import { COUNTS_FOR, type FailureCounts } from "./judge-tries.ts";

const TABLE = "_sign_in_failure";

/** Whose try it is and where from, as the table keeps it. */
export interface TryKey {
  readonly user: string;
  readonly address: string;
}

/** A name as tries are counted by it: however it is spelled. Hashed, because a password may have been typed in its place. */
export function userKey(name: string): string {
  // guard rate as name: tests/server/auth/judge-tries.test.ts
  const spelling = name.normalize("NFKC").trim().toLowerCase();
  return createHash("sha256").update(spelling).digest("base64url");
}

/**
 * Where only the user himself can fail: a device of his (by the hash of its token), or his open session. Counted apart from what is
 * tried from elsewhere, so that neither makes the other wait.
 */
export function ownKey(name: string, place: string): TryKey {
  return { user: `own ${userKey(name)}`, address: place };
}

/** The failures that count against a try. Two indexes answer it. */
export async function countFailures(db: Db, { user, address }: TryKey, now: number): Promise<FailureCounts> {
  const since = (ms: number) => new Date(now - ms).toISOString();
  const counted = await db
    .selectFrom(TABLE)
    .select(({ fn, and, eb }) => {
      const isHere = and([eb("user_key", "=", user), eb("address", "=", address)]);
      const isRecent = eb("at", ">", since(COUNTS_FOR.elsewhere));
      return [
        fn.countAll().filterWhere(isHere).as("place"),
        sql<number | null>`(extract(epoch from max(at) filter (where ${isHere})) * 1000)::float8`.as("last"),
        fn
          .countAll()
          .filterWhere(and([eb("address", "=", address), isRecent]))
          .as("address"),
        fn
          .countAll()
          .filterWhere(and([eb("user_key", "=", user), isRecent]))
          .as("user"),
      ];
    })
    .where((where) => where.or([where("user_key", "=", user), where("address", "=", address)]))
    .where("at", ">", since(COUNTS_FOR.place))
    .where("at", "<=", latestPast(now))
    .executeTakeFirstOrThrow();
  return {
    place: Number(counted.place),
    lastOfPlace: counted.last ?? 0,
    address: Number(counted.address),
    user: Number(counted.user),
  };
}

/** Keeps that a password was wrong. */
export async function addFailure(db: Db, { user, address }: TryKey, now: number): Promise<void> {
  const row = { user_key: user, address, at: new Date(now).toISOString() };
  await db.insertInto(TABLE).values(row).execute();
}

/** Forgets the user's failures here: it was he who mistyped. Those of strangers stay. */
export async function forgetFailuresAt(db: Db, { user, address }: TryKey): Promise<void> {
  await db.deleteFrom(TABLE).where("user_key", "=", user).where("address", "=", address).execute();
}

/** Forgets every failure of the user, e.g. when an administrator gives him a new password. */
export async function forgetFailuresOf(db: Db, name: string): Promise<void> {
  await db
    .deleteFrom(TABLE)
    .where("user_key", "in", [userKey(name), ownKey(name, "").user])
    .execute();
}

/** Forgets what no longer counts. */
export async function forgetOldFailures(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - COUNTS_FOR.place).toISOString();
  await db
    .deleteFrom(TABLE)
    .where((where) => where.or([where("at", "<=", oldest), where("at", ">", latestPast(now.getTime()))]))
    .execute();
}
