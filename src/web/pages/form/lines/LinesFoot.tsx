import type { FormField } from "../../../../shared/protocol/form.ts";
import { inputKindOf, valueText } from "../../../kinds/input-kinds.ts";
import type { Line } from "../form-draft.ts";
import { sumLines } from "./sum-lines.ts";

interface LinesFootProps {
  readonly columns: readonly FormField[];
  readonly sums: readonly string[];
  readonly lines: readonly Line[];
}

/** 合计 under the lines, as they are entered. */
export function LinesFoot({ columns, sums, lines }: LinesFootProps) {
  return (
    <tfoot>
      <tr data-testid="lines-sums">
        <th scope="row" className="line-number">
          合计
        </th>
        {columns.map((field) => (
          <td key={field.name} className={`line-${inputKindOf(field).align} num`} data-field={field.name}>
            {sums.includes(field.name) && valueText(field, sumLines(field, lines))}
          </td>
        ))}
        <td className="line-tools" />
      </tr>
    </tfoot>
  );
}
