import type { ActionKind, ScreenAction } from "../../shared/protocol/screen.ts";
import type { Action, Entity, Registry, Transition } from "../../shared/registry/model.ts";
import { profileOf, type Viewer } from "../base/viewer.ts";
import { attachmentStep } from "./attachment-step.ts";

const BUILT_IN = ["create", "edit", "delete", "grant", "restore", "generate"] as const satisfies readonly ActionKind[];

/** A button as its page draws it. */
export function projectAction(registry: Registry, viewer: Viewer, entity: Entity): (action: Action) => ScreenAction {
  return (action) => {
    const { name, title, functionKey, needsReason, danger, bulk, all, open } = action;
    const transition = action.transition === null ? undefined : entity.transitions[action.transition];
    const path = open === null ? "" : (profileOf(registry, viewer.shopId).modules[open.module]?.entry.path ?? "");
    return {
      action: name,
      title,
      functionKey,
      kind: kindOf(action, transition),
      needsReason,
      reasonTitle: transition?.reasonTitle ?? "",
      ticks: transition?.ticks ?? null,
      all,
      open: open === null ? null : { path, page: open.page, with: open.with },
      danger,
      bulk,
    };
  };
}

function kindOf({ name, open }: Action, transition: Transition | undefined): ActionKind {
  if (open !== null) return "open";
  return (transition === undefined ? BUILT_IN.find((kind) => kind === name) : attachmentStep(transition)) ?? "transition";
}
