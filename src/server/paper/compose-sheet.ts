import type { Measures } from "../../shared/print/set-document.ts";
import type { Setting } from "../../shared/print/setting.ts";
import type { PrintPage } from "../../shared/protocol/print.ts";
import type { Pen } from "../base/pen.ts";
import { barcodeMarks } from "./barcode.ts";
import { type Block, faceOf, leading, linesOf, MARGIN, type Mark, mm, type Type, textMarks } from "./block.ts";
import { lowered, pairOver, pairsFlow, pairsGrid } from "./pairs.ts";
import { type Table, tableOf } from "./table.ts";

const TITLE = { size: mm(5), top: mm(1), side: mm(52) } as const;
const HEAD_HEIGHT = mm(13);
/** Below labels with their values; above what ends a document, a note, the foot; and below a line of amounts in capitals. */
const SPACE = { pairs: mm(1.5), last: mm(1.5), note: mm(1.5), foot: mm(2), capitals: mm(1) } as const;
const SIGNATURES = { gap: mm(4), below: mm(3) } as const;
const NUMBER_GAP = mm(4);

/** What stands on a sheet, from the top down; nothing of it depends on how high the sheet is. */
export interface Composed {
  readonly blocks: readonly Block[];
  readonly table: Table;
  readonly type: Type;
}

/** Sets a sheet of paper, which may be one without an end that is to be measured. As src/web/pages/print does in the browser. */
export function composeSheet(sheet: PrintPage, setting: Setting, pen: Pick<Pen, "widthOf">): Composed {
  const type: Type = { pen, size: mm(setting.type), width: mm(sheet.width) - 2 * MARGIN.side };
  const table = tableOf(sheet, setting, type);
  const blocks = [headOf(sheet, type), pairsOf(sheet, type), table.head, ...table.rows, ...endOf(sheet, type), ...footOf(sheet, type)];
  return { blocks, table, type };
}

/** What a composed sheet takes. */
export function measuresOf({ blocks, table, type }: Composed): Measures {
  const heights = (part: Block["part"]) => blocks.filter((block) => block.part === part).map(({ height }) => height);
  const total = (part: Block["part"]) => heights(part).reduce((sum, height) => sum + height, 0);
  return {
    rows: heights("row"),
    end: total("end"),
    frame: MARGIN.top + total("frame") + MARGIN.bottom,
    columns: table.columns,
    lineHeight: leading(type.size),
    isTooWide: table.isTooWide,
  };
}

function headOf({ samedata, barcode, width }: PrintPage, { pen, width: content }: Type): Block {
  const face = { weight: "bold", size: TITLE.size } as const;
  const room = content - 2 * TITLE.side;
  const lines = linesOf(samedata.title, room, face, pen);
  const title = textMarks(lines, { x: MARGIN.side + TITLE.side, top: TITLE.top, room, align: "center" }, face, pen);
  const code = barcode === "" ? [] : barcodeMarks(barcode, mm(width) - MARGIN.side, pen);
  return { part: "frame", height: Math.max(HEAD_HEIGHT, TITLE.top + lines.length * leading(face.size)), marks: [...title, ...code] };
}

function pairsOf({ header }: PrintPage, type: Type): Block {
  const { height, marks } = pairsGrid(header, type);
  return { part: "frame", height: height + SPACE.pairs, marks };
}

/** The amount in capitals and what sums a document up, on its last sheet; and the notes, on each. */
function endOf({ lastfooter, additional }: PrintPage, type: Type): Block[] {
  const notes = additional.map((note) => lineBlock(note, SPACE.note, type));
  if (lastfooter === null) return notes;
  const { capitals, summary } = lastfooter;
  const amount = capitals === null ? null : pairOver({ label: "金额大写", value: capitals }, type, "bold");
  const sums = summary.length === 0 ? null : pairsGrid(summary, type);
  const amountEnd = SPACE.last + (amount === null ? 0 : amount.height + SPACE.capitals);
  const marks: Mark[] = [...lowered(amount?.marks ?? [], SPACE.last), ...lowered(sums?.marks ?? [], amountEnd)];
  return [{ part: "end", height: amountEnd + (sums === null ? 0 : sums.height + SPACE.pairs), marks }, ...notes];
}

function lineBlock(text: string, above: number, type: Type): Block {
  const lines = linesOf(text, type.width, faceOf(type), type.pen);
  const marks = textMarks(lines, { x: MARGIN.side, top: above, room: type.width }, faceOf(type), type.pen);
  return { part: "frame", height: above + lines.length * leading(type.size), marks };
}

/** Signatures, on the last sheet, and the line with the number of the sheet. */
function footOf({ lastfooter, footer, page, pages }: PrintPage, type: Type): Block[] {
  const { pen } = type;
  const space: Block = { part: "frame", height: SPACE.foot, marks: [], isFoot: true };
  const signatures = lastfooter?.signatures ?? [];
  const number = `第${page}页/共${pages}页`;
  // The same room for every number: it is measured before there are numbers.
  const reserved = pen.widthOf("第99999页/共99999页", faceOf(type)) + NUMBER_GAP;
  const pairs = pairsFlow(footer, type.width - reserved, type);
  const height = Math.max(pairs.height, leading(type.size));
  const place = { x: MARGIN.side, top: height - leading(type.size), room: type.width, align: "right" } as const;
  const line: Block = { part: "frame", height, marks: [...pairs.marks, ...textMarks([number], place, faceOf(type), pen)], isFoot: true };
  return [space, ...(signatures.length === 0 ? [] : [signaturesOf(signatures, type)]), line];
}

function signaturesOf(signatures: readonly string[], type: Type): Block {
  const { pen } = type;
  const width = (type.width - SIGNATURES.gap * (signatures.length - 1)) / signatures.length;
  const columns = signatures.map((signature) => linesOf(`${signature}：`, width, faceOf(type), pen));
  const marks = columns.flatMap((lines, index) =>
    textMarks(lines, { x: MARGIN.side + index * (width + SIGNATURES.gap), top: 0, room: width }, faceOf(type), pen),
  );
  const most = Math.max(...columns.map(({ length }) => length));
  return { part: "end", height: most * leading(type.size) + SIGNATURES.below, marks, isFoot: true };
}
