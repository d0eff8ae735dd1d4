import { FailedPage } from "../../pages/failed/FailedPage.tsx";
import { PageSkeleton } from "../../pages/module/PageSkeleton.tsx";
import { LinesTable } from "../../pages/show/LinesTable.tsx";
import { useMerged } from "./use-merged.ts";
import "../../pages/show/show.css";

/** The bills of a merged payment, with their sums. */
export function MergedBills({ id }: { id: string }) {
  const { data, isError, error, refetch } = useMerged(id);
  if (data === undefined) return isError ? <FailedPage error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <div data-testid="merged-bills">
      <LinesTable lines={data.bills} rows={data.bills.rows} sums={data.bills.totals} />
    </div>
  );
}
