import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { FormProblem, SaveResult } from "../../../shared/protocol/form.ts";

/** What came of a saving that did not go through. */
export type SaveFailure =
  /** Fields the server refuses. */
  | { readonly kind: "problems"; readonly problems: readonly FormProblem[]; readonly text: string }
  /** Somebody else saved first. */
  | { readonly kind: "conflict"; readonly current: NonNullable<SaveResult["current"]> }
  /** No answer arrived: it may have been saved or not. */
  | { readonly kind: "unanswered" }
  | { readonly kind: "refused"; readonly text: string };

/** Sorts a failed saving. */
export function saveFailure(error: unknown): SaveFailure {
  if (!(error instanceof ApiError)) return { kind: "refused", text: "保存失败" };
  if (error.code === 0) return { kind: "unanswered" };
  const { problems, current } = (error.result ?? {}) as Partial<SaveResult>;
  if (error.code === CODE.conflict && current !== undefined) return { kind: "conflict", current };
  if (error.code === CODE.badInput && problems !== undefined && problems.length > 0) {
    return { kind: "problems", problems, text: error.message };
  }
  return { kind: "refused", text: error.message };
}
