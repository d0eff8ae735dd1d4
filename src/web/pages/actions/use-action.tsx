import { App, Button } from "antd";
import { CODE } from "../../../shared/protocol/envelope.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenAction, ScreenModel } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { requestKey } from "../../api/post.ts";
import { rowId } from "../../kinds/row.ts";
import { type ActionRequest, type ActionResult, actionRequest, wayBackOf } from "./action-request.ts";
import { useKeyedCall } from "./use-keyed-call.ts";
import { useNotice } from "./use-notice.tsx";
import "./actions.css";

const REPORT_WIDTH = 560;
const UNDO_SECONDS = 10;

/** Runs actions and tells how each row fared. */
export function useAction(screen: ScreenModel) {
  const { message, modal } = App.useApp();
  const tellNotice = useNotice();
  const { send, isRunning } = useKeyedCall();

  /** Resolves with the ids that failed; null: it did not run, or nobody knows. */
  const run = async ({ action, rows, call, key, values }: ActionRequest): Promise<readonly string[] | null> => {
    const url = moduleUrl(String(screen.MdlId), call);
    const answer = await send<{ results: ActionResult[]; notice?: string }>({
      title: action.title,
      url,
      params: values,
      ...(key !== undefined && { key }),
    });
    if (answer === null) return null;
    const outcome = actionOutcome(rows, answer.results, screen.show.titleField);
    const back = wayBackOf(action, rows, screen.actions);
    if (outcome.failures.length === 0) tellDone(`${action.title}成功，共 ${outcome.done} 条`, back && (() => takeBack(back, rows)));
    else modal.warning({ title: `${action.title}结果`, width: REPORT_WIDTH, content: <ActionReport {...outcome} />, okText: "知道了" });
    if (answer.notice !== undefined) tellNotice(answer.notice);
    return outcome.failures.map((failure) => failure.id);
  };
  /** Says that it is done, for long enough to take it back where that can be done. */
  const tellDone = (text: string, onUndo?: () => void) => {
    if (onUndo === undefined) return void message.success(text);
    const key = requestKey();
    const undo = () => {
      message.destroy(key);
      onUndo();
    };
    void message.open({ type: "success", key, duration: UNDO_SECONDS, content: <UndoText text={text} onUndo={undo} /> });
  };
  /** The rows are not as they were when they were listed: they are taken as they are. */
  const takeBack = (back: ScreenAction, rows: readonly WireRow[]) => {
    const request = actionRequest(back, rows);
    const { rowver: _listed, ...values } = request.values;
    void run({ ...request, values });
  };
  return { run, isRunning };
}

/** What was done, and the way to take it back. */
function UndoText({ text, onUndo }: { text: string; onUndo: () => void }) {
  return (
    <>
      {text}
      <Button type="link" size="small" className="undo" onClick={onUndo} data-testid="undo">
        撤销
      </Button>
    </>
  );
}

/** How many rows went through, and every row that did not, with its reason. */
function ActionReport({ done, failures }: ActionOutcome) {
  return (
    <div data-testid="action-report">
      <p className="report-sum">
        成功 <b>{done}</b> 条，失败 <b className="num-negative">{failures.length}</b> 条
      </p>
      <table className="report">
        <thead>
          <tr>
            <th>单据</th>
            <th>失败原因</th>
          </tr>
        </thead>
        <tbody>
          {failures.map(({ id, name, text }) => (
            <tr key={id}>
              <td>{name}</td>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ActionFailure {
  readonly id: string;
  /** What the user knows the row by. */
  readonly name: string;
  readonly text: string;
}

interface ActionOutcome {
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
