import { sql } from "kysely";
import { timeOf } from "../../shared/domain/day.ts";
import type { OpenSession } from "../../shared/protocol/screen.ts";
import type { Registry } from "../../shared/registry/model.ts";
import { CLOCKS_DIFFER_MS } from "../base/clocks.ts";
import { SIGN_IN } from "../base/tenant.ts";
import type { Db } from "../db/connect.ts";
import { KEEPS_PLAN } from "../db/driver/kept-plan.ts";
import { forTenant } from "../db/driver/tenant-statements.ts";
import { sessionSettings } from "../query/site-settings.ts";
import { type Account, accounts, groupOf, isUsable, settingsOf, userOf, viewerOf } from "./account.ts";
import { withDelegations } from "./delegations.ts";
import type { Session } from "./session.ts";
import { hashToken, newToken } from "./token.ts";

const TABLE = "_session";
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
  await db.deleteFrom(TABLE).where("expires", "<", created).execute();
  await db.insertInto(TABLE).values(row).execute();
  return token;
}

/**
 * The session of a token, with its user's rights as they are now; null when it is unknown, over, or its user may no longer
 * sign in. One indexed read; the time last seen is written at most once a minute, and never for what an open page calls by
 * itself (`isQuiet`): a session nobody uses must end.
 */
export async function findSession(db: Db, registry: Registry, token: string, now: Date, isQuiet = false): Promise<Session | null> {
  const tokenHash = hashToken(token);
  const found = await accounts(forTenant(db, SIGN_IN), registry)
    .innerJoin(`${TABLE} as t`, "t.USER_ID", "u.USER_ID")
    .leftJoin("_credential as c", "c.USER_ID", "u.USER_ID")
    .where("t.token_hash", "=", tokenHash)
    .select([epochMs("t.created").as("created"), epochMs("t.last_seen").as("lastSeen"), epochMs("t.expires").as("expires")])
    .select(["t.proven", "t.groups", "c.given", settingsOf(registry)])
    .$castTo<Account & OpenedSession>()
    .withPlugin(KEEPS_PLAN)
    .executeTakeFirst();
  if (found === undefined) return null;
  const viewerNow = viewerOf(found, registry);
  const limits = sessionSettings({ registry, viewer: viewerNow }, ["login.idleMinutes", "login.maxHours"]);
  const [idleMs, lifetimeMs] = [limits["login.idleMinutes"] * MINUTE, limits["login.maxHours"] * HOUR];
  const idle = now.getTime() - found.lastSeen;
  // What the shop has set since counts, too, as long as it is less.
  const end = Math.min(found.expires, found.created + lifetimeMs);
  const groups = found.groups === null ? null : (JSON.parse(found.groups) as readonly string[]);
  // Who was put into another group since holds what the provider of identity has not said: he signs in again.
  const isBeyond = groups !== null && !groups.includes(groupOf(found));
  // guard rate as now.getTime() >= end || !isUsable(found) || isBeyond: tests/server/app/session-end.test.ts
  // guard rate as idle > idleMs || !isUsable(found) || isBeyond: tests/server/app/session-end.test.ts
  // guard key as idle > idleMs || now.getTime() >= end || isBeyond: tests/server/app/session-end.test.ts
  // guard key as idle > idleMs || now.getTime() >= end || !isUsable(found): tests/server/app/enterprise.test.ts
  if (idle > idleMs || now.getTime() >= end || !isUsable(found) || isBeyond) {
    await closeSession(db, tokenHash);
    return null;
  }
  // The clock was put back: the session goes on, and ends no later than one that was opened now.
  const isAhead = idle < -CLOCKS_DIFFER_MS;
  if (isAhead || (idle > MINUTE && !isQuiet)) {
    const expires = new Date(Math.min(found.expires, now.getTime() + lifetimeMs)).toISOString();
    await db.updateTable(TABLE).set({ last_seen: now.toISOString(), expires }).where("token_hash", "=", tokenHash).execute();
  }
  const viewer = await withDelegations(db, registry, viewerNow, now);
  const isEnterprise = groups !== null;
  return {
    tokenHash,
    viewer,
    // A password that was never used is nothing to be changed.
    mustChange: !isEnterprise && found.given !== null,
    isProven: found.proven,
    isEnterprise,
    created: new Date(found.created),
    user: userOf(found, viewer, registry, now),
  };
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

/** What is kept of a session; times in ms. */
interface OpenedSession {
  readonly created: number;
  readonly lastSeen: number;
  readonly expires: number;
  readonly proven: boolean;
  readonly groups: string | null;
  readonly given: unknown;
}

/** Notes that a second factor was shown in this session. */
export async function markProven(db: Db, tokenHash: string): Promise<void> {
  await db.updateTable(TABLE).set({ proven: true }).where("token_hash", "=", tokenHash).execute();
}

/** The user's open sessions, newest first; the one that asks is marked. `idleMinutes`: after so many without a call one is over. */
export async function sessionsOf(
  db: Db,
  userId: string,
  tokenHash: string,
  { now, idleMinutes }: { readonly now: Date; readonly idleMinutes: number },
): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom(TABLE)
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
  // guard scope as await db.deleteFrom(TABLE).where("token_hash", "like", `${id}%`).execute(): tests/server/app/session-end.test.ts
  await db.deleteFrom(TABLE).where("USER_ID", "=", userId).where("token_hash", "like", `${id}%`).execute();
}

export async function closeSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom(TABLE).where("token_hash", "=", tokenHash).execute();
}

/** Ends every session of the user, e.g. of one who may no longer sign in. */
export async function closeSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom(TABLE).where("USER_ID", "=", userId).execute();
}

/** Ends every other session of the user, e.g. after a new password. */
export async function closeOtherSessions(db: Db, userId: string, tokenHash: string): Promise<void> {
  await db.deleteFrom(TABLE).where("USER_ID", "=", userId).where("token_hash", "!=", tokenHash).execute();
}

/** A point of time as a number, so that no text form of it has to be understood. */
function epochMs(column: string) {
  return sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
}
