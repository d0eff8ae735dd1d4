import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenAction } from "../../../shared/protocol/screen.ts";
import { writeListState } from "../../data/list-state.ts";

/** The address an action leads to: the other page's form with values of the row, or its list narrowed to them. */
export function openTarget({ path, page, with: taken }: NonNullable<ScreenAction["open"]>, row: WireRow | undefined): string {
  const values = Object.entries(taken).flatMap(([there, here]) => {
    const value = row?.[here];
    return value === null || value === undefined || value === "" ? [] : [[there, value] as const];
  });
  const query =
    page === "create"
      ? new URLSearchParams(values.map(([field, value]) => [field, String(value)]))
      : writeListState({ filters: values.map(([field, value]) => ({ field, operator: "eq", value })) });
  return `${path}${page === "create" ? "/create" : ""}${values.length === 0 ? "" : `?${query}`}`;
}
