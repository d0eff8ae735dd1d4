import { Table } from "antd";
import { Link } from "react-router-dom";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenColumn, ScreenLines } from "../../../shared/protocol/screen.ts";
import { Sum } from "../DecimalNumber.tsx";
import { rowId } from "../row.ts";
import { renderValue } from "./column-kinds.ts";

/** The field that leads to the document of a row. */
export interface RowLink {
  readonly field: string | undefined;
  readonly pathOf: (id: string) => string;
  /** Where the document page leads back to. */
  readonly from: string;
}

/** A number that is cut off is another number. */
const NUMBERS: ReadonlySet<ScreenColumn["format"]> = new Set(["integer", "money", "price", "quantity", "rate"]);

/** Columns of a screen as antd's; texts that do not fit end in dots, with the whole of them as the tooltip. */
export function tableColumns(columns: readonly ScreenColumn[], link?: RowLink) {
  return columns.map((column) => ({
    key: column.field,
    dataIndex: column.field,
    title: column.title,
    width: column.width,
    align: column.align,
    ellipsis: !NUMBERS.has(column.format),
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

interface SumsInput {
  readonly columns: readonly ScreenColumn[];
  /** Which columns are summed. */
  readonly sums: ScreenLines["sums"];
  readonly values: Readonly<Record<string, string>>;
  readonly label: string;
  /** The column the label stands in; left out: the first without a sum. */
  readonly labelField?: string | undefined;
  /** Whether a selection column stands before the first column. */
  readonly hasSelection?: boolean;
  readonly testId?: string;
}

/** antd's summary of a table: sums, each under its column. */
export function tableSums({ columns, sums, values, label, labelField, hasSelection = false, testId }: SumsInput) {
  const decimals = new Map(sums.map((sum) => [sum.field, sum.decimals]));
  const labelled = labelField ?? columns.find(({ field }) => !decimals.has(field))?.field;
  // antd looks at the element itself: `fixed` counts only on a Table.Summary returned from here.
  return () => (
    <Table.Summary fixed>
      <Table.Summary.Row className="row-sums" data-testid={testId}>
        {hasSelection && <Table.Summary.Cell index={0} />}
        {columns.map(({ field, align }, index) => {
          const [sum, places] = [values[field], decimals.get(field)];
          return (
            <Table.Summary.Cell key={field} index={index + Number(hasSelection)} align={align}>
              {field === labelled && <b>{label}</b>}
              {sum !== undefined && places !== undefined && (
                <span data-field={field}>
                  <Sum value={sum} decimals={places} />
                </span>
              )}
            </Table.Summary.Cell>
          );
        })}
      </Table.Summary.Row>
    </Table.Summary>
  );
}
