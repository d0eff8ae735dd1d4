import type { WireRow } from "../../shared/protocol/list.ts";
import { ACTIONS_KEY } from "../../shared/protocol/screen.ts";

/** Id of a row as text. */
export const rowId = (row: WireRow): string => String(row.Id);

/** The actions a row allows now; the wire carries them as a comma list. */
export function rowActions(row: WireRow): readonly string[] {
  const actions: unknown = row[ACTIONS_KEY];
  if (Array.isArray(actions)) return actions.map(String);
  return typeof actions === "string" ? actions.split(",").filter((action) => action !== "") : [];
}
