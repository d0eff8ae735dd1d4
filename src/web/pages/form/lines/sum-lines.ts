import { isScaled } from "../../../../shared/domain/cell.ts";
import { formatScaled, parseScaled, SCALE } from "../../../../shared/domain/scaled.ts";
import type { FormField } from "../../../../shared/protocol/form.ts";
import type { Line } from "../form-draft.ts";

/** The exact sum of a column as decimal text; what is no number yet counts nothing. */
export function sumLines({ name, type }: FormField, lines: readonly Line[]): string {
  const scale = isScaled(type) ? SCALE[type] : 0;
  const sum = lines.reduce((total, { values }) => total + (parseScaled(String(values[name] ?? ""), scale) ?? 0n), 0n);
  return formatScaled(sum, scale);
}
