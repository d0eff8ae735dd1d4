import { dayOf } from "../../shared/domain/day.ts";
import type { Registry } from "../../shared/registry/model.ts";
import { profileOf, registryOf, type Viewer } from "../base/viewer.ts";
import type { Actor, Work } from "./effects/effect.ts";

/** Who signs what no user did. */
const SYSTEM: Actor = { kind: "system", userId: "@system", userName: "系统" };

const actorIn = (shopId: string | boolean) =>
  ({ USER_ID: SYSTEM.userId, UsrName: SYSTEM.userName, SHOP_ID: shopId, PROV_ID: "", side: "shop", isconfirm: false }) as const;

/** Who reads what the system works with: like somebody of the shop, with no right at all. */
export function systemViewer(shopId: string): Viewer {
  const nobody = { shopName: "", provId: "", provName: "" };
  const { userId, userName } = SYSTEM;
  return { ...nobody, userId, userName, shopId, side: "shop", isMall: false, isConfirm: false, hasAll: false, rights: new Map() };
}

/** Work that the system does by itself for a shop, e.g. on a timer. */
export function systemWork(registry: Registry, shopId: string, now: Date, reqkey: string): Work {
  const env = { today: dayOf(now), actor: actorIn(shopId), functions: new Set<string>(), flags: profileOf(registry, shopId).flags };
  return { registry: registryOf(registry, shopId), actor: SYSTEM, env, now, reason: "", reqkey, moduleId: null };
}

/** The same work as the system does it in consequence: nobody's rights, the same request. */
export function asSystem(work: Work): Work {
  return {
    ...work,
    actor: SYSTEM,
    behind: work.actor.kind === "shop" ? work.actor : work.behind,
    env: { ...work.env, actor: actorIn(work.env.actor.SHOP_ID), functions: new Set() },
    reason: "",
    moduleId: null,
    viewer: undefined,
  };
}
