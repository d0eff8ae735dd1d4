import { OVERSIZE, watermarkGrid } from "../../shared/print/watermark.ts";
import type { PrintPage } from "../../shared/protocol/print.ts";
import type { Pen } from "../base/pen.ts";
import { mm } from "./block.ts";

const DRAFT = { text: "草稿", size: mm(60), color: "#e4e7ec", turn: -16 } as const;
const STAMP = { size: mm(13), color: "#c8102e", opacity: 0.45, turn: -16, spacing: 0.25, widest: 0.9, line: mm(0.3) } as const;
const WATERMARK = { size: mm(4), opacity: 0.09, turn: -24 } as const;
/** From the middle of a line down to what its characters stand on, as a share of their size. */
const BASELINE = 0.35;

interface Surface {
  readonly document: PDFKit.PDFDocument;
  readonly pen: Pen;
  readonly sheet: PrintPage;
}

/** Draws around the middle of the sheet, turned by `degrees`. */
function turned({ document, sheet }: Surface, degrees: number, draw: (width: number, height: number) => void): void {
  const [width, height] = [mm(sheet.width), mm(sheet.pageheight)];
  document
    .save()
    .translate(width / 2, height / 2)
    .rotate(degrees);
  draw(width, height);
  document.restore();
}

/** 草稿, pale, behind all else. */
export function drawDraft(surface: Surface): void {
  const face = { weight: "bold", size: DRAFT.size } as const;
  turned(surface, DRAFT.turn, () => {
    surface.document.fillColor(DRAFT.color);
    surface.pen.put(DRAFT.text, -surface.pen.widthOf(DRAFT.text, face) / 2, DRAFT.size * BASELINE, face);
  });
}

/** A word in a frame across the sheet, smaller where it would be wider than that. */
export function drawStamp(surface: Surface, text: string): void {
  const { document, pen } = surface;
  turned(surface, STAMP.turn, (sheetWidth) => {
    const padding = mm(6);
    const widthIn = (size: number) => pen.widthOf(text, { weight: "bold", size }) + ([...text].length + 1) * STAMP.spacing * size;
    const size = STAMP.size * Math.min(1, (sheetWidth * STAMP.widest - 2 * padding) / widthIn(STAMP.size));
    const [width, height] = [widthIn(size) + 2 * padding, size * 1.2 + mm(2)];
    document.fillColor(STAMP.color, STAMP.opacity).strokeColor(STAMP.color, STAMP.opacity).lineWidth(STAMP.line);
    for (const inset of [0, 2 * STAMP.line])
      document.roundedRect(inset - width / 2, inset - height / 2, width - 2 * inset, height - 2 * inset, mm(2) - inset).stroke();
    let x = STAMP.spacing * size - widthIn(size) / 2;
    for (const character of text) {
      pen.put(character, x, size * BASELINE, { weight: "bold", size });
      x += pen.widthOf(character, { weight: "bold", size }) + STAMP.spacing * size;
    }
  });
}

/** A text over the sheet again and again, pale enough to read through. */
export function drawWatermark(surface: Surface, text: string): void {
  const { document, pen, sheet } = surface;
  const face = { weight: "regular", size: WATERMARK.size } as const;
  const { columns, rows } = watermarkGrid(sheet.width, sheet.pageheight);
  turned(surface, WATERMARK.turn, (width, height) => {
    document.fillColor("#000000", WATERMARK.opacity);
    const half = pen.widthOf(text, face) / 2;
    for (let copy = 0; copy < columns * rows; copy += 1) {
      const across = ((copy % columns) + 0.5) / columns - 0.5;
      const down = (Math.floor(copy / columns) + 0.5) / rows - 0.5;
      pen.put(text, across * width * OVERSIZE - half, down * height * OVERSIZE + WATERMARK.size * BASELINE, face);
    }
  });
}
