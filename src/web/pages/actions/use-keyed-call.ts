import { App } from "antd";
import { useRef, useState } from "react";
import { endsSession } from "../../../shared/domain/error-catalogue.ts";
import { TransportError } from "../../../shared/protocol/envelope.ts";
import { requestKey } from "../../api/post.ts";
import { type Command, useCommand } from "../../data/use-call.ts";
import { createErrorReporter } from "../../providers/notification-provider.ts";

/** One thing the user wants done. */
export interface KeyedCall extends Command {
  /** For the question after an answer that never came. */
  readonly title: string;
}

/**
 * Sends calls that are done once each, e.g. those that move money. The same wish keeps its Idempotency-Key, if it brings none, for as
 * long as the dialog is open that it was said in, so that however often it is sent it is done once. A refusal ends it: the next try
 * is a new one.
 */
export function useKeyedCall() {
  const { message, modal } = App.useApp();
  const { run } = useCommand({ isSilent: true });
  const keys = useRef(new Map<string, string>());
  const [isRunning, setRunning] = useState(false);

  const isToBeSentAgain = async (title: string): Promise<boolean> =>
    modal.confirm({
      title: "未收到服务器答复",
      content: `“${title}”可能已经执行。重试不会重复执行，关闭后请核对单据状态。`,
      okText: "重试",
      cancelText: "关闭",
      okButtonProps: { "data-testid": "retry-unanswered" },
    });

  /** Resolves with the answer; null: it was refused and told, or nobody knows. */
  const send = async <T>(call: KeyedCall): Promise<T | null> => {
    const { title, url, params } = call;
    const wish = JSON.stringify([url, params]);
    const key = call.key ?? keys.current.get(wish) ?? requestKey();
    keys.current.set(wish, key);
    setRunning(true);
    try {
      const result = await run<T>({ url, params, key });
      keys.current.delete(wish);
      return result;
    } catch (error) {
      // No answer of the portal arrived: it may have been done or not.
      if (error instanceof TransportError && !endsSession(error)) return (await isToBeSentAgain(title)) ? await send<T>(call) : null;
      keys.current.delete(wish);
      createErrorReporter(message)(error);
      return null;
    } finally {
      setRunning(false);
    }
  };
  return { send, isRunning };
}
