import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenAction } from "../../../shared/protocol/screen.ts";
import type { ModuleCall } from "../../api/endpoints.ts";
import { requestKey } from "../../api/post.ts";
import { rowActions, rowId } from "../../kinds/row.ts";

/** One call of Module/Action or Module/Delete. Its key stays the same when it is sent again, so that it can run only once. */
export interface ActionRequest {
  readonly action: ScreenAction;
  readonly rows: readonly WireRow[];
  readonly call: Extract<ModuleCall, "Action" | "Delete">;
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

/** What the server answers for one row. */
export interface ActionResult {
  readonly id: string | number;
  readonly Code: number;
  readonly Msg: string;
}

/** What the user was asked for before an action is sent. */
export interface ActionAnswers {
  readonly reason?: string;
  /** Ids of the ticked lines. */
  readonly ticked?: readonly string[];
}

/** Makes the call for these rows; without ids it is for every row of the page that allows the action. */
export function actionRequest(action: ScreenAction, rows: readonly WireRow[], { reason, ticked }: ActionAnswers = {}): ActionRequest {
  const [first, ...more] = rows;
  const values = {
    ...(!action.all && { ids: rows.map(rowId).join(",") }),
    // The version guards a single document; several are taken as they are.
    ...(first !== undefined && more.length === 0 && isVersion(first.rowver) && { rowver: String(first.rowver) }),
    ...(action.needsReason && { reason: reason ?? "" }),
    ...(ticked !== undefined && { lines: ticked.join(",") }),
  };
  const isDelete = action.kind === "delete";
  return {
    action,
    rows,
    call: isDelete ? "Delete" : "Action",
    key: requestKey(),
    values: isDelete ? values : { action: action.action, ...values },
  };
}

/** The rows of those chosen that allow an action; none if there are several and it takes one at a time. */
export function rowsFor(action: ScreenAction, chosen: readonly WireRow[]): WireRow[] {
  if (action.all || (chosen.length > 1 && !action.bulk)) return [];
  return chosen.filter((row) => rowActions(row).includes(action.action));
}

/** Whether an action works on no row in particular. */
export const isRowless = ({ kind, all, open }: ScreenAction): boolean =>
  kind === "create" || kind === "generate" || all || (open !== null && Object.keys(open.with).length === 0);

const isVersion = (value: unknown): boolean => typeof value === "number" || typeof value === "string";
