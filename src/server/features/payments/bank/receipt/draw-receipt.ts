import PDFDocument from "pdfkit";
import { collected, fontFile } from "../../../../base/pdf.ts";

/** An e-receipt (电子回单): what a bank has confirmed, as a document to keep. */
export interface Receipt {
  readonly title: string;
  /** Labels and values, in this order. */
  readonly lines: readonly (readonly [label: string, value: string])[];
  readonly note: string;
  /** `yyyy-MM-dd HH:mm:ss` in Shanghai: the only date in the file, so that equal receipts are equal bytes. */
  readonly at: string;
}

/** Half a sheet of A4, across, in points. */
const PAPER: [number, number] = [595.28, 420.94];
const LEFT = 48;
const WIDTH = PAPER[0] - 2 * LEFT;
const LABEL = 110;
const LEADING = 22;
const COLOR = { ink: "#1c2433", soft: "#5b6780", line: "#d9e0ec", brand: "#12376f" } as const;

/** The receipt as a PDF file. */
export function drawReceipt({ title, lines, note, at }: Receipt): Promise<Buffer> {
  const CreationDate = new Date(`${at.replace(" ", "T")}+08:00`);
  const document = new PDFDocument({ size: PAPER, margin: 0, lang: "zh-CN", info: { Title: title, CreationDate } });
  const bytes = collected(document);
  document.registerFont("text", fontFile("regular"));
  document.font("text").fontSize(18).fillColor(COLOR.brand).text(title, LEFT, 34, { width: WIDTH, align: "center" });
  let y = 74;
  for (const [label, value] of lines) {
    document.rect(LEFT, y, WIDTH, 0.6).fill(COLOR.line);
    document
      .fontSize(10)
      .fillColor(COLOR.soft)
      .text(label, LEFT + 6, y + 5, { width: LABEL, lineBreak: false });
    document.fillColor(COLOR.ink).text(value, LEFT + LABEL, y + 5, { width: WIDTH - LABEL, height: LEADING, ellipsis: true });
    y += LEADING;
  }
  document.rect(LEFT, y, WIDTH, 0.6).fill(COLOR.line);
  document
    .fontSize(8)
    .fillColor(COLOR.soft)
    .text(note, LEFT, y + 8, { width: WIDTH });
  document.end();
  return bytes;
}
