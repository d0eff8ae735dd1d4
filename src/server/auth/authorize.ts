import { ERRORS } from "../../shared/domain/error-catalogue.ts";
import { type RouteRefusal, routeRefusal } from "../../shared/domain/route-refusal.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Module, Registry } from "../../shared/registry/model.ts";
import { badInput } from "../base/params.ts";
import { profileOf } from "../base/viewer.ts";
import { limitOf } from "./contract.ts";
import type { Session } from "./session.ts";

const NO_FUNCTION = "没有操作权限";

/**
 * The module of this number as the user's shop sees it. Refuses what is no number (400), no module (404), closed by the contract
 * or not granted (403). What the shop's profile does not have, nobody there is granted.
 */
export function grantedModule(registry: Registry, session: Session, text: string): Module {
  if (!/^\d{1,9}$/.test(text)) throw badInput("参数 mdl 应为模块编号");
  const id = Number(text);
  const module = profileOf(registry, session.viewer.shopId).modules[id];
  const entry = (module ?? registry.modules[id])?.entry;
  if (entry === undefined) throw new ApiError(CODE.missing, `模块 ${id} 不存在`);
  const refusal = routeRefusal(entry, module !== undefined && session.viewer.rights.has(id), limitOf(registry, session));
  if (module === undefined || refusal !== null) throw new ApiError(CODE.forbidden, ERRORS[refusal ?? "noModule"].text);
  return module;
}

/** Why the user may not use a module; null: he may. */
export function moduleRefusal(registry: Registry, session: Session, module: Module): RouteRefusal | null {
  return routeRefusal(module.entry, session.viewer.rights.has(module.id), limitOf(registry, session));
}

/** Refuses the call unless the user holds the function on the module. */
export function requireFunction(registry: Registry, session: Session, module: Module, key: string): void {
  if (session.viewer.rights.get(module.id)?.has(key) !== true) throw new ApiError(CODE.forbidden, registry.messages.NOFUNC ?? NO_FUNCTION);
}
