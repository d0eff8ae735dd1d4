import type { Module } from "../../shared/registry/model.ts";
import { grantedModule, moduleRefusal, requireFunction } from "../auth/authorize.ts";
import { badInput } from "../base/params.ts";
import { profileOf } from "../base/viewer.ts";
import type { SessionCall } from "./route.ts";

/** A module on which the user may print, and the template. */
export interface Printable {
  readonly module: Module;
  readonly template: string;
}

const FUNCTION = "print";

/** The module that `mdl` names, else the first one open to the user that offers the template. */
export function moduleOfTemplate(call: SessionCall, template: string): Printable {
  const isOffered = ({ prints }: Module) => prints.some((print) => print.template === template);
  return choose(call, isOffered, `参数 printtyp：没有打印模板 ${JSON.stringify(template.slice(0, 40))}`, () => template);
}

/** By the number of a module (its own or the older one), with the module's first template; other words are templates. */
export function moduleOfOrderType(call: SessionCall, orderType: string): Printable {
  if (!/^\d{1,9}$/.test(orderType)) return moduleOfTemplate(call, orderType);
  const isMeant = ({ id, tableKey, prints }: Module) => prints.length > 0 && [id, tableKey].includes(Number(orderType));
  return choose(call, isMeant, `参数 ordertype：${Number(orderType)} 不能打印`, ({ prints }) => prints[0]?.template ?? "");
}

function choose(call: SessionCall, fits: (module: Module) => boolean, none: string, templateOf: (module: Module) => string): Printable {
  const { session, context, params } = call;
  const { registry, viewer } = context;
  const candidates = Object.values(profileOf(registry, viewer.shopId).modules).filter(fits);
  const [first] = candidates;
  if (first === undefined) throw badInput(none);
  const open = candidates.filter((module) => moduleRefusal(registry, session, module) === null);
  const printing = open.find(({ id }) => viewer.rights.get(id)?.has(FUNCTION) === true) ?? open[0] ?? first;
  const module = grantedModule(registry, session, params.mdl ?? String(printing.id));
  if (!fits(module)) throw badInput(none);
  requireFunction(registry, session, module, FUNCTION);
  return { module, template: templateOf(module) };
}
