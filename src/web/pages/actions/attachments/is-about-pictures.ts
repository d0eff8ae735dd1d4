import type { ScreenAction } from "../../../../shared/protocol/screen.ts";

/** An action with a dialog and calls of its own: it puts pictures to one row, or takes them away. */
export function isAboutPictures<T extends Pick<ScreenAction, "kind">>(action: T): action is T & { readonly kind: "attach" | "detach" } {
  return action.kind === "attach" || action.kind === "detach";
}
