import { CODE } from "../../../shared/protocol/envelope.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { rowId } from "../../kinds/row.ts";
import type { ActionResult } from "./action-request.ts";

export interface ActionFailure {
  readonly id: string;
  /** What the user knows the row by. */
  readonly name: string;
  readonly text: string;
}

export interface ActionOutcome {
  readonly done: number;
  readonly failures: readonly ActionFailure[];
}

const NO_ANSWER = "服务器未返回该单据的结果，请刷新后核对";

/**
 * Matches the answers to the rows asked for; a row without an answer is a failure, never left out. Without rows the action was
 * for all of the page, and the answers alone tell which they were.
 */
export function actionOutcome(rows: readonly WireRow[], results: readonly ActionResult[], titleField: string): ActionOutcome {
  if (rows.length === 0 && results.length > 0)
    return actionOutcome(
      results.map(({ id }) => ({ Id: id })),
      results,
      "Id",
    );
  const byId = new Map(results.map((result) => [String(result.id), result]));
  const failures = rows.flatMap((row): ActionFailure[] => {
    const id = rowId(row);
    const result = byId.get(id);
    if (result?.Code === CODE.ok) return [];
    return [{ id, name: String(row[titleField] ?? id), text: result === undefined ? NO_ANSWER : result.Msg || "操作失败" }];
  });
  return { done: rows.length - failures.length, failures };
}
