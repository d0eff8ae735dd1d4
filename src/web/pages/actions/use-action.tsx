import { App } from "antd";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { type ActionOutcome, actionOutcome } from "./action-outcome.ts";
import type { ActionRequest, ActionResult } from "./action-request.ts";
import { useKeyedCall } from "./use-keyed-call.ts";
import { useNotice } from "./use-notice.tsx";
import "./actions.css";

const REPORT_WIDTH = 560;

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
    if (outcome.failures.length === 0) void message.success(`${action.title}成功，共 ${outcome.done} 条`);
    else modal.warning({ title: `${action.title}结果`, width: REPORT_WIDTH, content: <ActionReport {...outcome} />, okText: "知道了" });
    if (answer.notice !== undefined) tellNotice(answer.notice);
    return outcome.failures.map((failure) => failure.id);
  };
  return { run, isRunning };
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
