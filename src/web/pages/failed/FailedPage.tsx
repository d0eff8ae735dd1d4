import { Button } from "antd";
import { useEffect, useRef } from "react";
import { RequestId } from "../../feedback/RequestId.tsx";
import { failureWords } from "./failure-words.ts";
import { MessagePage } from "./MessagePage.tsx";

interface FailedPageProps {
  readonly error: { readonly message: string };
  readonly onRetry: () => void;
}

/** A page that could not be loaded: why, what to do, and a way to try again, which is taken by itself once the network is back. */
export function FailedPage({ error, onRetry }: FailedPageProps) {
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
