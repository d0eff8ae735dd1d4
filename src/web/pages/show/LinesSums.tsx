import { Table } from "antd";
import type { ScreenLines } from "../../../shared/protocol/screen.ts";
import { Sum } from "../../kinds/DecimalNumber.tsx";

/** 合计 under the lines of a document. */
export function LinesSums({ lines, sums }: { lines: ScreenLines; sums: Readonly<Record<string, string>> }) {
  const decimals = new Map(lines.sums.map((sum) => [sum.field, sum.decimals]));
  return (
    <Table.Summary.Row className="row-sums">
      {lines.columns.map((column, index) => {
        const sum = sums[column.field];
        const places = decimals.get(column.field);
        return (
          <Table.Summary.Cell key={column.field} index={index} align={column.align}>
            {index === 0 && <b>合计</b>}
            {sum !== undefined && places !== undefined && <Sum value={sum} decimals={places} />}
          </Table.Summary.Cell>
        );
      })}
    </Table.Summary.Row>
  );
}
