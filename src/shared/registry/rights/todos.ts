import { holds, type PredicateEnv } from "../../domain/predicate.ts";
import type { Entity, Module, Todo } from "../model.ts";
import { audienceOf, fits, type Role } from "./audience.ts";
import { actionsOf } from "./offered-actions.ts";

/** The to-dos of a module that are a role's: it is on their side, may do what they ask for, and is one of those they are meant for. */
export function todosOf(role: Role, module: Module, entity: Entity, env: PredicateEnv): Todo[] {
  return module.todos.filter(({ audience, action, when }) => {
    const mayAct = action === null || actionsOf(role, module, entity).some(({ name }) => name === action);
    return mayAct && fits(audience, audienceOf(role)) && (when === null || holds(when, entity.fields, {}, env));
  });
}
