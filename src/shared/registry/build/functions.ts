import type { Predicate } from "../language.ts";
import type { Dict, Entity, Module, Party, Transition } from "../model.ts";

/**
 * The function keys that mean anything on a module: query and export, print where something can be printed, those of
 * its actions, and those that conditions of its transitions and fields ask for (`can`).
 */
export function buildFunctions(entity: Entity, actions: Module["actions"], hasPrint: boolean): string[] {
  const transitions = actions.flatMap(({ transition }) => entity.transitions[transition ?? ""] ?? []);
  const conditions = [
    ...transitions.flatMap(conditionsOf),
    ...Object.values(entity.fields).map(({ computed }) => (computed?.kind === "viewer" ? computed.viewer : null)),
  ];
  const keys = ["query", "export", ...(hasPrint ? ["print"] : []), ...actions.map(({ functionKey }) => functionKey)];
  return [...new Set([...keys, ...conditions.flatMap(askedKeys)])];
}

/**
 * Whose the keys are that no button of the module says it of, by the entity's transitions: of those who take one that has the key, or
 * asks for it. A key that no transition knows, to print say, is everybody's and not among them.
 */
export function buildFunctionSides(entity: Entity, actions: Module["actions"], functions: readonly string[]): Dict<readonly Party[]> {
  const transitions = Object.values(entity.transitions);
  const sides = functions
    .filter((key) => actions.every(({ functionKey }) => functionKey !== key))
    .map((key) => [key, transitions.filter((one) => one.key === key || conditionsOf(one).flatMap(askedKeys).includes(key))] as const)
    .filter(([, knowing]) => knowing.length > 0)
    .map(([key, knowing]) => [key, PARTIES.filter((party) => knowing.some(({ by }) => by.includes(party)))] as const);
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
