import type { Audience, Dict, Module } from "../model.ts";
import { fits, functionsOf, type Role } from "./audience.ts";

/** Kinds of users that are a supplier's, with the code of one, and the shop's own, without one (docs/decisions/13). */
export const SUPPLIER_KINDS: ReadonlySet<string> = new Set(["supplier", "bidder"]);
export const SHOP_KINDS: ReadonlySet<string> = new Set(["retail", "mall"]);

/** On which side users of this kind are, in a shop of that kind. */
export function sideOf(userKind: string, shopKind: string): Pick<Role, "side" | "isMall"> {
  return { side: SUPPLIER_KINDS.has(userKind) ? "supplier" : "shop", isMall: userKind === "mall" && shopKind === "mall" };
}

/** What a group holds, as stored. */
export interface StoredRights {
  /** Every module for its side, with every function. */
  readonly allModules: boolean;
  readonly grants: readonly { readonly MdlId: number; readonly Funcs: string | null }[];
}

/**
 * Module id to function keys. A grant counts only for a module that exists and is meant for the side, and only with
 * functions that the side may hold there: a supplier never gets a finance action, whatever its group says (docs/decisions/15). A page
 * of another module (`of` in modules.json) is held with that one, and with the same functions; no grant names it.
 */
export function rightsOf(modules: Dict<Module>, own: Audience, stored: StoredRights): ReadonlyMap<number, ReadonlySet<string>> {
  const rights = new Map<number, ReadonlySet<string>>();
  const grant = (module: Module | undefined, isHeld: (key: string) => boolean) => {
    // guard key as module === undefined: tests/server/app/account.test.ts
    if (module === undefined || !fits(module.audience, own)) return;
    const held = functionsOf(module, own).filter((key) => isHeld(key) || rights.get(module.id)?.has(key) === true);
    rights.set(module.id, new Set(held));
  };
  if (stored.allModules) for (const module of Object.values(modules)) grant(module, () => true);
  for (const { MdlId, Funcs } of stored.grants) {
    const keys = functionKeys(Funcs ?? "");
    grant(moduleOfGrant(modules, MdlId), (key) => keys.has(key));
  }
  for (const { id, entry, audience } of Object.values(modules)) {
    const held = entry.of === null ? undefined : rights.get(entry.of);
    if (held !== undefined && fits(audience, own)) rights.set(id, held);
  }
  return new Map([...rights].sort(([a], [b]) => a - b)); // the same answer whatever order the rows come in
}

/** `Funcs` as a set of whole keys: `pay` must not match `balancepay` (docs/decisions/15). */
export function functionKeys(funcs: string): ReadonlySet<string> {
  const keys = funcs.toLowerCase().split(",");
  return new Set(keys.map((key) => key.trim()).filter((key) => key !== ""));
}

/** A grant may name a module by its older number (docs/decisions/10). Pages of another module are never granted. */
export function moduleOfGrant(modules: Dict<Module>, id: number): Module | undefined {
  const module = modules[id] ?? Object.values(modules).find(({ tableKey }) => tableKey === id);
  // guard key as module: tests/shared/registry/rights.test.ts
  return module?.entry.of === null ? module : undefined;
}
