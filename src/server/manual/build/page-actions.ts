import type { ScreenAction } from "../../../shared/protocol/screen.ts";
import type { Guard, SaveRule, Transition } from "../../../shared/registry/model.ts";
import type { PageSource } from "./page-source.ts";
import { sayCondition, type Words } from "./say-condition.ts";

/** A button of the page with the rule behind it: a transition, a saving, or none. */
export interface PageAction {
  readonly screen: ScreenAction;
  readonly transition: Transition | null;
  readonly save: SaveRule | null;
  readonly guards: readonly Guard[];
}

/** The buttons that can ever do something in shops of the profile: not those that a flag of it always refuses. */
export function pageActions({ screen, module, entity, words }: PageSource): PageAction[] {
  const actions = screen.actions.map((action): PageAction => {
    const name = module.actions.find((each) => each.name === action.action)?.transition ?? null;
    const transition = name === null ? null : (entity.transitions[name] ?? null);
    const save = action.kind === "create" || action.kind === "edit" || action.kind === "delete" ? entity.save[action.kind] : null;
    return { screen: action, transition, save, guards: transition?.guards ?? save?.guards ?? [] };
  });
  return actions.filter((action) => isPossible(action, words));
}

function isPossible({ transition, save, guards }: PageAction, words: Words): boolean {
  const when = transition?.when ?? save?.when ?? null;
  if (when !== null && sayCondition(when, words) === false) return false;
  return !guards.some((guard) => isAlways(guard, words) && sayCondition(guard.require, words) === false);
}

function isAlways({ if: condition }: Guard, words: Words): boolean {
  return condition === null || sayCondition(condition, words) === true;
}
