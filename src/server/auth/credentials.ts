import { createHash } from "node:crypto";
import { sql } from "kysely";
import { timeOf } from "../../shared/domain/day.ts";
import type { Registry } from "../../shared/registry/model.ts";
import { SIGN_IN } from "../base/tenant.ts";
import type { Db } from "../db/connect.ts";
import { forTenant } from "../db/driver/tenant-statements.ts";
import { type Account, accounts, isUsable, settingsOf } from "./account.ts";
import { forgetFailuresOf } from "./failure-store.ts";
import { forgetIdentities } from "./identities.ts";
import { hashPassword, isPassword } from "./password.ts";
import { removeFactor } from "./second-factor.ts";
import { closeOtherSessions, closeSessions } from "./session-store.ts";

const TABLE = "_credential";

/** An account, and when somebody else gave it its password; null: the user chose it himself, or it is the demo's. */
export interface OpenedAccount extends Account {
  readonly given: Date | string | null;
  /** Changes with the password; tells nothing about it. */
  readonly stamp: string;
  readonly hasFactor: boolean;
}

/** The columns of {@link OpenedAccount} that accounts do not have, and the hash. */
interface StoredCredential {
  readonly given: Date | string | null;
  readonly hash: string | null;
  readonly hasFactor: boolean;
}

/** Any account that is in use, by its name; null: there is none, or it is stopped. Nothing has been proved by it. */
export async function findUsable(db: Db, registry: Registry, userId: string): Promise<OpenedAccount | null> {
  const found = await credentials(db, registry).where("u.USER_ID", "=", userId).executeTakeFirst();
  return found !== undefined && isUsable(found) ? opened(found) : null;
}

function credentials(db: Db, registry: Registry) {
  return accounts(forTenant(db, SIGN_IN), registry)
    .leftJoin(`${TABLE} as c`, "c.USER_ID", "u.USER_ID")
    .leftJoin("_second_factor as f", "f.USER_ID", "u.USER_ID")
    .select(["c.hash", "c.given", sql<boolean>`f."USER_ID" is not null`.as("hasFactor"), settingsOf(registry)])
    .$castTo<Account & StoredCredential>();
}

function opened({ hash, ...account }: Account & StoredCredential): OpenedAccount {
  return {
    ...account,
    stamp: createHash("sha256")
      .update(hash ?? "")
      .digest("base64url"),
  };
}

/** The account that name and password open; null for a wrong name, a wrong password and a disabled account alike. */
export async function findByPassword(db: Db, registry: Registry, userId: string, password: string): Promise<OpenedAccount | null> {
  const found = await credentials(db, registry).where("u.USER_ID", "=", userId).executeTakeFirst();
  const isRight = await isPassword(found?.hash ?? null, password);
  // guard key as isRight && found !== undefined ? opened(found) : null: tests/server/app/sign-in.test.ts
  return isRight && found !== undefined && isUsable(found) ? opened(found) : null;
}

/** Gives the user a new password and ends every other session, together. */
export async function changePassword(
  db: Db,
  registry: Registry,
  userId: string,
  password: string,
  tokenHash: string,
  now: Date,
): Promise<void> {
  const hash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    await trx.updateTable(TABLE).set({ hash, given: null }).where("USER_ID", "=", userId).execute();
    await stampUser(trx, registry, userId, "pwdtime", now);
    // guard key: tests/server/app/session-end.test.ts
    await closeOtherSessions(trx, userId, tokenHash);
  });
}

/**
 * Gives the user a first or another password, by its hash, ends every session and forgets failed sign-ins: what was guessed at is
 * gone, and whoever was kept out by the guessing gets in again. The caller's transaction keeps them together. `givenAt`: when somebody else
 * gave it; from then on it opens nothing but the choice of an own one, and that for {@link GIVEN_HOURS} (docs/decisions/82). null: it is his.
 */
export async function setPassword(trx: Db, userId: string, hash: string, givenAt: Date | null): Promise<void> {
  const given = givenAt?.toISOString() ?? null;
  await trx
    .insertInto(TABLE)
    .values({ USER_ID: userId, hash, given })
    .onConflict((conflict) => conflict.column("USER_ID").doUpdateSet({ hash, given }))
    .execute();
  // guard key: tests/server/app/session-end.test.ts
  await closeSessions(trx, userId);
  await forgetFailuresOf(trx, userId);
}

/** Takes away what else opens an account of this name: its second factor and who it is to a provider of identity. Returns whether there was any. */
export async function unbind(trx: Db, userId: string): Promise<boolean> {
  const hadFactor = await removeFactor(trx, userId);
  const hadIdentity = await forgetIdentities(trx, userId);
  return hadFactor || hadIdentity;
}

/** So long a password that somebody else gave can be used. */
export const GIVEN_HOURS = 72;

/** Whether a password that was given then is over now. */
export function isOver(given: Date | string, now: Date): boolean {
  // guard check as false: tests/server/app/given-password.test.ts
  return now.getTime() - new Date(given).getTime() > GIVEN_HOURS * 3_600_000;
}

/** Notes on the user's file when something happened. */
export async function stampUser(db: Db, registry: Registry, userId: string, field: "lastlogin" | "pwdtime", now: Date): Promise<void> {
  const user = registry.entities.User;
  if (user === undefined) return;
  await db
    .updateTable(user.table)
    .set({ [field]: timeOf(now) })
    .where("USER_ID", "=", userId)
    .execute();
}
