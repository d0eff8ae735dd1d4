import { type ReactNode, useMemo } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { ListPage } from "../../pages/list/ListPage.tsx";
import type { Selection } from "../../pages/list/use-selection.ts";
import { billOf } from "./bill.ts";
import { billButtons, mergedButtons } from "./bill-buttons.ts";
import { PayButtons } from "./PayButtons.tsx";
import { PAY_CALLS } from "./pay-calls.ts";
import { useBankPoll } from "./use-bank-poll.ts";

interface BillsListProps {
  readonly screen: ScreenModel;
  /** What the page is called. */
  readonly title: string;
  readonly isMerged: boolean;
  readonly isSupplier: boolean;
  /** The tabs. */
  readonly aside: ReactNode;
  readonly onMerged: () => void;
}

/** One tab of the payment page: the list of every page, over the calls of this one. */
export function BillsList({ screen, title, isMerged, isSupplier, aside, onMerged }: BillsListProps) {
  return (
    <ListPage
      screen={screen}
      url={isMerged ? PAY_CALLS.merged : PAY_CALLS.bills}
      title={title}
      aside={aside}
      buttons={(selection, list) => (
        <ListButtons
          screen={screen}
          rows={list.rows}
          selection={selection}
          isMerged={isMerged}
          isSupplier={isSupplier}
          onMerged={onMerged}
        />
      )}
    />
  );
}

interface ListButtonsProps extends Omit<BillsListProps, "aside" | "title"> {
  readonly rows: readonly WireRow[];
  readonly selection: Selection;
}

function ListButtons({ screen, rows, selection, isMerged, isSupplier, onMerged }: ListButtonsProps) {
  const { functions } = screen;
  const shown = useMemo(() => rows.map(billOf), [rows]);
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
