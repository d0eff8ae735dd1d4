/** A button as the bar draws it. */
export interface BarButton {
  readonly key: string;
  readonly title: string;
  /** Why it is not live; null: it is. */
  readonly hint: string | null;
  readonly isPrimary: boolean;
  readonly isDanger: boolean;
  /** Another one runs. */
  readonly isWaiting: boolean;
  readonly onPress: () => void;
}

/** Buttons that stand side by side in a narrow window, beside the menu of the others. */
const SIDE_BY_SIDE = 2;

/** Which buttons are shown, and which the menu holds; a menu of one would take the place of its button. */
export function barParts<T>(buttons: readonly T[], isNarrow: boolean): { readonly shown: readonly T[]; readonly more: readonly T[] } {
  if (!isNarrow || buttons.length <= SIDE_BY_SIDE + 1) return { shown: buttons, more: [] };
  return { shown: buttons.slice(0, SIDE_BY_SIDE), more: buttons.slice(SIDE_BY_SIDE) };
}
