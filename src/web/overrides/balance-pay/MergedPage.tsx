import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { DocumentTable, ScreenModel } from "../../../shared/protocol/screen.ts";
import { readUser } from "../../api/session.ts";
import { rowId } from "../../kinds/row.ts";
import { FailedPage } from "../../pages/failed/FailedPage.tsx";
import { PageSkeleton } from "../../pages/module/PageSkeleton.tsx";
import { PrintButton } from "../../pages/print-button/PrintButton.tsx";
import { DocumentSheet } from "../../pages/show/DocumentSheet.tsx";
import { LinesTable } from "../../pages/show/LinesTable.tsx";
import { useTab, useTabName } from "../../providers/tab.ts";
import { billOf, textOf } from "./bill.ts";
import { mergedButtons } from "./bill-buttons.ts";
import { PayButtons } from "./PayButtons.tsx";
import { useBankPoll } from "./use-bank-poll.ts";
import { type Merged, useMerged, useMergedScreen } from "./use-merged.ts";
import { mergedList } from "./use-pay-tab.ts";
import "./balance-pay.css";

/** The document page of a merged payment: its bills with their sum, what was paid for them, and its place in their chain. */
export default function MergedPage({ screen, id }: { screen: ScreenModel; id: string }) {
  const shape = useMergedScreen();
  const merged = useMerged(id);
  useTabName(merged.data === undefined ? null : `合并付款单 ${textOf(merged.data.row, "Billid")}`);
  const failed = [shape, merged].find(({ data, isError }) => data === undefined && isError);
  if (failed?.error) return <FailedPage error={failed.error} onRetry={() => void failed.refetch()} />;
  if (shape.data === undefined || merged.data === undefined) return <PageSkeleton />;
  return (
    <DocumentSheet
      screen={shape.data}
      document={merged.data}
      back={mergedList(screen.path)}
      tools={<Tools screen={screen} merged={merged.data} />}
    >
      <Documents table={merged.data.bills} testId="merged-bills" />
      {merged.data.records !== null && <Documents table={merged.data.records} testId="merged-records" />}
    </DocumentSheet>
  );
}

function Documents({ table, testId }: { table: DocumentTable; testId: string }) {
  const [first] = table.columns;
  return (
    <div data-testid={testId}>
      <LinesTable lines={table} rows={table.rows} sums={table.totals} link={{ field: first?.field ?? "", path: table.path }} />
    </div>
  );
}

/** What can be done with it; its bills are printed one by one, as each has its own statement. */
function Tools({ screen, merged }: { screen: ScreenModel; merged: Merged }) {
  const navigate = useNavigate();
  const { pathname, state } = useLocation() as ReturnType<typeof useLocation> & { state: { from?: string } | null };
  const { drop } = useTab();
  const isSupplier = (readUser()?.PROV_ID ?? "") !== "";
  const bills = useMemo(() => [billOf(merged.row)], [merged.row]);
  useBankPoll(bills, { isMerged: true, mayAsk: !isSupplier && screen.functions.includes("bankpay") });
  const leave = () => {
    navigate(state?.from ?? mergedList(screen.path), { replace: true });
    drop([pathname]);
  };
  const buttons = mergedButtons(bills, screen.functions, isSupplier).filter(({ action }) => action !== "details");
  return (
    <>
      <PayButtons
        screen={screen}
        buttons={buttons}
        bills={bills}
        isMerged
        onDone={() => undefined}
        onMerged={() => undefined}
        onGone={leave}
      />
      <PrintButton screen={screen} ids={merged.bills.rows.map(rowId)} />
    </>
  );
}
