import { Table } from "antd";
import type { ScreenColumn, ScreenModel } from "../../../shared/protocol/screen.ts";
import { Sum } from "../../kinds/DecimalNumber.tsx";

interface FooterRowProps {
  readonly columns: readonly ScreenColumn[];
  readonly footer: NonNullable<ScreenModel["footer"]>;
  readonly sums: Readonly<Record<string, string>>;
  /** Whether a selection column stands before the first column. */
  readonly hasSelection: boolean;
}

/** The sums over the whole filter, each under its column. */
export function FooterRow({ columns, footer, sums, hasSelection }: FooterRowProps) {
  const decimals = new Map(footer.sums.map((sum) => [sum.field, sum.decimals]));
  const labelField = columns.find((column) => !decimals.has(column.field))?.field;
  const offset = hasSelection ? 1 : 0;
  return (
    <Table.Summary.Row className="row-sums" data-testid="list-footer">
      {hasSelection && <Table.Summary.Cell index={0} />}
      {columns.map((column, index) => {
        const sum = sums[column.field];
        return (
          <Table.Summary.Cell key={column.field} index={index + offset} align={column.align}>
            {column.field === labelField && <b>{footer.label}</b>}
            {sum !== undefined && decimals.has(column.field) && (
              <span data-field={column.field}>
                <Sum value={sum} decimals={decimals.get(column.field) ?? 2} />
              </span>
            )}
          </Table.Summary.Cell>
        );
      })}
    </Table.Summary.Row>
  );
}
