import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenAction } from "../../../shared/protocol/screen.ts";
import { isRowless, rowsFor } from "./action-request.ts";

/** Rows of a deletion that are named one by one. */
const NAMED = 6;

/** What must be confirmed first, or null: nothing. Rows that do not allow the action are never left out unsaid. */
export function questionOf(action: ScreenAction, rows: readonly WireRow[], titleField: string): string | null {
  if (action.all) return "将对本页面所有可以执行的单据执行，不限于当前列表所示。";
  const own = rowsFor(action, rows);
  const left = rows.length - own.length;
  const rest = left > 0 ? `其余 ${left} 条当前状态不能执行，将保持不变。` : "";
  if (action.kind === "delete") return `将删除 ${namesOf(own, titleField)}，删除后不能恢复。${rest}`;
  if (left > 0) return `已选 ${rows.length} 条单据，其中 ${own.length} 条可以执行；${rest}`;
  return action.danger ? `将对 ${own.length} 条单据执行。` : null;
}

function namesOf(rows: readonly WireRow[], titleField: string): string {
  const names = rows.slice(0, NAMED).map((row) => String(row[titleField] ?? row.Id ?? ""));
  return `${names.join("、")}${rows.length > NAMED ? " 等" : ""}（共 ${rows.length} 条）`;
}

/** Why a button is not live; null: it is. */
export function hintOf(action: ScreenAction, rows: readonly WireRow[]): string | null {
  if (isRowless(action)) return null;
  if (rows.length === 0) return "请先勾选单据";
  if (rowsFor(action, rows).length > 0) return null;
  return rows.length > 1 && !action.bulk ? "该操作每次只能处理一条单据" : "单据当前状态不能执行该操作";
}
