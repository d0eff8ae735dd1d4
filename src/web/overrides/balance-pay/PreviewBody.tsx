import type { UseQueryResult } from "@tanstack/react-query";
import { Alert, Button } from "antd";
import type { ApiError } from "../../../shared/protocol/envelope.ts";
import type { PayPreview } from "../../../shared/protocol/pay-preview.ts";
import { FailedPage } from "../../pages/failed/FailedPage.tsx";
import { PageSkeleton } from "../../pages/module/PageSkeleton.tsx";
import { PreviewTable } from "./PreviewTable.tsx";
import { PreviewTotals } from "./PreviewTotals.tsx";
import { refusalOf, refusedIds } from "./preview-words.ts";

interface PreviewBodyProps {
  readonly query: UseQueryResult<PayPreview, ApiError>;
  /** Goes on without these bills. */
  readonly onLeaveOut: (ids: readonly string[]) => void;
}

/** What is about to be done: nothing is confirmed that was not seen here. One bill that is refused holds back the whole batch. */
export function PreviewBody({ query, onLeaveOut }: PreviewBodyProps) {
  const { data, isError, error, refetch } = query;
  if (data === undefined) return isError ? <FailedPage error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const refusal = refusalOf(data);
  const refused = refusedIds(data);
  const isMixed = refused.length < data.rows.length && refused.length > 0;
  return (
    <div className="pay-preview" aria-busy={query.isFetching} data-testid="pay-preview">
      {refusal !== null && (
        <Alert
          type="error"
          showIcon
          message={<span data-testid="preview-refusal">{refusal}</span>}
          description={isMixed ? `${data.rows.length} 张单据中有 ${refused.length} 张不能执行，整批都不会执行。` : undefined}
          action={
            isMixed ? (
              <Button size="small" onClick={() => onLeaveOut(refused)} data-testid="preview-leave-out">
                移除不能执行的单据
              </Button>
            ) : undefined
          }
        />
      )}
      <PreviewTable preview={data} />
      <PreviewTotals preview={data} />
    </div>
  );
}
