import type { ScreenAction, ScreenModel } from "../../../shared/protocol/screen.ts";
import type { Entity, Guard, Module, Profile, Registry, SaveRule, Transition } from "../../../shared/registry/model.ts";
import { profileOf } from "../../base/viewer.ts";
import type { QueryContext } from "../../query/context.ts";
import { entityOf } from "../../screens/project-columns.ts";
import { projectScreen } from "../../screens/project-screen.ts";
import { sayCondition, type Words } from "../../screens/say-condition.ts";
import { type ManualSide, sideViewer } from "../side-viewer.ts";

/** What one section is written from. The screen is what the side sees: a field that is not on it is not in the manual. */
export interface PageSource {
  readonly registry: Registry;
  readonly profile: Profile;
  readonly side: ManualSide;
  readonly groupTitle: string;
  readonly module: Module;
  readonly entity: Entity;
  readonly screen: ScreenModel;
  /** Only mall users have the page. */
  readonly isMallOnly: boolean;
  readonly words: Words;
}

/** The pages of a side in menu order, by group; what belongs to another page has no section of its own. */
export function pageSources(context: QueryContext, side: ManualSide): { readonly title: string; readonly pages: PageSource[] }[] {
  const { registry } = context;
  const profile = profileOf(registry, context.viewer.shopId);
  const contexts = {
    usual: { ...context, viewer: sideViewer(registry, context.viewer.shopId, side, false) },
    mall: { ...context, viewer: sideViewer(registry, context.viewer.shopId, side, true) },
  };
  const groups = registry.groups.map((group) => ({
    title: group.title,
    pages: group.modules.flatMap(({ id }): PageSource[] => {
      const module = profile.modules[id];
      if (!module || module.entry.of !== null || !isFor(module, side)) return [];
      const isMallOnly = side === "retailer" && !module.audience.includes("shop");
      const screen = projectScreen(isMallOnly ? contexts.mall : contexts.usual, module);
      const entity = entityOf(registry, module.entity);
      const words = wordsOf(registry, profile, module, side, isMallOnly);
      return [{ registry, profile, side, groupTitle: group.title, module, entity, screen, isMallOnly, words }];
    }),
  }));
  return groups.filter(({ pages }) => pages.length > 0);
}

/** Whether users of this side have the page. */
function isFor({ audience }: Pick<Module, "audience">, side: ManualSide): boolean {
  return side === "supplier" ? audience.includes("supplier") : audience.some((each) => each !== "supplier");
}

function wordsOf(registry: Registry, { flags }: Profile, module: Module, side: ManualSide, isMallOnly: boolean): Words {
  const readable = new Set(module.readable[side === "supplier" ? "supplier" : isMallOnly ? "mall" : "shop"]);
  return {
    fields: entityOf(registry, module.entity).fields,
    labels: module.labels,
    flags,
    functions: registry.functions,
    side: side === "supplier" ? "supplier" : "shop",
    canRead: (field) => readable.has(field),
  };
}

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

function isAlways({ when: condition }: Guard, words: Words): boolean {
  return condition === null || sayCondition(condition, words) === true;
}
