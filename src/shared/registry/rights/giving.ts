import type { Audience, Dict, Module } from "../model.ts";
import { audienceOf, fits, functionsOf, type Role } from "./audience.ts";

/** What a user, or the users of a group, may do; what one may give is measured by it. */
export interface Standing extends Pick<Role, "side" | "isMall" | "rights"> {
  /** Every module of the side, also those that come later. */
  readonly hasAll: boolean;
  /** Belongs to the confirming party (docs/decisions/41). */
  readonly isConfirm: boolean;
}

/** A right that somebody does not hold, so that he may neither give nor take it. */
export type Beyond =
  | { readonly kind: "function"; readonly module: Module; readonly key: string }
  | { readonly kind: "everything" }
  | { readonly kind: "confirm" }
  | { readonly kind: "side" };

/**
 * Whether one function may be given, or taken, by who has this standing (docs/decisions/81): on his own side what he holds. To suppliers a
 * shop's user gives what he holds; what only suppliers can do goes with the page, and so does a page that suppliers alone have. Suppliers
 * give nothing to the shop.
 */
export function mayGive(giver: Pick<Role, "side" | "isMall" | "rights">, to: Audience, module: Module, key: string): boolean {
  const held = giver.rights.get(module.id);
  const own = audienceOf(giver);
  if ((own === "supplier") === (to === "supplier")) return held?.has(key) === true;
  if (own === "supplier") return false;
  if (!fits(module.audience, own)) return true;
  return functionsOf(module, own).includes(key) ? held?.has(key) === true : held !== undefined;
}

/** The first right of these, in the order of the modules, that the giver may not give; null: he may give them all. */
export function firstBeyond(modules: Dict<Module>, giver: Standing, given: Standing): Beyond | null {
  const to = audienceOf(given);
  if (giver.side === "supplier" && given.side !== "supplier") return { kind: "side" };
  // guard key: tests/server/app/rights-guard.test.ts
  if (given.hasAll && !giver.hasAll) return { kind: "everything" };
  for (const [id, keys] of given.rights) {
    const module = modules[id];
    // A page of another module is held with that one.
    if (module === undefined || module.entry.of !== null) continue;
    for (const key of keys) if (!mayGive(giver, to, module, key)) return { kind: "function", module, key };
  }
  // guard key as null: tests/server/app/rights-guard.test.ts
  return given.isConfirm && given.side === giver.side && !giver.isConfirm && !giver.hasAll ? { kind: "confirm" } : null;
}

/** What one has and the other has not, both ways: what a change from one to the other gives and takes. */
export function changedRights(was: Standing, is: Standing): Standing {
  const rights = new Map<number, ReadonlySet<string>>();
  for (const id of [...new Set([...was.rights.keys(), ...is.rights.keys()])].sort((a, b) => a - b)) {
    const [before, after] = [was.rights.get(id) ?? NONE, is.rights.get(id) ?? NONE];
    const differing = [...before, ...after].filter((key) => before.has(key) !== after.has(key));
    if (differing.length > 0) rights.set(id, new Set(differing));
  }
  return { ...is, rights, hasAll: was.hasAll !== is.hasAll, isConfirm: was.isConfirm !== is.isConfirm };
}

const NONE: ReadonlySet<string> = new Set();

/** Whether two standings allow the same. */
export function isSameStanding(a: Standing, b: Standing): boolean {
  const { rights, hasAll, isConfirm } = changedRights(a, b);
  return a.side === b.side && a.isMall === b.isMall && rights.size === 0 && !hasAll && !isConfirm;
}
