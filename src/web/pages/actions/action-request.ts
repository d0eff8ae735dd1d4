import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenAction, ScreenModel } from "../../../shared/protocol/screen.ts";
import { requestKey } from "../../api/post.ts";
import { rowActions, rowId } from "../../kinds/row.ts";
import { runsOnMatching } from "./matching-words.ts";

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
export function actionRequest(action: ScreenAction, rows: readonly WireRow[], { reason, ticked }: ActionAnswers = {}) {
  const [first, ...more] = rows;
  const values: Readonly<Record<string, string>> = {
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
    call: isDelete ? ("Delete" as const) : ("Action" as const),
    key: requestKey(),
    values: isDelete ? values : { action: action.action, ...values },
  };
}

/**
 * One call of Module/Action or Module/Delete. Its key stays the same when it is sent again, so that it can run only once; left out: that
 * of the same wish in the same dialog.
 */
export type ActionRequest = Omit<ReturnType<typeof actionRequest>, "key"> & { readonly key?: string };

/** The rows of those chosen that allow an action; none if there are several and it takes one at a time. */
export function rowsFor(action: ScreenAction, chosen: readonly WireRow[]): WireRow[] {
  if (action.all || (chosen.length > 1 && !action.bulk)) return [];
  return chosen.filter((row) => rowActions(row).includes(action.action));
}

/** Whether an action works on no row in particular. */
const isRowless = ({ kind, all, open }: ScreenAction): boolean =>
  kind === "create" || kind === "generate" || kind === "import" || all || (open !== null && Object.keys(open.with).length === 0);

const isVersion = (value: unknown): boolean => typeof value === "number" || typeof value === "string";

/** Rows of a deletion that are named one by one. */
const NAMED = 6;

/** The action that takes these rows back where they were, where there is one for as many of them; undefined: there is none (docs/decisions/116). */
export function wayBackOf({ undo }: ScreenAction, rows: readonly WireRow[], actions: readonly ScreenAction[]): ScreenAction | undefined {
  return actions.find(({ action, bulk }) => action === undo && (rows.length === 1 || bulk));
}

/**
 * What must be confirmed first, or null: nothing, as it can be taken back. Rows that do not allow the action are never left out unsaid.
 */
export function questionOf(action: ScreenAction, rows: readonly WireRow[], { actions, show }: Asked): string | null {
  if (action.all) return "将对本页面所有可以执行的单据执行，不限于当前列表所示。";
  const own = rowsFor(action, rows);
  const left = rows.length - own.length;
  const rest = left > 0 ? `其余 ${left} 条当前状态不能执行，将保持不变。` : "";
  if (action.kind === "delete") return `将删除 ${namesOf(own, show.titleField)}，删除后不能恢复。${rest}`;
  const isReturned = !action.danger && wayBackOf(action, own, actions) !== undefined;
  const end = isReturned ? "" : "执行后不能直接撤销。";
  if (left > 0) return `已选 ${rows.length} 条单据，其中 ${own.length} 条可以执行；${rest}${end}`;
  const [one, ...more] = own;
  const named = more.length === 0 ? `${nameOf(one, show.titleField)} ` : namesOf(own, show.titleField);
  return isReturned ? null : `将对 ${named}执行。${end}`;
}

/** The page an action is asked about on. */
type Asked = Pick<ScreenModel, "actions"> & { readonly show: Pick<ScreenModel["show"], "titleField"> };

/** The next step of these rows: the action that leads on most of them, the first of its page among equals; null: none does. */
export function nextStepOf(actions: readonly ScreenAction[], rows: readonly WireRow[]): ScreenAction | null {
  const reach = (action: ScreenAction) => (action.isNext === true ? rowsFor(action, rows).length : 0);
  const [most] = actions.toSorted((a, b) => reach(b) - reach(a));
  return most !== undefined && reach(most) > 0 ? most : null;
}

const nameOf = (row: WireRow | undefined, titleField: string): string => String(row?.[titleField] ?? row?.Id ?? "");

function namesOf(rows: readonly WireRow[], titleField: string): string {
  const names = rows.slice(0, NAMED).map((row) => nameOf(row, titleField));
  return `${names.join("、")}${rows.length > NAMED ? " 等" : ""}（共 ${rows.length} 条）`;
}

/** Why a button is not live; null: it is. */
export function hintOf(action: ScreenAction, rows: readonly WireRow[]): string | null {
  if (isRowless(action)) return null;
  if (rows.length === 0) return "请先勾选单据";
  if (rowsFor(action, rows).length > 0) return null;
  return rows.length > 1 && !action.bulk ? "该操作每次只能处理一条单据" : "单据当前状态不能执行该操作";
}

/** Why a button is not live while all that the filter leaves is meant; null: it is. */
export const hintOnMatching = (action: ScreenAction): string | null =>
  isRowless(action) || runsOnMatching(action) ? null : "该操作不能对全部查询结果执行";

/** An action with a dialog and calls of its own: it puts pictures to one row, or takes them away. */
export function isAboutPictures<T extends Pick<ScreenAction, "kind">>(action: T): action is T & { readonly kind: "attach" | "detach" } {
  return action.kind === "attach" || action.kind === "detach";
}
