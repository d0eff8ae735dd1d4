import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { readUser } from "../../api/session.ts";
import type { DocumentButtonsProps } from "../../pages/module/override-pages.ts";
import { useTab } from "../../providers/tab.ts";
import { billOf } from "./bill.ts";
import { mergedButtons } from "./bill-buttons.ts";
import { PayButtons } from "./PayButtons.tsx";
import { useBankPoll } from "./use-bank-poll.ts";
import "./balance-pay.css";

/** The same buttons on the page of one merged payment, which is left once it is taken apart. */
export default function MergedButtons({ screen, rows }: DocumentButtonsProps) {
  const navigate = useNavigate();
  const { pathname, state } = useLocation() as ReturnType<typeof useLocation> & { state: { from?: string } | null };
  const { drop } = useTab();
  const isSupplier = (readUser()?.PROV_ID ?? "") !== "";
  const bills = useMemo(() => rows.map(billOf), [rows]);
  useBankPoll(bills, { isMerged: true, mayAsk: !isSupplier && screen.functions.includes("bankpay") });
  const leave = () => {
    navigate(state?.from ?? screen.path, { replace: true });
    drop([pathname]);
  };
  return (
    <PayButtons
      screen={screen}
      buttons={mergedButtons(bills, screen.functions, isSupplier).filter(({ action }) => action !== "details")}
      bills={bills}
      isMerged
      onDone={() => undefined}
      onMerged={() => undefined}
      onGone={leave}
    />
  );
}
