import type { TableProps } from "antd";
import { type ReactNode, useCallback, useState } from "react";
import type { WireRow } from "../../shared/protocol/list.ts";

type RowSelection = NonNullable<TableProps<WireRow>["rowSelection"]>;

/** The boxes that tick rows, with names for whoever cannot see them; `nameOf` tells rows apart. */
export function rowTicks(nameOf: (row: WireRow) => string): RowSelection {
  return {
    fixed: true,
    columnTitle: (box) => <HeadTick>{box}</HeadTick>,
    getTitleCheckboxProps: () => ({ "aria-label": "全选" }),
    getCheckboxProps: (row) => ({ "aria-label": `选择 ${nameOf(row)}` }) as ReturnType<NonNullable<RowSelection["getCheckboxProps"]>>,
  };
}

/**
 * The box that ticks all. antd draws each head a second time in a hidden row, to measure it: there it would be a box that can be
 * reached by key and not be seen. Its column has a width of its own and needs no measuring.
 */
export function HeadTick({ children }: { children: ReactNode }) {
  const [isHidden, setIsHidden] = useState(false);
  const look = useCallback((element: HTMLElement | null) => {
    if (element?.closest("[aria-hidden=true]")) setIsHidden(true);
  }, []);
  return <span ref={look}>{!isHidden && children}</span>;
}
