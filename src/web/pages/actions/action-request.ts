import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenAction } from "../../../shared/protocol/screen.ts";
import { requestKey } from "../../api/request-key.ts";
import { rowActions, rowId } from "../../kinds/row.ts";

/** One call of Module/Action. Its key stays the same when it is sent again, so that it can run only once. */
export interface ActionRequest {
  readonly action: ScreenAction;
  readonly rows: readonly WireRow[];
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

/** What the server answers for one row. */
export interface ActionResult {
  readonly id: string | number;
  readonly Code: number;
  readonly Msg: string;
}

/** Makes the call for these rows. */
export function actionRequest(action: ScreenAction, rows: readonly WireRow[], reason: string): ActionRequest {
  const [first, ...more] = rows;
  const values = {
    action: action.action,
    ids: rows.map(rowId).join(","),
    // The version guards a single document; several are taken as they are.
    ...(first !== undefined && more.length === 0 && isVersion(first.rowver) && { rowver: String(first.rowver) }),
    ...(action.needsReason && { reason }),
  };
  return { action, rows, key: requestKey(), values };
}

/** The rows of those chosen that allow an action; none if there are several and it takes one at a time. */
export function rowsFor(action: ScreenAction, chosen: readonly WireRow[]): WireRow[] {
  if (chosen.length > 1 && !action.bulk) return [];
  return chosen.filter((row) => rowActions(row).includes(action.action));
}

const isVersion = (value: unknown): boolean => typeof value === "number" || typeof value === "string";
