import { Canvas } from "../canvas.ts";
import { digits } from "../lettering.ts";
import { HEIGHT, textLines, WIDTH, watermark } from "../paper.ts";
import { ellipse, outline, rect, stroke } from "../shapes.ts";
import { codeCells } from "./qr.ts";

/** Colours of the lines, as the kinds of invoices have them. */
const INKS = ["#9c4a2f", "#2f6b52", "#2f4f8a", "#7a4a86"] as const;

export const INVOICES = INKS.length;

/** A tax invoice: code, title, table, totals, stamp. */
export function drawInvoice(n: number): Canvas {
  const ink = INKS[n % INKS.length] ?? INKS[0];
  const canvas = new Canvas(WIDTH, HEIGHT, "#fdfdfa");
  canvas.fill("#3d434c", ...codeCells(26, 22, 3, 17, n));
  canvas.fill(ink, rect(160, 30, 160, 15, 7), rect(176, 54, 128, 2), rect(176, 59, 128, 2));
  canvas.fill("#5f6773", ...digits(`0000000${n + 1}`, 362, 32, 15)).fill("#a9afb9", rect(362, 58, 82, 7, 3));
  const table = rect(24, 92, WIDTH - 48, 214);
  const rows = [140, 166, 230, 258].map((y) => stroke(1.5, [24, y], [456, y]));
  const columns = [180, 236, 292, 360].map((x) => stroke(1.5, [x, 140], [x, 230]));
  canvas.fill(ink, outline(table, 2), ...rows, ...columns, stroke(1.5, [56, 92], [56, 140]), stroke(1.5, [56, 258], [56, 306]));
  canvas.fill("#8b93a0", ...textLines(66, 101, 14, [150, 190, 120], 6), ...textLines(66, 267, 14, [170, 130], 6));
  canvas.fill("#5f6773", ...[0, 1, 2].flatMap((line) => invoiceLine(176 + line * 17, 92 - line * 14)));
  canvas.fill("#3d434c", rect(36, 240, 96, 8, 4), rect(372, 240, 70, 8, 4));
  watermark(canvas, ink, 0.12);
  canvas.wash("#d0312d", 0.8, outline(ellipse(388, 300, 54, 32), 4), outline(ellipse(388, 300, 44, 24), 1.5));
  return canvas;
}

function invoiceLine(y: number, width: number) {
  return [rect(36, y, width, 6, 3), rect(192, y, 26, 6, 3), rect(250, y, 28, 6, 3), rect(310, y, 36, 6, 3), rect(378, y, 60, 6, 3)];
}
