import type { ActionKind, ScreenAction } from "../../../shared/protocol/screen.ts";

/** Done by pages of their own. */
const ELSEWHERE: ReadonlySet<ActionKind> = new Set(["grant", "restore", "import"]);

/** About no document in particular. */
const ABOUT_NONE: ReadonlySet<ActionKind> = new Set(["create", "generate"]);

/**
 * The actions of a list, or of a document, in the order of their buttons; those of the page itself stand between. 新增 comes first, and is not
 * offered beside a document; what leads on comes before what leads elsewhere, and has its place whatever is ticked.
 */
export function actionsInBar(actions: readonly ScreenAction[], isDocument: boolean) {
  const shown = actions.filter(({ kind }) => !ELSEWHERE.has(kind) && !(isDocument && ABOUT_NONE.has(kind)));
  const others = shown.filter(({ kind }) => kind !== "create");
  return {
    creates: shown.filter(({ kind }) => kind === "create"),
    others: [...others.filter(({ isNext }) => isNext), ...others.filter(({ isNext }) => !isNext)],
  };
}
