import type { Row } from "../../shared/domain/cell.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Predicate } from "../../shared/registry/language.ts";
import type { ActorKind, Entity, Module, Registry, Transition } from "../../shared/registry/model.ts";

/** What stands behind a refusal, as data: who answers tells it beside the text (docs/decisions/101). */
export type Reason =
  | { readonly kind: "page"; readonly module: Module }
  | { readonly kind: "function"; readonly moduleId: number; readonly key: string }
  | { readonly kind: "party"; readonly by: readonly ActorKind[] }
  | { readonly kind: "state"; readonly entity: Entity; readonly transition: Transition; readonly row: Row }
  | { readonly kind: "version"; readonly seen: number; readonly now: number }
  | {
      readonly kind: "condition";
      readonly entity: Entity;
      readonly require: Predicate;
      readonly row: Row;
      readonly moduleId: number | null;
    };

/** A refusal that knows what it comes from. */
export class Refused extends ApiError {
  constructor(
    code: number,
    message: string,
    readonly reason: Reason,
  ) {
    super(code, message);
  }
}

/** The refusal of whoever lacks a function key of a page. */
export function functionRefused({ messages }: Registry, { id: moduleId }: Pick<Module, "id">, key: string): Refused {
  return new Refused(CODE.forbidden, messages.NOFUNC, { kind: "function", moduleId, key });
}

/** The same, by the button that he wanted to press. */
export function actionRefused(registry: Registry, module: Pick<Module, "id" | "actions">, name: string): Refused {
  return functionRefused(registry, module, module.actions.find((action) => action.name === name)?.functionKey ?? name);
}
