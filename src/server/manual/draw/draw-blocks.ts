import type { Block } from "../manual.ts";
import { drawTable } from "./draw-table.ts";
import type { Sheet } from "./sheet.ts";
import { COLOR, CONTENT_WIDTH, MARGIN, STYLE } from "./style.ts";

const GAP = 5;
const LABEL_WIDTH = 60;
const ITEM_INDENT = 18;
/** So much of what a heading heads stays with it. */
const AFTER_HEADING = 58;

/** Blocks one below the other. */
export function drawBlocks(sheet: Sheet, blocks: readonly Block[]): void {
  for (const block of blocks) drawBlock(sheet, block);
}

function drawBlock(sheet: Sheet, block: Block): void {
  if (block.kind === "heading") drawHeading(sheet, block.text);
  else if (block.kind === "list") drawList(sheet, block.items, block.isNumbered);
  else if (block.kind === "table") drawTable(sheet, block);
  else if (block.kind === "entry") drawEntry(sheet, block.label, block.text);
  else sheet.paragraph(block.text, MARGIN.left, CONTENT_WIDTH, STYLE.body);
  sheet.space(GAP);
}

function drawHeading(sheet: Sheet, text: string): void {
  const { leading } = STYLE.heading;
  sheet.space(9);
  sheet.need(leading + GAP + AFTER_HEADING);
  sheet.box(MARGIN.left, sheet.y + 3, 3, leading - 6, COLOR.brand);
  sheet.put(text, MARGIN.left + 9, sheet.y, STYLE.heading);
  sheet.y += leading;
}

function drawEntry(sheet: Sheet, label: string, text: string): void {
  const indent = Math.max(LABEL_WIDTH, sheet.widthOf(label, STYLE.label.look) + 10);
  const width = CONTENT_WIDTH - indent;
  // Before the label: it stays with the first lines.
  sheet.need(Math.min(2, sheet.lines(text, width, STYLE.body.look).length) * STYLE.body.leading);
  sheet.put(label, MARGIN.left, sheet.y, STYLE.label);
  sheet.paragraph(text, MARGIN.left + indent, width, STYLE.body);
}

function drawList(sheet: Sheet, items: readonly string[], isNumbered: boolean): void {
  const width = CONTENT_WIDTH - ITEM_INDENT;
  for (const [index, item] of items.entries()) {
    sheet.need(Math.min(2, sheet.lines(item, width, STYLE.body.look).length) * STYLE.body.leading);
    sheet.put(isNumbered ? `${index + 1}.` : "•", MARGIN.left + (isNumbered ? 2 : 5), sheet.y, STYLE.label);
    sheet.paragraph(item, MARGIN.left + ITEM_INDENT, width, STYLE.body);
    sheet.space(2);
  }
}
