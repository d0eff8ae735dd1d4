import { timeOf } from "../../shared/domain/day.ts";
import type { OpenSession } from "../../shared/protocol/screen.ts";
import type { Registry } from "../../shared/registry/model.ts";
import { CLOCKS_DIFFER_MS } from "../base/clocks.ts";
import { SIGN_IN } from "../base/tenant.ts";
import type { Database, Db } from "../db/connect.ts";
import { forTenant } from "../db/driver/tenant-statements.ts";
import { sessionSettings } from "../query/site-settings.ts";
import { accounts, groupOf, isUsable, userOf, viewerOf } from "./account.ts";
import { withDelegations } from "./delegations.ts";
import type { KeptSessions } from "./kept-sessions.ts";
import { epochMs, SESSIONS } from "./opened-session.ts";
import type { Session } from "./session.ts";
import { hashToken, newToken } from "./token.ts";

const MINUTE = 60_000;
/** What a session is called by its user: the beginning of its hash opens nothing. */
const NAME_LENGTH = 16;
const NAME = /^[0-9a-f]{16}$/;
const HOUR = 60 * MINUTE;

/** Who opens a session, for its record. */
export interface Origin {
  readonly ip: string;
  readonly agent: string;
}

/** By what a session is opened. */
export interface Proof {
  /** A second factor was shown. */
  readonly isProven: boolean;
  /** The groups that the provider of identity lets the user act in, each as `SHOP_ID/GroupId`; null: he signed in by a password. */
  readonly groups: readonly string[] | null;
}

/**
 * Opens a session for so many hours and returns its token; only the token's hash is kept. Sessions that are over go at the same time.
 */
export async function openSession(
  db: Db,
  userId: string,
  { ip, agent }: Origin,
  proof: Proof,
  { now, hours }: { readonly now: Date; readonly hours: number },
): Promise<string> {
  const token = newToken();
  const created = now.toISOString();
  const expires = new Date(now.getTime() + hours * HOUR).toISOString();
  const times = { created, last_seen: created, expires };
  const by = { proven: proof.isProven, groups: proof.groups === null ? null : JSON.stringify(proof.groups) };
  const row = { token_hash: hashToken(token), USER_ID: userId, ...times, ...by, ip, agent: agent.slice(0, 200) };
  await db.deleteFrom(SESSIONS).where("expires", "<", created).execute();
  await db.insertInto(SESSIONS).values(row).execute();
  return token;
}

/**
 * The session of a token, with its user's rights as they are now; null when it is unknown, over, or its user may no longer
 * sign in. The time last seen is written at most once a minute, and never for what an open page calls by itself (`isQuiet`): a session nobody
 * uses must end.
 */
export async function findSession(
  { database: { kysely: db }, sessions, registry: { current } }: SessionSource,
  token: string,
  now: Date,
  isQuiet = false,
): Promise<Session | null> {
  const registry = current();
  const opened = await sessions.find(registry, token, now);
  if (opened === null) return null;
  const { account, viewer, times, tokenHash, groups } = opened;
  const limits = sessionSettings({ registry, viewer }, ["login.idleMinutes", "login.maxHours"]);
  const [idleMs, lifetimeMs] = [limits["login.idleMinutes"] * MINUTE, limits["login.maxHours"] * HOUR];
  const idle = now.getTime() - times.lastSeen;
  // What the shop has set since counts, too, as long as it is less.
  const end = Math.min(times.expires, times.created + lifetimeMs);
  // Who was put into another group since holds what the provider of identity has not said: he signs in again.
  const isBeyond = groups !== null && !groups.includes(groupOf(account));
  // guard rate as now.getTime() >= end || !isUsable(account) || isBeyond: tests/server/app/session-end.test.ts
  // guard rate as idle > idleMs || !isUsable(account) || isBeyond: tests/server/app/session-end.test.ts
  // guard key as idle > idleMs || now.getTime() >= end || isBeyond: tests/server/app/session-end.test.ts
  // guard key as idle > idleMs || now.getTime() >= end || !isUsable(account): tests/server/app/enterprise.test.ts
  if (idle > idleMs || now.getTime() >= end || !isUsable(account) || isBeyond) {
    await closeSession(db, tokenHash);
    return null;
  }
  // The clock was put back: the session goes on, and ends no later than one that was opened now.
  const isAhead = idle < -CLOCKS_DIFFER_MS;
  if (isAhead || (idle > MINUTE && !isQuiet)) {
    [times.lastSeen, times.expires] = [now.getTime(), Math.min(times.expires, now.getTime() + lifetimeMs)];
    const written = { last_seen: now.toISOString(), expires: new Date(times.expires).toISOString() };
    await db.updateTable(SESSIONS).set(written).where("token_hash", "=", tokenHash).execute();
  }
  return opened;
}

