import type { Predicate } from "../language.ts";
import type { Dict, Entity, Module, Party, Transition } from "../model.ts";
import { pageKeys } from "../rights/page-keys.ts";

/** A module's entity as the module has it, and as the files and every profile do. */
export interface EntityEverywhere {
  readonly entity: Entity;
  readonly everywhere: readonly Entity[];
}

/**
 * The function keys that mean anything on a module: query and export, print where something can be printed, those of
 * its actions, and those that conditions of its transitions and fields ask for (`can`). What the guard of one profile asks for may be
 * granted in every shop: a shop that gets the profile has granted it before, and grants outlive the profile (docs/decisions/75).
 */
export function buildFunctions({ entity, everywhere }: EntityEverywhere, actions: Module["actions"], hasPrint: boolean): string[] {
  const transitions = everywhere.flatMap((each) => actions.flatMap(({ transition }) => each.transitions[transition ?? ""] ?? []));
  const conditions = [
    ...transitions.flatMap(conditionsOf),
    ...Object.values(entity.fields).map(({ computed }) => (computed?.kind === "when" ? computed.when : null)),
  ];
  const keys = [...pageKeys(hasPrint), ...actions.map(({ functionKey }) => functionKey)];
  return [...new Set([...keys, ...conditions.flatMap(askedKeys)])];
}

/**
 * Whose the keys are that no button of the module says it of, by the entity's transitions: of those who take one that has the key, or
 * asks for it; where none does, of those who take one that does in some profile. A key that no transition knows, to print say, is
 * everybody's and not among them.
 */
export function buildFunctionSides(
  { entity, everywhere }: EntityEverywhere,
  actions: Module["actions"],
  functions: readonly string[],
): Dict<readonly Party[]> {
  const knowing = (of: Entity, key: string) =>
    Object.values(of.transitions).filter((one) => one.key === key || conditionsOf(one).flatMap(askedKeys).includes(key));
  const sides = functions
    .filter((key) => actions.every(({ functionKey }) => functionKey !== key))
    .map((key) => {
      const own = knowing(entity, key);
      return [key, own.length > 0 ? own : everywhere.flatMap((each) => knowing(each, key))] as const;
    })
    .filter(([, transitions]) => transitions.length > 0)
    .map(([key, transitions]) => [key, PARTIES.filter((party) => transitions.some(({ by }) => by.includes(party)))] as const);
  return Object.fromEntries(sides);
}

const PARTIES: readonly Party[] = ["shop", "supplier"];

function conditionsOf({ when, guards }: Transition): (Predicate | null)[] {
  return [when, ...guards.flatMap((guard) => [guard.when, guard.require])];
}

function askedKeys(predicate: Predicate | null): string[] {
  if (predicate === null) return [];
  if ("can" in predicate) return [predicate.can];
  if ("not" in predicate) return askedKeys(predicate.not);
  if ("all" in predicate) return predicate.all.flatMap(askedKeys);
  return "any" in predicate ? predicate.any.flatMap(askedKeys) : [];
}
