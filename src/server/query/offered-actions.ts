import type { Row } from "../../shared/domain/cell.ts";
import { fieldsOfPredicate, type PredicateEnv } from "../../shared/domain/predicate.ts";
import { isOffered } from "../../shared/domain/transition-rules.ts";
import type { Action, Entity, Module } from "../../shared/registry/model.ts";
import { audienceOf, fits } from "../audience.ts";
import type { Viewer } from "../viewer.ts";

/** Built in, and about no row that is there. */
const ROWLESS = "create";
/** Built in, and only while a document is a draft. */
const DRAFT_ONLY: readonly string[] = ["edit", "delete"];
const DRAFT = 0;

/** The module's actions this viewer may ever use: right, side and audience fit. */
export function actionsOf(viewer: Viewer, module: Module, entity: Entity): Action[] {
  const held = viewer.rights.get(module.id);
  return module.actions.filter((action) => {
    const transition = action.transition === null ? null : entity.transitions[action.transition];
    const isOnSide = transition === null || transition?.by.includes(viewer.side) === true;
    return isOnSide && held?.has(action.functionKey) === true && fits(action.audience, audienceOf(viewer));
  });
}

/** Those of the actions that the row offers now. Guards are not asked: their messages are there to be seen. */
export function offeredActions(actions: readonly Action[], entity: Entity, row: Row, env: PredicateEnv): string[] {
  return actions.filter((action) => isOnRow(action, entity, row, env)).map(({ name }) => name);
}

/** The fields that decide what a row offers. */
export function fieldsOfActions(actions: readonly Action[], entity: Entity): string[] {
  return actions.flatMap(({ name, transition }) => {
    const found = transition === null ? null : entity.transitions[transition];
    if (found) return [found.field, ...(found.when === null ? [] : fieldsOfPredicate(found.when))];
    return DRAFT_ONLY.includes(name) ? draftFields(entity) : [];
  });
}

/** Rows are edited and deleted freely where no state begins at 0 (录入); elsewhere only in that state (DOMAIN section 5, CRUD). */
function isDraft(entity: Entity, row: Row): boolean {
  return draftFields(entity).every((name) => row[name] === DRAFT);
}

function draftFields(entity: Entity): string[] {
  return Object.values(entity.machines)
    .filter((machine) => machine.initial === DRAFT)
    .map((machine) => machine.field);
}

function isOnRow({ name, transition }: Action, entity: Entity, row: Row, env: PredicateEnv): boolean {
  const found = transition === null ? null : entity.transitions[transition];
  if (found) return isOffered(entity, found, row, env);
  return name !== ROWLESS && (!DRAFT_ONLY.includes(name) || isDraft(entity, row));
}
