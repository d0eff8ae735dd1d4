import { useMemo } from "react";
import type { ListButtonsProps } from "../../pages/list/override-pages.ts";
import { billOf } from "./bill.ts";
import { PayButtons } from "./PayButtons.tsx";

/** What can be done with the bills, or merged payments, that are ticked. */
export default function PayListButtons({ screen, selection, list }: ListButtonsProps) {
  const shown = useMemo(() => list.rows.map(billOf), [list.rows]);
  const chosen = useMemo(() => selection.rows.map(billOf), [selection.rows]);
  return <PayButtons screen={screen} bills={chosen} shown={shown} onDone={() => selection.choose([])} />;
}
