import { randomUUID } from "node:crypto";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import { type Account, accounts, viewerOf } from "../../auth/account.ts";
import { findUsable, setPassword, unbind } from "../../auth/credentials.ts";
import { forgetFailuresOf } from "../../auth/failure-store.ts";
import { hashPassword } from "../../auth/password.ts";
import { SIGN_IN } from "../../base/tenant.ts";
import type { Db } from "../../db/connect.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import { writeEvent } from "../../engine/event-log.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { systemWork } from "../../engine/system.ts";
import { entityOf } from "../../engine/values/names.ts";
import { Enabled } from "../../generated/entities.ts";
import { sessionSettings } from "../../query/site-settings.ts";

/** What an operator does with users from his shell, where nobody can sign in to do it. It is written into the shop's history. */
export interface UserDesk {
  readonly db: Db;
  readonly registry: Registry;
  readonly now: Date;
}

/** Every user of a shop, or of all. */
export async function listUsers({ db, registry }: UserDesk, shop: string | undefined): Promise<readonly Account[]> {
  const all = accounts(forTenant(db, SIGN_IN), registry).orderBy("u.SHOP_ID").orderBy("u.USER_ID");
  return (shop === undefined ? all : all.where("u.SHOP_ID", "=", shop)).execute();
}

/** How long a password of this user must be at least; undefined: as everywhere, also where there is no such user. */
export async function shortestFor({ db, registry }: UserDesk, user: string): Promise<number | undefined> {
  const found = await findUsable(db, registry, user);
  return found === null
    ? undefined
    : sessionSettings({ registry, viewer: viewerOf(found, registry) }, ["password.minLength"])["password.minLength"];
}

/** Gives a user another password, which he must change when he signs in, and signs him out everywhere. Throws 404. */
export async function resetUser(desk: UserDesk, user: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await change(desk, user, "resetpwd", { pwdtime: null }, (trx) => setPassword(trx, user, hash, desk.now));
}

/** Lets a user sign in again: forgets failed tries, and switches on who was stopped. Throws 404. */
export function unlockUser(desk: UserDesk, user: string): Promise<void> {
  return change(desk, user, "enable", { statu: Enabled.enabled }, (trx) => forgetFailuresOf(trx, user));
}

/** Takes away a second factor that was lost, and who the user is to a provider of identity. Throws 404. */
export function unbindUser(desk: UserDesk, user: string): Promise<void> {
  return change(desk, user, "unbind", {}, async (trx) => void (await unbind(trx, user)));
}

type UserPatch = { readonly pwdtime?: null; readonly statu?: Enabled };

async function change(desk: UserDesk, user: string, action: string, patch: UserPatch, work: (trx: Db) => Promise<void>): Promise<void> {
  const { db, registry, now } = desk;
  const found = await accounts(forTenant(db, SIGN_IN), registry).where("u.USER_ID", "=", user).executeTakeFirst();
  if (found === undefined) throw new ApiError(CODE.missing, `没有用户 ${user}`);
  await db.transaction().execute(async (trx) => {
    const store = sqlStore(trx, found.SHOP_ID);
    const users = entityOf(registry, "User");
    const [row] = await store.find(users, { USER_ID: user }, true);
    if (row === undefined) throw new ApiError(CODE.missing, `没有用户 ${user}`);
    if (Object.keys(patch).length > 0) await store.update(users, { USER_ID: user }, patch);
    await work(trx);
    const done = { ...systemWork(registry, found.SHOP_ID, now, randomUUID()), reason: "npm run admin" };
    await writeEvent(store, done, users, row, { action, from: row.statu, to: patch.statu ?? row.statu });
  });
}
