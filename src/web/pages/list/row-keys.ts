import { type FocusEvent, type KeyboardEvent, useRef } from "react";

/** Rows bear it, those of a table and of the drawn part of a long one. */
const ROW = "[data-row-key]";
/** Takes what is typed, so that keys are its own. */
const TYPED = 'input:not([type="checkbox"], [type="radio"]), textarea, [role="combobox"], .ant-pagination *';

interface RowKeysInput {
  /** Address of a row's document; undefined: rows have none. */
  readonly hrefOf: ((id: string) => string) | undefined;
  readonly open: (id: string) => void;
  /** Ticks or unticks; undefined: rows are not ticked. */
  readonly tick: ((id: string) => void) | undefined;
  /** Goes to the first or the last row, of a table that draws only those in view; left out: all of them are drawn. */
  readonly goTo?: (end: "first" | "last") => void;
}

/**
 * The keys of a table's rows, for the element around it: arrows, Home and End move the current row, Enter opens its document (with Ctrl or ⌘
 * in a new tab), Space ticks it. One row can be reached by Tab: the current one, at first the first.
 */
export function useRowKeys({ hrefOf, open, tick, goTo }: RowKeysInput) {
  const current = useRef<HTMLElement | null>(null);
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const row = target.closest<HTMLElement>(ROW);
    if (row === null || row === current.current) return;
    for (const other of [current.current, row.parentElement?.querySelector<HTMLElement>(`${ROW}[tabindex="0"]`)])
      if (other) other.tabIndex = -1;
    row.tabIndex = 0;
    current.current = row;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>(ROW);
    if (row === null || event.defaultPrevented || event.nativeEvent.isComposing || target.matches(TYPED)) return;
    const id = row.dataset.rowKey ?? "";
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    const end = isPlain ? ENDS.get(event.key) : undefined;
    const next = isPlain ? rowTo(event.key, row) : undefined;
    if (end !== undefined && goTo !== undefined) {
      event.preventDefault();
      goTo(end);
    } else if (next !== undefined) {
      event.preventDefault();
      next?.focus();
    } else if (target !== row) {
      // A link or a tick box within the row knows its own keys.
    } else if (event.key === "Enter" && hrefOf !== undefined) {
      event.preventDefault();
      if (isPlain) open(id);
      else if (event.ctrlKey || event.metaKey) window.open(hrefOf(id), "_blank", "noopener");
    } else if (event.key === " " && isPlain && tick !== undefined) {
      event.preventDefault();
      tick(id);
    }
  };
  return { onFocus, onKeyDown };
}

const ENDS = new Map([
  ["Home", "first"],
  ["End", "last"],
] as const) as ReadonlyMap<string, "first" | "last">;

/** The row that a key leads to; null: there is none; undefined: it leads nowhere. */
function rowTo(key: string, row: HTMLElement): HTMLElement | null | undefined {
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>(`:scope > ${ROW}`) ?? [])];
  const at = rows.indexOf(row);
  switch (key) {
    case "ArrowDown":
      return rows[at + 1] ?? null;
    case "ArrowUp":
      return rows[at - 1] ?? null;
    case "Home":
      return rows[0] ?? null;
    case "End":
      return rows.at(-1) ?? null;
    default:
      return undefined;
  }
}
