import { isScaled } from "../../../../shared/domain/cell.ts";
import { formatScaled, parseScaled, SCALE } from "../../../../shared/domain/scaled.ts";
import type { FormField } from "../../../../shared/protocol/form.ts";
import { inputKindOf, valueText } from "../../../kinds/inputs/input-kinds.ts";
import type { Line } from "../state/form-draft.ts";

/** 合计 under the lines, as they are entered. */
export function LinesFoot({ columns, sums, lines }: { columns: readonly FormField[]; sums: readonly string[]; lines: readonly Line[] }) {
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

/** The exact sum of a column as decimal text; what is no number yet counts nothing. */
function sumLines({ name, type }: FormField, lines: readonly Line[]): string {
  const scale = isScaled(type) ? SCALE[type] : 0;
  const sum = lines.reduce((total, { values }) => total + (parseScaled(String(values[name] ?? ""), scale) ?? 0n), 0n);
  return formatScaled(sum, scale);
}
