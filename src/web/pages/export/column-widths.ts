import { decimalText } from "../../../shared/domain/decimal-text.ts";
import type { SheetRow } from "./sheet-rows.ts";

const PADDING = 2;
const NARROWEST = 6;
const WIDEST = 60;
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

/** Grows the widths (in characters) so that the row fits. */
export function growWidths(widths: number[], row: SheetRow): void {
  row.forEach((cell, index) => {
    if (cell === null) return;
    const text = cell.t === "s" ? cell.v : decimalText(cell.v, cell.z.split(".")[1]?.replace(/\D/g, "").length ?? 0);
    widths[index] = Math.min(WIDEST, Math.max(widths[index] ?? NARROWEST, textWidth(text) + PADDING));
  });
}

/** Width of a text in characters; a Chinese character counts as two. */
export const textWidth = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0);
