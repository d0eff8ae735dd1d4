import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { profileOf } from "../../base/viewer.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";
import { audienceOfKind, groupRightsOf, mayGrant, modulesFor } from "./grantable.ts";

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
