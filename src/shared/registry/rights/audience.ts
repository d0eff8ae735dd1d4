import type { Audience, Module, Party, Profile } from "../model.ts";
import { pageKeys } from "./page-keys.ts";

/**
 * Who asks, as far as rights go: a user, a group, or whoever is on a side. Everything that decides what somebody may do is in this
 * folder, and is asked by the server, by the plan of an edit and by what tells rights in words (docs/decisions/71).
 */
export interface Role {
  readonly side: Party;
  readonly isMall: boolean;
  /** Module id to the function keys held on it, lower case. A module that is not a key is not granted. */
  readonly rights: ReadonlyMap<number, ReadonlySet<string>>;
}

/** A role in the shops of one profile. */
export interface RoleInProfile extends Role {
  readonly profile: Profile;
  /** Of the shop; null: no shop in particular is meant. It closes pages, and changes no right on them. */
  readonly contract: Contract | null;
}

/** The contract of somebody's shop: the day it ends (null: there is none), and whether that is over. */
export interface Contract {
  readonly end: string | null;
  readonly isOver: boolean;
}

/** Whose columns a role reads. */
export function audienceOf({ side, isMall }: Pick<Role, "side" | "isMall">): Audience {
  if (side === "supplier") return "supplier";
  return isMall ? "mall" : "shop";
}

/** Whether something meant for these sides is meant for this one: what is for shops is for malls too. */
export function fits(audience: readonly Audience[], own: Audience): boolean {
  // guard key as true: tests/shared/registry/rights.test.ts
  return audience.includes(own) || (own === "mall" && audience.includes("shop"));
}

/** Every request asks for all modules, and a module never changes. */
const holdable = new WeakMap<Module, Map<Audience, readonly string[]>>();

/**
 * The function keys of a module that this side may hold at all: not those whose every button, or every use, is the other side's. No button
 * decides of those that come with the page, also where one asks for the same key.
 */
export function functionsOf(module: Module, own: Audience): readonly string[] {
  const known = holdable.get(module) ?? new Map<Audience, readonly string[]>();
  const functions = known.get(own) ?? findFunctions(module, own);
  holdable.set(module, known.set(own, functions));
  return functions;
}

function findFunctions(module: Module, own: Audience): readonly string[] {
  const side = own === "supplier" ? "supplier" : "shop";
  const ofPage = pageKeys(module.prints.length > 0);
  return module.functions.filter((key) => {
    if (ofPage.includes(key)) return true;
    const buttons = module.actions.filter((action) => action.functionKey === key);
    return buttons.length === 0
      ? module.functionSides[key]?.includes(side) !== false
      : buttons.some((action) => fits(action.audience, own));
  });
}
