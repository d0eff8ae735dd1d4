import type { Predicate } from "../language.ts";
import type { Entity, Module } from "../model.ts";

/**
 * The function keys that mean anything on a module: query and export, print where something can be printed, those of
 * its actions, and those that conditions of its transitions and fields ask for (`can`).
 */
export function buildFunctions(entity: Entity, actions: Module["actions"], hasPrint: boolean): string[] {
  const transitions = actions.flatMap(({ transition }) => entity.transitions[transition ?? ""] ?? []);
  const conditions = [
    ...transitions.flatMap(({ when, guards }) => [when, ...guards.flatMap((guard) => [guard.if, guard.require])]),
    ...Object.values(entity.fields).map(({ computed }) => (computed?.kind === "viewer" ? computed.when : null)),
  ];
  const keys = ["query", "export", ...(hasPrint ? ["print"] : []), ...actions.map(({ functionKey }) => functionKey)];
  return [...new Set([...keys, ...conditions.flatMap((condition) => (condition === null ? [] : askedKeys(condition)))])];
}

function askedKeys(predicate: Predicate): string[] {
  if ("can" in predicate) return [predicate.can];
  if ("not" in predicate) return askedKeys(predicate.not);
  if ("all" in predicate) return predicate.all.flatMap(askedKeys);
  return "any" in predicate ? predicate.any.flatMap(askedKeys) : [];
}
