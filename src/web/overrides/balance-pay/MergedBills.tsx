import type { DocumentTable } from "../../../shared/protocol/screen.ts";
import { useCall } from "../../data/use-call.ts";
import { FailedPage } from "../../pages/failed/FailedPage.tsx";
import { PageSkeleton } from "../../pages/module/PageSkeleton.tsx";
import { LinesTable } from "../../pages/show/LinesTable.tsx";
import { PAY_CALLS } from "./pay-calls.ts";
import "../../pages/show/show.css";

/** The bills of a merged payment, with their sums. */
export function MergedBills({ id }: { id: string }) {
  const { data, error, refetch } = useCall<{ readonly bills: DocumentTable }>(
    PAY_CALLS.mergedDetails,
    { id },
    { isSilent: true, keepPreviousData: false },
  );
  if (data === undefined) return error === null ? <PageSkeleton /> : <FailedPage error={error} onRetry={() => void refetch()} />;
  return (
    <div data-testid="merged-bills">
      <LinesTable lines={data.bills} rows={data.bills.rows} sums={data.bills.totals} />
    </div>
  );
}
