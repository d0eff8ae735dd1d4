import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { post } from "../../api/post.ts";
import { readUser } from "../../api/session.ts";
import { SILENT } from "../../providers/query-client.ts";
import { billOf } from "./bill.ts";
import { billButtons } from "./bill-buttons.ts";
import { PayButtons } from "./PayButtons.tsx";
import { PAY_CALLS } from "./pay-calls.ts";
import { useBankPoll } from "./use-bank-poll.ts";
import { mergedList } from "./use-pay-tab.ts";

/** The same buttons on the page of one bill. */
export default function DocumentButtons({ screen, id }: { screen: ScreenModel; id: string }) {
  const mdl = String(screen.MdlId);
  const navigate = useNavigate();
  const isSupplier = (readUser()?.PROV_ID ?? "") !== "";
  // Named as rows of the module are: whatever changes the bill has this read anew.
  const { data } = useQuery<{ readonly row: WireRow }>({
    queryKey: ["data", "default", mdl, "pay-buttons", id],
    queryFn: () => post<{ readonly row: WireRow }>(PAY_CALLS.details, { id }),
    meta: SILENT,
  });
  const bills = useMemo(() => (data === undefined ? [] : [billOf(data.row)]), [data]);
  useBankPoll(mdl, bills, { isMerged: false, mayAsk: !isSupplier && screen.functions.includes("bankpay") });
  if (bills.length === 0) return null;
  return (
    <PayButtons
      screen={screen}
      buttons={billButtons(bills, screen.functions, isSupplier)}
      bills={bills}
      isMerged={false}
      onDone={() => undefined}
      onGone={() => undefined}
      onMerged={() => navigate(mergedList(screen.path))}
    />
  );
}
