import type { WireRow } from "../../shared/protocol/list.ts";
import { ACTIONS_KEY } from "../../shared/protocol/screen.ts";

/** Id of a row as text. */
export const rowId = (row: WireRow): string => String(row.Id);

/** The actions a row allows this user now. They travel beside the values, as the row's only list. */
export function rowActions(row: WireRow): readonly string[] {
  const actions: unknown = row[ACTIONS_KEY];
  return Array.isArray(actions) ? actions.map(String) : [];
}
