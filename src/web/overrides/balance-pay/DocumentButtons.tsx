import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { readUser } from "../../api/session.ts";
import { useCall } from "../../data/use-call.ts";
import type { DocumentButtonsProps } from "../../pages/module/override-pages.ts";
import { billOf } from "./bill.ts";
import { billButtons } from "./bill-buttons.ts";
import { PayButtons } from "./PayButtons.tsx";
import { mergedPath } from "./PayTabs.tsx";
import { PAY_CALLS } from "./pay-calls.ts";
import { useBankPoll } from "./use-bank-poll.ts";

/** The same buttons on the page of one bill. */
export default function DocumentButtons({ screen, id }: Pick<DocumentButtonsProps, "screen" | "id">) {
  const navigate = useNavigate();
  const isSupplier = (readUser()?.PROV_ID ?? "") !== "";
  const { data } = useCall<{ readonly row: WireRow }>(PAY_CALLS.details, { id }, { isSilent: true });
  const bills = useMemo(() => (data === undefined ? [] : [billOf(data.row)]), [data]);
  useBankPoll(bills, { isMerged: false, mayAsk: !isSupplier && screen.functions.includes("bankpay") });
  if (bills.length === 0) return null;
  return (
    <PayButtons
      screen={screen}
      buttons={billButtons(bills, screen.functions, isSupplier)}
      bills={bills}
      isMerged={false}
      onDone={() => undefined}
      onGone={() => undefined}
      onMerged={() => navigate(mergedPath(screen.path))}
    />
  );
}
