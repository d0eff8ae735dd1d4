import { Random } from "../../random.ts";
import { Canvas } from "../canvas.ts";
import { sampleText, sampleWidth } from "../lettering.ts";
import { rect, type Shape } from "../shapes.ts";

const SIZE = 360;
const CELLS = 29;
const CELL_PX = 10;
const FINDER = 7;
const MARGIN = (SIZE - CELLS * CELL_PX) / 2;

export const CODES = 2;

/** What looks like a QR code and leads nowhere: it cannot be read. */
export function drawCode(n: number): Canvas {
  const canvas = new Canvas(SIZE, SIZE, "#ffffff");
  canvas.fill(n % 2 === 0 ? "#20242b" : "#1f4f8f", ...codeCells(MARGIN, MARGIN, CELL_PX, CELLS, n));
  const label = 34;
  canvas.fill("#ffffff", rect((SIZE - 110) / 2, (SIZE - 66) / 2, 110, 66, 10));
  return canvas.fill("#d0312d", ...sampleText((SIZE - sampleWidth(label)) / 2, (SIZE - label) / 2, label));
}

/** The dark cells of a code with its corner at a point. */
export function codeCells(x: number, y: number, size: number, cells: number, n: number): Shape[] {
  const random = new Random(`code|${cells}|${n}`);
  const dark: Shape[] = [];
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const isDark = finderCell(row, column, cells) ?? random.chance(48);
      if (isDark) dark.push(rect(x + column * size, y + row * size, size, size));
    }
  }
  return dark;
}

/** Dark or light within the three corner marks and the space around them; undefined elsewhere. */
function finderCell(row: number, column: number, cells: number): boolean | undefined {
  const far = cells - FINDER;
  const corners = [
    [0, 0],
    [0, far],
    [far, 0],
  ] as const;
  for (const [top, start] of corners) {
    const [r, c] = [row - top, column - start];
    if (r < -1 || c < -1 || r > FINDER || c > FINDER) continue;
    const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3));
    return ring === 3 || ring <= 1;
  }
  return undefined;
}
