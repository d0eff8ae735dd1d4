import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import { latestPast } from "../base/clocks.ts";
import type { Db } from "../db/connect.ts";
import { addressKey } from "./address-key.ts";

const TABLE = "_visit";
const HOUR_MS = 3_600_000;
const TOO_MANY = "操作过于频繁，请一小时后再试";

/** What one address may do within an hour without being signed in. A company's people share an address, but register once. */
const MOST = {
  /** Registrations that went through. */
  register: 5,
  /** Registrations sent in, also those refused: each tells whether a user name is taken. */
  registerTry: 20,
  /** Suggestions by a signed link, which names a supplier. */
  suggestSigned: 20,
  suggestOpen: 5,
  /** Suggestions sent in, also those refused. */
  suggestTry: 40,
  upload: 40,
  /** Looks at the page of the first start, and tries to finish it: without its address nothing is told. */
  setup: 60,
  /** Callbacks in a bank's name that no bank has signed. */
  callback: 60,
  /** Returns from the provider of identity: each asks it something. A company's people share an address. */
  enterprise: 600,
} as const;

export type VisitKind = keyof typeof MOST;

/** A visit of somebody who is not signed in. */
export interface Visit {
  readonly kind: VisitKind;
  readonly ip: string;
  readonly now: Date;
}

/** Counts a visit, or throws 429 where its address has used up its hour. Counted in the database: several servers share it. */
export async function countVisit(db: Db, visit: Visit): Promise<void> {
  await enter(db, visit);
}

/** Runs what counts only when it succeeds. It counts from the start, so that many at once do not slip through together. */
export async function duringVisit<T>(db: Db, visit: Visit, work: () => Promise<T>): Promise<T> {
  const id = await enter(db, visit);
  try {
    return await work();
  } catch (error) {
    await leave(db, id);
    throw error;
  }
}

/** Forgets what no longer counts. */
export async function forgetOldVisits(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom(TABLE)
    .where((where) => where.or([where("at", "<=", hourBefore(now)), where("at", ">", latestPast(now.getTime()))]))
    .execute();
}

/** Written before it is counted: of two at the same moment each sees the other. A refused one leaves nothing that counts. */
async function enter(db: Db, { kind, ip, now }: Visit): Promise<string> {
  const [id, address] = [randomUUID(), addressKey(ip)];
  await db.insertInto(TABLE).values({ id, kind, address, at: now.toISOString() }).execute();
  const counted = await db
    .selectFrom(TABLE)
    .select(sql<number>`count(*)::int`.as("visits"))
    .where("address", "=", address)
    .where("kind", "=", kind)
    .where("at", ">", hourBefore(now))
    .where("at", "<=", latestPast(now.getTime()))
    .executeTakeFirst();
  if (Number(counted?.visits ?? 0) <= MOST[kind]) return id;
  await leave(db, id);
  throw new ApiError(CODE.tooMany, TOO_MANY);
}

async function leave(db: Db, id: string): Promise<void> {
  await db.deleteFrom(TABLE).where("id", "=", id).execute();
}

const hourBefore = (now: Date): string => new Date(now.getTime() - HOUR_MS).toISOString();
