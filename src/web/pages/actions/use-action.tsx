import { type BaseRecord, useCustomMutation, useInvalidate } from "@refinedev/core";
import { useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { ApiError } from "../../../shared/protocol/envelope.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { createErrorReporter } from "../../providers/notification-provider.ts";
import { SILENT } from "../../providers/query-client.ts";
import { ActionReport } from "./ActionReport.tsx";
import { actionOutcome } from "./action-outcome.ts";
import type { ActionRequest, ActionResult } from "./action-request.ts";

const REPORT_WIDTH = 560;

/** Runs actions and tells how each row fared. `onDone` gets the ids that failed. */
export function useAction(screen: ScreenModel, onDone: (failed: readonly string[]) => void) {
  const mdl = String(screen.MdlId);
  const { message, modal } = App.useApp();
  const invalidate = useInvalidate();
  const queryClient = useQueryClient();
  const { mutateAsync, isLoading } = useCustomMutation<BaseRecord & { results: ActionResult[] }>({ mutationOptions: { meta: SILENT } });

  const refresh = () => {
    void invalidate({ resource: mdl, invalidates: ["resourceAll"] });
    void queryClient.invalidateQueries({ queryKey: ["remind-count"] });
  };

  const run = async (request: ActionRequest): Promise<void> => {
    const { action, rows, key, values } = request;
    try {
      const { data } = await mutateAsync({
        url: moduleUrl(mdl, "Action"),
        method: "post",
        values,
        config: { headers: { "Idempotency-Key": key } },
        successNotification: false,
      });
      const outcome = actionOutcome(rows, data.results, screen.show.titleField);
      if (outcome.failures.length === 0) void message.success(`${action.title}成功，共 ${outcome.done} 条`);
      else modal.warning({ title: `${action.title}结果`, width: REPORT_WIDTH, content: <ActionReport {...outcome} />, okText: "知道了" });
      onDone(outcome.failures.map((failure) => failure.id));
    } catch (error) {
      if (!isUnanswered(error)) return createErrorReporter(message)(error);
      modal.confirm({
        title: "未收到服务器答复",
        content: `“${action.title}”可能已经执行。重试不会重复执行，关闭后请核对单据状态。`,
        okText: "重试",
        cancelText: "关闭",
        onOk: () => run(request),
      });
    } finally {
      refresh();
    }
  };
  return { run, isRunning: isLoading };
}

/** No answer arrived: the action may or may not have run. */
const isUnanswered = (error: unknown) => error instanceof ApiError && error.code === 0;
