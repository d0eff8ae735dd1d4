import type { ScreenColumn, ScreenLines } from "../../../shared/protocol/screen.ts";
import { Sum } from "../DecimalNumber.tsx";

export interface SumPlaces {
  readonly columns: readonly ScreenColumn[];
  /** Which columns are summed. */
  readonly sums: ScreenLines["sums"];
  readonly values: Readonly<Record<string, string>>;
  readonly label: string;
  /** The column the label stands in; left out: the first without a sum. */
  readonly labelField?: string | undefined;
}

/** What stands under each column of a table: its sum, the label of all of them, or nothing. */
export function sumCells({ columns, sums, values, label, labelField }: SumPlaces) {
  const decimals = new Map(sums.map((sum) => [sum.field, sum.decimals]));
  const labelled = labelField ?? columns.find(({ field }) => !decimals.has(field))?.field;
  return columns.map(({ field, align }) => {
    const [sum, places] = [values[field], decimals.get(field)];
    const content = (
      <>
        {field === labelled && <b>{label}</b>}
        {sum !== undefined && places !== undefined && (
          <span data-field={field}>
            <Sum value={sum} decimals={places} />
          </span>
        )}
      </>
    );
    return { field, align, content };
  });
}
