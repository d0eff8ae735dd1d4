import { Table } from "antd";
import { Link } from "react-router-dom";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenColumn } from "../../../shared/protocol/screen.ts";
import { rowId } from "../row.ts";
import { renderValue } from "./column-kinds.ts";
import { isCut } from "./cut-text.ts";
import { type SumPlaces, sumCells } from "./sum-cells.tsx";

/** The field that leads to the document of a row. */
export interface RowLink {
  readonly field: string | undefined;
  readonly pathOf: (id: string) => string;
  /** Where the document page leads back to. */
  readonly from: string;
}

/** Columns of a screen as antd's; texts that do not fit end in dots, with the whole of them as the tooltip. */
export function tableColumns(columns: readonly ScreenColumn[], link?: RowLink) {
  return columns.map((column) => ({
    key: column.field,
    dataIndex: column.field,
    title: column.title,
    width: column.width,
    align: column.align,
    ellipsis: isCut(column.format),
    render: (_value: unknown, row: WireRow) =>
      column.field === link?.field ? (
        <Link to={link.pathOf(rowId(row))} state={{ from: link.from }}>
          {renderValue(row, column, "查看")}
        </Link>
      ) : (
        renderValue(row, column)
      ),
  }));
}

interface SumsInput extends SumPlaces {
  /** Whether a selection column stands before the first column. */
  readonly hasSelection?: boolean;
  readonly testId?: string;
}

/** antd's summary of a table: sums, each under its column. */
export function tableSums({ hasSelection = false, testId, ...places }: SumsInput) {
  const cells = sumCells(places);
  // antd looks at the element itself: `fixed` counts only on a Table.Summary returned from here.
  return () => (
    <Table.Summary fixed>
      <Table.Summary.Row className="row-sums" data-testid={testId}>
        {hasSelection && <Table.Summary.Cell index={0} />}
        {cells.map(({ field, align, content }, index) => (
          <Table.Summary.Cell key={field} index={index + Number(hasSelection)} align={align}>
            {content}
          </Table.Summary.Cell>
        ))}
      </Table.Summary.Row>
    </Table.Summary>
  );
}
