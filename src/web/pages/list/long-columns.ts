import type { CSSProperties, ReactNode } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenColumn } from "../../../shared/protocol/screen.ts";
import { type RowLink, tableColumns } from "../../kinds/columns/table-columns.tsx";
import { columnWidth, lastLeftOf, SELECTION_WIDTH } from "./list-widths.ts";

/** What each cell of a column is drawn with. */
export interface LongColumn {
  readonly key: string;
  readonly className: string;
  readonly style: CSSProperties;
  /** null: the box that ticks the row. */
  readonly render: ((row: WireRow) => ReactNode) | null;
  /** A text that does not fit ends in dots. */
  readonly isCut: boolean;
  /** Its shadow lies beyond its edge, so that not the cell itself cuts the text. */
  readonly isEdge: boolean;
}

const CELL = "ant-table-cell";

/** The columns of a long table, the box that ticks a row before them; its cells are named and placed as antd does it with those of its own rows. */
export function longColumns(columns: readonly ScreenColumn[], link: RowLink, hasTicks: boolean): LongColumn[] {
  const widths = columns.map(columnWidth);
  const lastLeft = lastLeftOf(columns);
  const firstRight = columns.findIndex(({ fixed }) => fixed === "right");
  const sum = (from: number, to?: number) => widths.slice(from, to).reduce((all, width) => all + width, 0);
  const tick: LongColumn = {
    key: "tick",
    className: `${CELL} ant-table-selection-column ${CELL}-fix-left${lastLeft < 0 ? ` ${CELL}-fix-left-last` : ""}`,
    style: { position: "sticky", left: 0 },
    render: null,
    isCut: false,
    isEdge: false,
  };
  const cells = tableColumns(columns, link).map(({ key, align, ellipsis, render }, index): LongColumn => {
    const isRight = columns[index]?.fixed === "right";
    const names = [
      CELL,
      ...(ellipsis ? [`${CELL}-ellipsis`] : []),
      ...(index <= lastLeft ? [`${CELL}-fix-left`, ...(index === lastLeft ? [`${CELL}-fix-left-last`] : [])] : []),
      ...(isRight ? [`${CELL}-fix-right`, ...(index === firstRight ? [`${CELL}-fix-right-first`] : [])] : []),
    ];
    return {
      key,
      className: names.join(" "),
      style: {
        textAlign: align,
        ...(index <= lastLeft && { position: "sticky", left: (hasTicks ? SELECTION_WIDTH : 0) + sum(0, index) }),
        ...(isRight && { position: "sticky", right: sum(index + 1) }),
      },
      render: (row) => render(undefined, row),
      isCut: ellipsis,
      isEdge: index === lastLeft || (isRight && index === firstRight),
    };
  });
  return hasTicks ? [tick, ...cells] : cells;
}
