import type { Row } from "../../domain/cell.ts";
import { fieldsOfPredicate, holds, type PredicateEnv } from "../../domain/predicate.ts";
import { isOffered } from "../../domain/transition-rules.ts";
import type { Predicate } from "../language.ts";
import type { Action, Entity, Module, SaveRule, Transition } from "../model.ts";
import { audienceOf, fits, type Role } from "./audience.ts";

/** Built in, and about no row that is there. */
const ROWLESS: readonly string[] = ["create", "generate", "import"];

/** The module's actions that a role may ever use: right, side and audience fit. */
export function actionsOf(role: Role, module: Module, entity: Entity): Action[] {
  const held = role.rights.get(module.id);
  return module.actions.filter(
    (action) => isOnSide(action, role, entity) && held?.has(action.functionKey) === true && fits(action.audience, audienceOf(role)),
  );
}

/** Those of the actions that the row offers now. Guards are not asked: their messages are there to be seen. */
export function offeredActions(actions: readonly Action[], entity: Entity, row: Row, env: PredicateEnv): string[] {
  return actions.filter((action) => isOnRow(action, entity, row, env)).map(({ name }) => name);
}

/** On which rows an action is offered: states it leaves (null: any; none for what is about no row) and a condition on the row. */
export function rowsOfAction(
  action: Action,
  entity: Entity,
): { readonly from: Transition["from"] | null; readonly when: Predicate | null } {
  const transition = transitionOf(action, entity);
  if (transition) return { from: transition.from, when: transition.when };
  return { from: null, when: whenOf(action, entity) };
}

/** The fields that decide what a row offers. */
export function fieldsOfActions(actions: readonly Action[], entity: Entity): string[] {
  return actions.flatMap((action) => {
    const transition = transitionOf(action, entity);
    const when = transition ? transition.when : whenOf(action, entity);
    return [...(transition ? [transition.field] : []), ...(when === null ? [] : fieldsOfPredicate(when))];
  });
}

/** What writes rows without a transition is said by the entity's `save`; grant and restore ask for their right alone. */
function saveRuleOf({ name, transition, open }: Action, { save }: Entity): SaveRule | null | undefined {
  if (transition !== null || open !== null) return undefined;
  return name === "create" || name === "edit" || name === "delete" ? save[name] : undefined;
}

function isOnSide(action: Action, { side, rights }: Role, entity: Entity): boolean {
  const transition = transitionOf(action, entity);
  if (transition) return transition.by.includes(side);
  if (action.open !== null) return rights.has(action.open.module);
  if (action.name === "import") return [entity.save.create, entity.save.edit].some((each) => each?.by.includes(side) === true);
  const rule = saveRuleOf(action, entity);
  return rule === undefined || rule?.by.includes(side) === true;
}

function isOnRow(action: Action, entity: Entity, row: Row, env: PredicateEnv): boolean {
  const transition = transitionOf(action, entity);
  if (transition) return isOffered(entity, transition, row, env);
  if (ROWLESS.includes(action.name) && action.open === null) return false;
  const when = whenOf(action, entity);
  return when === null || holds(when, entity.fields, row, env);
}

/** On which rows an action without a transition is offered; null: on all. */
function whenOf(action: Action, entity: Entity): Predicate | null {
  return action.open === null ? (saveRuleOf(action, entity)?.when ?? null) : action.open.when;
}

function transitionOf({ transition }: Action, entity: Entity): Transition | undefined {
  return transition === null ? undefined : entity.transitions[transition];
}
