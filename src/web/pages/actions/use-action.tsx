import { type BaseRecord, useCustomMutation } from "@refinedev/core";
import { App } from "antd";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { createErrorReporter } from "../../providers/notification-provider.ts";
import { SILENT } from "../../providers/query-client.ts";
import { ActionReport } from "./ActionReport.tsx";
import { actionOutcome } from "./action-outcome.ts";
import type { ActionRequest, ActionResult } from "./action-request.ts";
import { isUnanswered, useAskAgain } from "./use-ask-again.ts";
import { useNotice } from "./use-notice.tsx";
import { useRefresh } from "./use-refresh.ts";

const REPORT_WIDTH = 560;

/** Runs actions and tells how each row fared. */
export function useAction(screen: ScreenModel) {
  const mdl = String(screen.MdlId);
  const { message, modal } = App.useApp();
  const askAgain = useAskAgain();
  const tellNotice = useNotice();
  const refresh = useRefresh(mdl);
  const { mutateAsync, isLoading } = useCustomMutation<BaseRecord & { results: ActionResult[]; notice?: string }>({
    mutationOptions: { meta: SILENT },
  });

  /** Resolves with the ids that failed; null: it did not run, or nobody knows. */
  const run = async (request: ActionRequest): Promise<readonly string[] | null> => {
    const { action, rows, call, key, values } = request;
    try {
      const { data } = await mutateAsync({
        url: moduleUrl(mdl, call),
        method: "post",
        values,
        config: { headers: { "Idempotency-Key": key } },
        successNotification: false,
      });
      const outcome = actionOutcome(rows, data.results, screen.show.titleField);
      if (outcome.failures.length === 0) void message.success(`${action.title}成功，共 ${outcome.done} 条`);
      else modal.warning({ title: `${action.title}结果`, width: REPORT_WIDTH, content: <ActionReport {...outcome} />, okText: "知道了" });
      if (data.notice !== undefined) tellNotice(data.notice);
      return outcome.failures.map((failure) => failure.id);
    } catch (error) {
      if (!isUnanswered(error)) {
        createErrorReporter(message)(error);
        return null;
      }
      return (await askAgain(action.title)) ? run(request) : null;
    } finally {
      refresh();
    }
  };
  return { run, isRunning: isLoading };
}
