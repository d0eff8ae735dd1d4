import type { KeyboardEvent } from "react";
import type { FormField } from "../../../../shared/protocol/form.ts";
import { type Line, lineKey, mayWrite } from "../state/form-draft.ts";
import type { ActiveCell, LinesTable } from "./lines-context.ts";

/** What is told beside the table. */
export const KEYS_HINT =
  "回车：下一格，末行回车新增一行；Alt+↑↓：移动本行；Ctrl+D：复制；Ctrl+Enter：下方插入；Ctrl+Delete：删除；可从 Excel 粘贴";

/** Keys of a table of lines. They come here after the input had them: what Enter chose in an open list is chosen. */
export function useLineKeys({ context, lines, columns, active }: LinesTable) {
  const go = (step: Step) => {
    const cell = active && stepCell(lines, columns, active, step);
    if (cell) return context.enter(cell);
    if (step === "next") append();
  };
  const append = () => {
    const as = lineKey();
    context.edit({ kind: "insert", after: null, as });
    const first = columns.find((field) => field.isWritable);
    if (first) context.enter({ key: as, field: first.name });
  };
  const addAfter = (kind: "insert" | "duplicate", { key, field }: ActiveCell) => {
    const as = lineKey();
    context.edit(kind === "insert" ? { kind, after: key, as } : { kind, key, as });
    context.enter({ key: as, field });
  };
  const remove = (cell: ActiveCell) => {
    const next = stepCell(lines, columns, cell, "down") ?? stepCell(lines, columns, cell, "up");
    context.edit({ kind: "delete", keys: [cell.key] });
    if (next) context.enter(next);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (active === null || event.nativeEvent.isComposing || !(event.target instanceof Element)) return;
    const act = actionOf(event);
    if (act === null) return;
    event.preventDefault();
    if (act === "insert" || act === "duplicate") addAfter(act, active);
    else if (act === "delete") remove(active);
    else if (act === "raise" || act === "lower") context.edit({ kind: "move", key: active.key, by: act === "raise" ? -1 : 1 });
    else go(act);
  };
  return { onKeyDown, append };
}

type LineAct = Step | "insert" | "duplicate" | "delete" | "raise" | "lower";

function actionOf({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent<HTMLElement>): LineAct | null {
  const isCommand = ctrlKey || metaKey;
  if (isCommand && !altKey) return COMMANDS[key.toLowerCase()] ?? null;
  if (altKey) return key === "ArrowUp" ? "raise" : key === "ArrowDown" ? "lower" : null;
  const isOpen = (target as Element).getAttribute("aria-expanded") === "true";
  if (shiftKey || ownsArrows(target as Element, key)) return null;
  // Tab leaves an open list only at the second time; here it has been chosen from already.
  return key === "Tab" && isOpen ? "next" : (PLAIN[key] ?? null);
}

const COMMANDS: Readonly<Record<string, LineAct>> = { d: "duplicate", enter: "insert", delete: "delete", backspace: "delete" };
const PLAIN: Readonly<Record<string, LineAct>> = { Enter: "next", ArrowUp: "up", ArrowDown: "down" };

/** A list, a calendar and a long text keep the arrows for themselves. */
function ownsArrows(target: Element, key: string): boolean {
  return key.startsWith("Arrow") && (target.matches("textarea") || target.closest(".ant-select, .ant-picker") !== null);
}

/** Ways of the cursor: to the next value to be written, or to the same field of another line. */
type Step = "next" | "up" | "down";

/** Where a step leads to; null: beyond the first or the last line. */
export function stepCell(lines: readonly Line[], columns: readonly FormField[], from: ActiveCell, step: Step): ActiveCell | null {
  const row = lines.findIndex(({ key }) => key === from.key);
  if (step !== "next") {
    const line = lines[row + (step === "up" ? -1 : 1)];
    return line === undefined ? null : { key: line.key, field: from.field };
  }
  const here = lines[row];
  const column = columns.findIndex(({ name }) => name === from.field);
  const field = here && columns.slice(column + 1).find((one) => mayWrite(one, here));
  if (field !== undefined) return { key: from.key, field: field.name };
  return lines.slice(row + 1).reduce<ActiveCell | null>((found, line) => found ?? firstCell(line, columns), null);
}

/** The first value of a line that can be written. */
function firstCell(line: Line, columns: readonly FormField[]): ActiveCell | null {
  const field = columns.find((one) => mayWrite(one, line));
  return field === undefined ? null : { key: line.key, field: field.name };
}
