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
  const values = {
    action: action.action,
    ids: rows.map(rowId).join(","),
    rowver: rows.map((row) => String(row.rowver ?? "")).join(","),
    ...(action.needsReason && { reason }),
  };
  return { action, rows, key: requestKey(), values };
}

/** Whether the button of an action is live: something is chosen, it suits the number of rows, and a row allows it. */
export function isActionLive(action: ScreenAction, rows: readonly WireRow[]): boolean {
  if (rows.length === 0 || (rows.length > 1 && !action.bulk)) return false;
  return rows.some((row) => rowActions(row).includes(action.action));
}