/** Where sessions are found. */
export interface SessionSource {
  readonly database: Pick<Database, "kysely">;
  readonly sessions: Pick<KeptSessions, "find">;
  readonly registry: { current(): Registry };
}

/**
 * Somebody for whom work goes on after his call, with his rights as they are now; null: he may no longer sign in. `db` may read in an open
 * transaction.
 */
export async function findUser(db: Db, registry: Registry, userId: string, now: Date): Promise<Pick<Session, "viewer" | "user"> | null> {
  const found = await accounts(forTenant(db, SIGN_IN), registry).where("u.USER_ID", "=", userId).executeTakeFirst();
  if (found === undefined || !isUsable(found)) return null;
  const viewer = await withDelegations(db, registry, viewerOf(found, registry), now);
  return { viewer, user: userOf(found, viewer, registry, now) };
}

/** Notes that a second factor was shown in this session. */
export async function markProven(db: Db, tokenHash: string): Promise<void> {
  await db.updateTable(SESSIONS).set({ proven: true }).where("token_hash", "=", tokenHash).execute();
}

/** The user's open sessions, newest first; the one that asks is marked. `idleMinutes`: after so many without a call one is over. */
export async function sessionsOf(
  db: Db,
  userId: string,
  tokenHash: string,
  { now, idleMinutes }: { readonly now: Date; readonly idleMinutes: number },
): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom(SESSIONS)
    .select(["token_hash", "ip", "agent", epochMs("created").as("created"), epochMs("last_seen").as("seen")])
    .where("USER_ID", "=", userId)
    .where("expires", ">", now.toISOString())
    .where("last_seen", ">", new Date(now.getTime() - idleMinutes * MINUTE).toISOString())
    .orderBy("created", "desc")
    .execute();
  return rows.map(({ token_hash, ip, agent, created, seen }) => ({
    id: String(token_hash).slice(0, NAME_LENGTH),
    isOwn: token_hash === tokenHash,
    created: timeOf(new Date(created)),
    seen: timeOf(new Date(seen)),
    ip: String(ip ?? ""),
    agent: String(agent ?? ""),
  }));
}

/** Ends a session of the user by what {@link sessionsOf} calls it; a name of nobody's session ends none. */
export async function closeSessionOf(db: Db, userId: string, id: string): Promise<void> {
  if (!NAME.test(id)) return;
  // guard scope as await db.deleteFrom(SESSIONS).where("token_hash", "like", `${id}%`).execute(): tests/server/app/session-end.test.ts
  await db.deleteFrom(SESSIONS).where("USER_ID", "=", userId).where("token_hash", "like", `${id}%`).execute();
}

export async function closeSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom(SESSIONS).where("token_hash", "=", tokenHash).execute();
}

/** Ends every session of the user, e.g. of one who may no longer sign in. */
export async function closeSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom(SESSIONS).where("USER_ID", "=", userId).execute();
}

/** Ends every other session of the user, e.g. after a new password. */
export async function closeOtherSessions(db: Db, userId: string, tokenHash: string): Promise<void> {
  await db.deleteFrom(SESSIONS).where("USER_ID", "=", userId).where("token_hash", "!=", tokenHash).execute();
}
