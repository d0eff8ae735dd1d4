import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Module, Registry } from "../../shared/registry/model.ts";
import { badInput } from "../plugins/params.ts";
import { profileOf } from "../viewer.ts";
import { checkContract } from "./contract.ts";
import type { Session } from "./session.ts";

export const NO_MODULE = "不存在模块权限！";
const NO_FUNCTION = "没有操作权限";

/** The module of this number as the user's shop sees it. Refuses what is no number (400), no module (404) or not granted (403). */
export function grantedModule(registry: Registry, session: Session, text: string): Module {
  if (!/^\d{1,9}$/.test(text)) throw badInput("参数 mdl 应为模块编号");
  const module = profileOf(registry, session.viewer.shopId).modules[Number(text)];
  if (module === undefined) throw new ApiError(CODE.missing, `模块 ${Number(text)} 不存在`);
  if (!session.viewer.rights.has(module.id)) throw new ApiError(CODE.forbidden, NO_MODULE);
  checkContract(registry, session, module);
  return module;
}

/** Refuses the call unless the user holds the function on the module. */
export function requireFunction(registry: Registry, session: Session, module: Module, key: string): void {
  if (session.viewer.rights.get(module.id)?.has(key) !== true) throw new ApiError(CODE.forbidden, registry.messages.NOFUNC ?? NO_FUNCTION);
}
