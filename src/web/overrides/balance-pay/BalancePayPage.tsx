import { useQuery } from "@tanstack/react-query";
import { Segmented } from "antd";
import type { ApiError } from "../../../shared/protocol/envelope.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { post } from "../../api/post.ts";
import { readUser } from "../../api/session.ts";
import { FailedPage } from "../../pages/failed/FailedPage.tsx";
import { PageSkeleton } from "../../pages/module/PageSkeleton.tsx";
import { SILENT } from "../../providers/query-client.ts";
import { BillsList } from "./BillsList.tsx";
import { PAY_CALLS } from "./pay-calls.ts";
import { type PayTab, usePayTab } from "./use-pay-tab.ts";
import "./balance-pay.css";

/** Of the merged payments, what the rows carry for the buttons alone. */
const UNSEEN: readonly string[] = ["Statu", "isPay", "isMerge"];

/** The payment page (503): bills, and payments they were merged into. */
export default function BalancePayPage({ screen }: { screen: ScreenModel }) {
  const { tab, show } = usePayTab();
  const isSupplier = (readUser()?.PROV_ID ?? "") !== "";
  const merged = useMergedScreen(screen, tab === "merged");
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
  const onMerged = () => show("merged");
  if (tab === "bills") {
    return <BillsList key="bills" screen={screen} isMerged={false} isSupplier={isSupplier} aside={tabs} onMerged={onMerged} />;
  }
  if (merged.data === undefined)
    return merged.isError ? <FailedPage error={merged.error} onRetry={() => void merged.refetch()} /> : <PageSkeleton />;
  return <BillsList key="merged" screen={merged.data} isMerged isSupplier={isSupplier} aside={tabs} onMerged={onMerged} />;
}

/** The columns of the second tab, for the same version of the registry. */
function useMergedScreen({ version, title }: ScreenModel, isWanted: boolean) {
  return useQuery<ScreenModel, ApiError>({
    queryKey: ["pay-merged-screen", version],
    queryFn: async () => {
      const screen = await post<ScreenModel>(PAY_CALLS.mergedScreen);
      return { ...screen, title, columns: screen.columns.filter(({ field }) => !UNSEEN.includes(field)) };
    },
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    meta: SILENT,
  });
}
