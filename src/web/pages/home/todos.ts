import type { HomeTodo } from "../../../shared/protocol/home.ts";
import { writeListState } from "../../data/list-state.ts";

/** Cards of the closed panel: three rows of four. */
export const SHOWN_CARDS = 12;

/** Where there is something to do first, the most pressing before the rest as they come. */
export function orderTodos(todos: readonly HomeTodo[]): HomeTodo[] {
  return [...todos.filter(({ count }) => count > 0), ...todos.filter(({ count }) => count === 0)];
}

/** In words, over the whole page. */
export function todoSummary(todos: readonly HomeTodo[]): string {
  const waiting = todos.filter(({ count }) => count > 0);
  if (todos.length === 0) return "";
  if (waiting.length === 0) return "没有等您处理的事项";
  const rows = (some: readonly HomeTodo[]) => some.reduce((sum, { count }) => sum + count, 0);
  const pressing = waiting.filter(({ tone }) => tone === "error");
  return `${waiting.length} 类待办，共 ${rows(waiting)} 条${pressing.length > 0 ? `，其中 ${rows(pressing)} 条请优先处理` : ""}`;
}

/** The list with just the rows that were counted; its initial filters do not come on top. */
export function todoLink({ path, filters }: Pick<HomeTodo, "path" | "filters">): string {
  return `${path}?${writeListState({ filters })}`;
}
