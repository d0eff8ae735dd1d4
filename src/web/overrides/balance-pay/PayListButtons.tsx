import { useMemo } from "react";
import { readUser } from "../../api/session.ts";
import type { ListButtonsProps } from "../../pages/module/override-pages.ts";
import { billOf } from "./bill.ts";
import { billButtons, mergedButtons } from "./bill-buttons.ts";
import { PayButtons } from "./PayButtons.tsx";
import { useBankPoll } from "./use-bank-poll.ts";
import "./balance-pay.css";

interface PayListButtonsProps extends ListButtonsProps {
  readonly isMerged: boolean;
  readonly onMerged: () => void;
}

/** What can be done with the bills, or merged payments, that are ticked. */
export function PayListButtons({ screen, selection, list, isMerged, onMerged }: PayListButtonsProps) {
  const { functions } = screen;
  const isSupplier = (readUser()?.PROV_ID ?? "") !== "";
  const shown = useMemo(() => list.rows.map(billOf), [list.rows]);
  const chosen = useMemo(() => selection.rows.map(billOf), [selection.rows]);
  useBankPoll(shown, { isMerged, mayAsk: !isSupplier && functions.includes("bankpay") });
  return (
    <PayButtons
      screen={screen}
      buttons={(isMerged ? mergedButtons : billButtons)(chosen, functions, isSupplier)}
      bills={chosen}
      isMerged={isMerged}
      onDone={() => selection.choose([])}
      onMerged={onMerged}
      onGone={() => undefined}
    />
  );
}
