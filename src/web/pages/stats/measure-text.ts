import type { ColumnFormat } from "../../../shared/protocol/screen.ts";
import { groupedText, percentText } from "../../kinds/text/decimal-text.ts";

const DECIMALS: Partial<Record<ColumnFormat, number>> = { money: 2, quantity: 3 };

/** A number of a board as people read it; nothing to measure is a dash. */
export function measureText(value: string | null, format: ColumnFormat): string {
  if (value === null) return "–";
  return format === "rate" ? percentText(value) : groupedText(value, DECIMALS[format] ?? 0);
}
