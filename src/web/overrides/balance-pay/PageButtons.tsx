import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { useCall } from "../../data/use-call.ts";
import type { DocumentButtonsProps, ListButtonsProps } from "../../pages/list/override-pages.ts";
import { useTab } from "../../providers/tab.ts";
import { billOf, PAY_CALLS } from "./bill.ts";
import { PayButtons } from "./PayButtons.tsx";

/** What can be done with the bills, or merged payments, that are ticked. */
export function PayListButtons({ screen, selection, list }: ListButtonsProps) {
  const shown = useMemo(() => list.rows.map(billOf), [list.rows]);
  const chosen = useMemo(() => selection.rows.map(billOf), [selection.rows]);
  return <PayButtons screen={screen} bills={chosen} shown={shown} onDone={() => selection.choose([])} />;
}

/** The same buttons on the page of one bill. */
export function BillButtons({ screen, id }: Pick<DocumentButtonsProps, "screen" | "id">) {
  const { data } = useCall<{ readonly row: WireRow }>(PAY_CALLS.details, { id }, { isSilent: true });
  const bills = useMemo(() => (data === undefined ? [] : [billOf(data.row)]), [data]);
  return bills.length === 0 ? null : <PayButtons screen={screen} bills={bills} shown={bills} isDocument />;
}

/** The same buttons on the page of one merged payment, which is left once it is taken apart. */
export function MergedButtons({ screen, rows }: DocumentButtonsProps) {
  const navigate = useNavigate();
  const { pathname, state } = useLocation() as ReturnType<typeof useLocation> & { state: { from?: string } | null };
  const { drop } = useTab();
  const bills = useMemo(() => rows.map(billOf), [rows]);
  const leave = () => {
    navigate(state?.from ?? screen.path, { replace: true });
    drop([pathname]);
  };
  return <PayButtons screen={screen} bills={bills} shown={bills} isDocument onGone={leave} />;
}
