import { dayOf, daysBetween } from "../../shared/domain/day.ts";
import { ERRORS } from "../../shared/domain/error-catalogue.ts";
import { type RouteRefusal, routeRefusal } from "../../shared/domain/route-refusal.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Module, Registry } from "../../shared/registry/model.ts";
import { openAddresses } from "../../shared/registry/rights/contract.ts";
import { badInput } from "../base/params.ts";
import { functionRefused, Refused } from "../base/refused.ts";
import { profileOf } from "../base/viewer.ts";
import type { Session } from "./session.ts";

/** Who asks for a module, and whether his shop's contract lets him. */
type Asking = Pick<Session, "viewer" | "user">;

/**
 * The module of this number as the user's shop sees it. Refuses what is no number (400), no module (404), closed by the contract
 * or not granted (403). What the shop's profile does not have, nobody there is granted.
 */
export function grantedModule(registry: Registry, session: Asking, text: string): Module {
  if (!/^\d{1,9}$/.test(text)) throw badInput("参数 mdl 应为模块编号");
  const id = Number(text);
  const module = profileOf(registry, session.viewer.shopId).modules[id];
  const entry = (module ?? registry.modules[id])?.entry;
  if (entry === undefined) throw new ApiError(CODE.missing, `模块 ${id} 不存在`);
  const refusal = routeRefusal(entry, module !== undefined && session.viewer.rights.has(id), limitOf(registry, session));
  // guard key as module === undefined: tests/server/app/account.test.ts
  if (module === undefined || refusal !== null) throw pageRefused(module ?? registry.modules[id], refusal ?? "noModule");
  return module;
}

/** A contract that is over says all there is to say. */
function pageRefused(module: Module | undefined, refusal: RouteRefusal): ApiError {
  const { text } = ERRORS[refusal];
  return refusal === "noModule" && module !== undefined
    ? new Refused(CODE.forbidden, text, { kind: "page", module })
    : new ApiError(CODE.forbidden, text);
}

/** Why the user may not use a module; null: he may. */
export function moduleRefusal(registry: Registry, session: Session, module: Module): RouteRefusal | null {
  return routeRefusal(module.entry, session.viewer.rights.has(module.id), limitOf(registry, session));
}

/** Refuses the call unless the user holds the function on the module. */
export function requireFunction(registry: Registry, session: Pick<Session, "viewer">, module: Module, key: string): void {
  // guard key: tests/server/app/isolation.test.ts
  if (session.viewer.rights.get(module.id)?.has(key) !== true) throw functionRefused(registry, module, key);
}

/** The modules whose lists the user may open now: in the order of the menu. */
export function openModules(registry: Registry, session: Session): Module[] {
  const { modules } = profileOf(registry, session.viewer.shopId);
  return registry.groups
    .flatMap((group) => group.modules.flatMap(({ id }) => modules[id] ?? []))
    .filter((module) => moduleRefusal(registry, session, module) === null)
    .filter(({ id }) => session.viewer.rights.get(id)?.has("query") === true);
}

/** The shop's contract as the session tells it (docs/decisions/19; isout keeps its inverted sense: 0 is expired). */
export interface ContractState {
  readonly isout: 0 | 1;
  /** Days left; negative after the end, null without a contract. */
  readonly lastoutday: number | null;
}

export function contractState(contractEnd: string | null, now: Date): ContractState {
  if (contractEnd === null) return { isout: 1, lastoutday: null };
  const lastoutday = daysBetween(dayOf(now), contractEnd);
  return { isout: lastoutday < 0 ? 0 : 1, lastoutday };
}

/** The only addresses open to this user, because the shop's contract is over; null: no limit (docs/decisions/19). */
export function limitOf(registry: Registry, { viewer, user }: Asking): readonly string[] | null {
  return openAddresses(registry, profileOf(registry, viewer.shopId), viewer.side, user.isout === 0);
}
