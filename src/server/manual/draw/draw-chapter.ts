import type { Block, Chapter } from "../manual.ts";
import { drawTable } from "./draw-table.ts";
import { COLOR, CONTENT_WIDTH, MARGIN, STYLE } from "./page.ts";
import type { Sheet } from "./sheet.ts";

/** A section begins on a new page where less than that is left. */
const LEAST_LEFT = 170;
const GAP = 5;
const LABEL_WIDTH = 60;
const ITEM_INDENT = 18;
/** So much of what a heading heads stays with it. */
const AFTER_HEADING = 58;

export const chapterTarget = (chapter: number): string => `chapter-${chapter + 1}`;
export const sectionTarget = (chapter: number, section: number): string => `section-${chapter + 1}-${section + 1}`;
export const chapterNumber = (chapter: number): string => `第 ${chapter + 1} 章`;
export const sectionNumber = (chapter: number, section: number): string => `${chapter + 1}.${section + 1}`;

/** A chapter, from the top of a page on. */
export function drawChapter(sheet: Sheet, chapter: Chapter, index: number): void {
  sheet.newPage(`${chapterNumber(index)}  ${chapter.title}`);
  sheet.target(chapterTarget(index), `${index + 1}  ${chapter.title}`, 0);
  sheet.put(chapterNumber(index), MARGIN.left, sheet.y, STYLE.chapterNumber);
  sheet.y += STYLE.chapterNumber.leading;
  sheet.put(chapter.title, MARGIN.left, sheet.y, STYLE.chapter);
  sheet.y += STYLE.chapter.leading + 8;
  sheet.box(MARGIN.left, sheet.y, 42, 2.4, COLOR.brand);
  sheet.y += 14;
  sheet.paragraph(chapter.intro, MARGIN.left, CONTENT_WIDTH, STYLE.intro);
  sheet.y += 6;
  for (const [position, section] of chapter.sections.entries()) {
    drawSectionHead(sheet, section.title, index, position);
    for (const block of section.blocks) drawBlock(sheet, block);
  }
}

function drawSectionHead(sheet: Sheet, title: string, chapter: number, position: number): void {
  sheet.space(position === 0 ? 4 : 14);
  sheet.need(LEAST_LEFT);
  if (position > 0 && !sheet.isFresh) {
    sheet.box(MARGIN.left, sheet.y, CONTENT_WIDTH, 0.6, COLOR.line);
    sheet.y += 14;
  }
  const heading = `${sectionNumber(chapter, position)}  ${title}`;
  sheet.target(sectionTarget(chapter, position), heading, 1);
  sheet.put(heading, MARGIN.left, sheet.y, STYLE.section);
  sheet.y += STYLE.section.leading + 6;
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
