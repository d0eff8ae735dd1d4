import { dayOf } from "../../shared/domain/day.ts";
import type { Registry } from "../../shared/registry/model.ts";
import { profileOf } from "../viewer.ts";
import type { Actor, Work } from "./effects/effect.ts";

/** Who signs what no user did. */
const SYSTEM: Actor = { kind: "system", userId: "@system", userName: "系统" };

const ACTOR = { USER_ID: SYSTEM.userId, UsrName: SYSTEM.userName, PROV_ID: "", side: "shop", isconfirm: false } as const;

/** Work that the system does by itself for a shop, e.g. on a timer. */
export function systemWork(registry: Registry, shopId: string, now: Date, reqkey: string): Work {
  const env = { today: dayOf(now), actor: ACTOR, functions: new Set<string>(), flags: profileOf(registry, shopId).flags };
  return { registry, actor: SYSTEM, env, now, reason: "", reqkey, moduleId: null };
}

/** The same work as the system does it in consequence: nobody's rights, the same request. */
export function asSystem(work: Work): Work {
  return { ...work, actor: SYSTEM, env: { ...work.env, actor: ACTOR, functions: new Set() }, reason: "", moduleId: null };
}
