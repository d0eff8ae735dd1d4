import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { setPassword } from "../../auth/credentials.ts";
import { hashPassword, readablePassword } from "../../auth/password.ts";
import { closeSessions } from "../../auth/session-store.ts";
import { profileOf } from "../../base/viewer.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { UserRow } from "../../generated/entities.ts";
import { audienceOfKind, groupRightsOf, mayGrant, modulesFor } from "./grantable.ts";

/** A new user's first password. */
export async function issuePassword(context: EffectContext<"User">): Promise<undefined> {
  await checkGroup(context);
  await givePassword(context, String(context.row.USER_ID), "初始密码");
}

/** Another password for a user who has lost his; that he chose none himself since is seen by the empty time of change. */
export async function resetPassword(context: EffectContext<"User">): Promise<Partial<UserRow>> {
  await checkGroup(context);
  await givePassword(context, String(context.row.USER_ID), "新密码");
  return { pwdtime: null };
}

/** Signs the user out wherever he is signed in. */
export async function endSessions({ store, row }: EffectContext<"User">): Promise<undefined> {
  if (store.trx !== null) await closeSessions(store.trx, String(row.USER_ID));
}

/**
 * Nobody makes, or gets hold of, an account that may do more than he may himself: refuses a user whose group holds a right that
 * the acting user could not grant. The system may.
 */
export async function checkGroup({ store, work, row }: EffectContext<"User">): Promise<undefined> {
  const { viewer } = work;
  if (viewer === undefined) return;
  const [group] = await store.find(entityOf(work.registry, "UserGroup"), { GroupId: row.GroupId });
  if (!group) return;
  const { modules } = profileOf(work.registry, store.shopId);
  const held = groupRightsOf(modules, await store.find(entityOf(work.registry, "GroupModule"), { GroupId: row.GroupId }));
  const holds = (id: number, key: string) => group.allModules || held.get(id)?.has(key) === true;
  for (const { module, functions } of modulesFor(modules, audienceOfKind(String(group.UserKind)))) {
    if (functions.some((key) => holds(module.id, key) && !mayGrant(viewer, module, key))) {
      throw new ApiError(CODE.forbidden, `用户组“${String(group.GroupName)}”的权限超出您自己的权限，不能办理`);
    }
  }
}

/** Gives a user a password that is told once, to the one who acts, and kept nowhere. */
export async function givePassword({ store, work }: EffectContext, userId: string, what: string): Promise<void> {
  const password = readablePassword();
  // The demo gives all of its users a password of its own.
  if (store.trx !== null) await setPassword(store.trx, userId, await hashPassword(password));
  work.tell?.(`用户 ${userId} 的${what}：${password}（只显示这一次，请转告本人并在登录后修改）`);
}
