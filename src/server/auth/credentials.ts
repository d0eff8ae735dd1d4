import { timeOf } from "../../shared/domain/day.ts";
import type { Registry } from "../../shared/registry/model.ts";
import type { Db } from "../db/connect.ts";
import { type Account, accounts, isUsable } from "./account.ts";
import { forgetFailuresOf } from "./failure-store.ts";
import { hashPassword, isPassword } from "./password.ts";
import { closeOtherSessions, closeSessions } from "./session-store.ts";

const TABLE = "_credential";

/** The account that name and password open; null for a wrong name, a wrong password and a disabled account alike. */
export async function findByPassword(db: Db, registry: Registry, userId: string, password: string): Promise<Account | null> {
  const found = await accounts(db, registry)
    .innerJoin(`${TABLE} as c`, "c.USER_ID", "u.USER_ID")
    .where("u.USER_ID", "=", userId)
    .select("c.hash")
    .$castTo<Account & { readonly hash: string }>()
    .executeTakeFirst();
  const isRight = await isPassword(found?.hash ?? null, password);
  return isRight && found !== undefined && isUsable(found) ? found : null;
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
    await trx.updateTable(TABLE).set({ hash }).where("USER_ID", "=", userId).execute();
    await stampUser(trx, registry, userId, "pwdtime", now);
    await closeOtherSessions(trx, userId, tokenHash);
  });
}

/**
 * Gives the user a first or another password, by its hash, ends every session and forgets failed sign-ins: what was guessed at is
 * gone, and whoever was kept out by the guessing gets in again. The caller's transaction keeps them together.
 */
export async function setPassword(trx: Db, userId: string, hash: string): Promise<void> {
  await trx
    .insertInto(TABLE)
    .values({ USER_ID: userId, hash })
    .onConflict((conflict) => conflict.column("USER_ID").doUpdateSet({ hash }))
    .execute();
  await closeSessions(trx, userId);
  await forgetFailuresOf(trx, userId);
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
