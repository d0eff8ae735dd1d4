import type { FormField } from "../../../../shared/protocol/form.ts";
import { type Line, mayWrite } from "../state/form-draft.ts";
import type { ActiveCell } from "./lines-context.ts";

/** Ways of the cursor: to the next value to be written, or to the same field of another line. */
export type Step = "next" | "up" | "down";

/** Where a step leads to; null: beyond the first or the last line. */
export function stepCell(lines: readonly Line[], columns: readonly FormField[], from: ActiveCell, step: Step): ActiveCell | null {
  const row = lines.findIndex(({ key }) => key === from.key);
  if (step !== "next") {
    const line = lines[row + (step === "up" ? -1 : 1)];
    return line === undefined ? null : { key: line.key, field: from.field };
  }
  const here = lines[row];
  const column = columns.findIndex(({ name }) => name === from.field);
  const field = here && columns.slice(column + 1).find((one) => mayWrite(one, here));
  if (field !== undefined) return { key: from.key, field: field.name };
  return lines.slice(row + 1).reduce<ActiveCell | null>((found, line) => found ?? firstCell(line, columns), null);
}

/** The first value of a line that can be written. */
function firstCell(line: Line, columns: readonly FormField[]): ActiveCell | null {
  const field = columns.find((one) => mayWrite(one, line));
  return field === undefined ? null : { key: line.key, field: field.name };
}
