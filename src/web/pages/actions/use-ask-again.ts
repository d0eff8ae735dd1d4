import { App } from "antd";
import { useCallback } from "react";
import { endsSession } from "../../../shared/domain/error-catalogue.ts";
import { TransportError } from "../../../shared/protocol/envelope.ts";

/** No answer of the portal arrived: what was asked for may or may not have been done. */
export const isUnanswered = (error: unknown): boolean => error instanceof TransportError && !endsSession(error);

/** Asks whether something that got no answer is to be sent once more; its Idempotency-Key keeps it from being done twice. */
export function useAskAgain(): (title: string) => Promise<boolean> {
  const { modal } = App.useApp();
  return useCallback(
    async (title) =>
      modal.confirm({
        title: "未收到服务器答复",
        content: `“${title}”可能已经执行。重试不会重复执行，关闭后请核对单据状态。`,
        okText: "重试",
        cancelText: "关闭",
        okButtonProps: { "data-testid": "retry-unanswered" },
      }),
    [modal],
  );
}
