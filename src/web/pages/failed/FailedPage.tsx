import { Button } from "antd";
import { MessagePage } from "./MessagePage.tsx";

interface FailedPageProps {
  readonly error: { readonly message: string };
  readonly onRetry: () => void;
}

/** A page that could not be loaded, with the reason and a way to try again. */
export function FailedPage({ error, onRetry }: FailedPageProps) {
  return (
    <MessagePage sign="!" title="加载失败" text={error.message} testId="failed-page">
      <Button type="primary" onClick={onRetry}>
        重试
      </Button>
    </MessagePage>
  );
}
