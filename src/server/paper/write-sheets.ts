import PDFDocument from "pdfkit";
import { setDocument } from "../../shared/print/set-document.ts";
import type { SetSheet } from "../../shared/print/setting.ts";
import { mostRows, wholeDocuments } from "../../shared/print/whole-document.ts";
import type { PrintDocument } from "../../shared/protocol/print.ts";
import { collected } from "../base/pdf.ts";
import { Pen } from "../base/pen.ts";
import { MARGIN, type Mark, mm } from "./block.ts";
import { composeSheet, measuresOf } from "./compose-sheet.ts";
import { drawDraft, drawStamp, drawWatermark } from "./overlays.ts";

/** What is to be drawn, and under which title. */
export interface PaperOrder extends PrintDocument {
  readonly title: string;
  /** When the sheets were made: the only date in the file. */
  readonly made: Date;
  /** The PDF has no more sheets than that. */
  readonly mostSheets: number;
}

/** Sums of heights are not exact; points. */
const SLACK = 0.5;

/** The sheets of all documents as a PDF, cut where they are full (docs/decisions/92); null: there are more than the order says. */
export async function writeSheets({ data, watermark, title, made, mostSheets }: PaperOrder): Promise<Buffer | null> {
  const document = new PDFDocument({
    margin: 0,
    autoFirstPage: false,
    pdfVersion: "1.7",
    lang: "zh-CN",
    displayTitle: true,
    info: { Title: title, CreationDate: made },
  });
  const pen = new Pen(document);
  const bytes = collected(document);
  const most = mostRows(data);
  let sheets = 0;
  for (const whole of wholeDocuments(data)) {
    const size = { height: mm(whole.pageheight) - SLACK, most };
    const set = setDocument(whole, size, (sheet, setting) => measuresOf(composeSheet(sheet, setting, pen)));
    sheets += set.length;
    if (sheets > mostSheets) return null;
    for (const one of set) drawSheet(document, pen, one, watermark);
  }
  document.end();
  return bytes;
}

function drawSheet(document: PDFKit.PDFDocument, pen: Pen, { sheet, setting }: SetSheet, watermark: string): void {
  const surface = { document, pen, sheet };
  document.addPage({ size: [mm(sheet.width), mm(sheet.pageheight)], margin: 0 });
  if (sheet.draft) drawDraft(surface);
  const { blocks } = composeSheet(sheet, setting, pen);
  const foot = blocks.filter(({ isFoot }) => isFoot).reduce((sum, { height }) => sum + height, 0);
  let y: number = MARGIN.top;
  let footY = mm(sheet.pageheight) - MARGIN.bottom - foot;
  for (const { height, marks, isFoot } of blocks) {
    const top = isFoot ? footY : y;
    for (const mark of marks) drawMark(document, pen, mark, top);
    if (isFoot) footY += height;
    else y += height;
  }
  if (sheet.stamp !== undefined) drawStamp(surface, sheet.stamp);
  if (watermark !== "") drawWatermark(surface, watermark);
}

function drawMark(document: PDFKit.PDFDocument, pen: Pen, mark: Mark, top: number): void {
  if (mark.kind === "text") {
    document.fillColor("#000000");
    pen.put(mark.text, mark.x, top + mark.y, mark.face);
    return;
  }
  for (const [x, y, width, height] of mark.boxes) document.rect(x, top + y, width, height);
  document.fill(mark.color);
}
