import { Button, Result } from "antd";

interface FailedPageProps {
  readonly error: { readonly message: string };
  readonly onRetry: () => void;
}

/** A page that could not be loaded, with the reason and a way to try again. */
export function FailedPage({ error, onRetry }: FailedPageProps) {
  return (
    <div className="page-center" data-testid="failed-page">
      <Result
        status="warning"
        title="加载失败"
        subTitle={error.message}
        extra={
          <Button type="primary" onClick={onRetry}>
            重试
          </Button>
        }
      />
    </div>
  );
}
