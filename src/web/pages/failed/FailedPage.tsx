import { Button } from "antd";
import { type ReactNode, useEffect, useRef } from "react";
import { textOf } from "../../../shared/domain/error-catalogue.ts";
import { ApiError, TransportError } from "../../../shared/protocol/envelope.ts";
import { RequestId } from "../../feedback/ToastText.tsx";
import "./message-page.css";

/** A page that could not be loaded: why, what to do, and a way to try again, which is taken by itself once the network is back. */
export function FailedPage({ error, onRetry }: { error: { readonly message: string }; onRetry: () => void }) {
  const { title, text, requestId } = failureWords(error);
  const retry = useRef(onRetry);
  retry.current = onRetry;
  useEffect(() => {
    const onOnline = () => retry.current();
    addEventListener("online", onOnline);
    return () => removeEventListener("online", onOnline);
  }, []);
  return (
    <MessagePage sign="!" title={title} text={text} testId="failed-page">
      {requestId !== undefined && (
        <p>
          <RequestId id={requestId} />
        </p>
      )}
      <Button type="primary" onClick={onRetry}>
        重试
      </Button>
    </MessagePage>
  );
}

const SERVER_FAILURE = 500;

/** What a page says in place of what could not be loaded: what happened, and what to do now; the number only where the server itself failed. */
function failureWords(error: { readonly message: string }): { title: string; text: string; requestId?: string | undefined } {
  if (!(error instanceof ApiError)) return { title: "加载失败", text: "页面出现异常，请重试；如仍失败，请联系管理员。" };
  if (error.code >= SERVER_FAILURE) {
    const text = "服务器未能处理本次请求。请稍后重试；如仍失败，请将编号告知管理员。";
    return { title: "服务器出现故障", text, requestId: error.requestId };
  }
  if (error.code === 0 || error instanceof TransportError) {
    return { title: "无法连接服务器", text: "请检查网络连接，网络恢复后将自动重试，也可以立即重试。" };
  }
  return { title: "加载失败", text: textOf(error) };
}

interface MessagePageProps {
  readonly sign: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly testId: string;
  readonly children?: ReactNode;
}

/** A page that only says something, with a way on. (antd's Result brings its pictures along.) */
export function MessagePage({ sign, title, text, testId, children }: MessagePageProps) {
  return (
    <div className="message-page" data-testid={testId}>
      <div className="message-sign" aria-hidden>
        {sign}
      </div>
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </div>
  );
}
