import type { ColumnFormat } from "../../../shared/protocol/screen.ts";

/** A number that is cut off is another number. */
const NUMBERS: ReadonlySet<ColumnFormat> = new Set(["integer", "money", "price", "quantity", "rate"]);

/** Whether a text of this format that does not fit its column ends in dots. */
export const isCut = (format: ColumnFormat): boolean => !NUMBERS.has(format);
