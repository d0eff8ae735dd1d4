import { App } from "antd";
import { useRef, useState } from "react";
import { post } from "../../api/post.ts";
import { requestKey } from "../../api/request-key.ts";
import type { FormParams } from "../../api/send.ts";
import { createErrorReporter } from "../../providers/notification-provider.ts";
import { isUnanswered, useAskAgain } from "./use-ask-again.ts";
import { useRefresh } from "./use-refresh.ts";

/** One thing the user wants done. */
export interface KeyedCall {
  /** For the question after an answer that never came. */
  readonly title: string;
  readonly url: string;
  readonly values: FormParams;
}

/**
 * Sends calls that are done once each, e.g. those that move money. The same wish keeps its Idempotency-Key for as long as the dialog is
 * open that it was said in, so that however often it is sent it is done once. A refusal ends it: the next try is a new one.
 */
export function useKeyedCall(mdl: string) {
  const { message } = App.useApp();
  const askAgain = useAskAgain();
  const refresh = useRefresh(mdl);
  const keys = useRef(new Map<string, string>());
  const [isRunning, setRunning] = useState(false);

  /** Resolves with the answer; null: it was refused and told, or nobody knows. */
  const send = async <T>(call: KeyedCall): Promise<T | null> => {
    const wish = JSON.stringify([call.url, call.values]);
    const key = keys.current.get(wish) ?? requestKey();
    keys.current.set(wish, key);
    setRunning(true);
    try {
      const result = await post<T>(call.url, call.values, { headers: { "Idempotency-Key": key } });
      keys.current.delete(wish);
      return result;
    } catch (error) {
      if (!isUnanswered(error)) {
        keys.current.delete(wish);
        createErrorReporter(message)(error);
        return null;
      }
      return (await askAgain(call.title)) ? await send<T>(call) : null;
    } finally {
      setRunning(false);
      refresh();
    }
  };
  return { send, isRunning };
}
