import { Segmented } from "antd";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { readUser } from "../../api/session.ts";
import { FailedPage } from "../../pages/failed/FailedPage.tsx";
import { PageSkeleton } from "../../pages/module/PageSkeleton.tsx";
import { BillsList } from "./BillsList.tsx";
import { useMergedScreen } from "./use-merged.ts";
import { type PayTab, usePayTab } from "./use-pay-tab.ts";
import "./balance-pay.css";

/** The payment page (503): bills, and payments they were merged into. */
export default function BalancePayPage({ screen }: { screen: ScreenModel }) {
  const { tab, show } = usePayTab();
  const isSupplier = (readUser()?.PROV_ID ?? "") !== "";
  const merged = useMergedScreen(tab === "merged");
  const tabs = (
    <Segmented<PayTab>
      aria-label="付款单类别"
      value={tab}
      onChange={show}
      options={[
        { value: "bills", label: <span data-testid="pay-tab-bills">付款单</span> },
        { value: "merged", label: <span data-testid="pay-tab-merged">合并付款单</span> },
      ]}
    />
  );
  const same = { title: screen.title, isSupplier, aside: tabs, onMerged: () => show("merged") };
  if (tab === "bills") {
    return <BillsList key="bills" screen={screen} isMerged={false} {...same} />;
  }
  if (merged.data === undefined)
    return merged.isError ? <FailedPage error={merged.error} onRetry={() => void merged.refetch()} /> : <PageSkeleton />;
  return <BillsList key="merged" screen={merged.data} isMerged {...same} />;
}
