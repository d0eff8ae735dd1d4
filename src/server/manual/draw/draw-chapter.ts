import type { Chapter } from "../manual.ts";
import { drawBlocks } from "./draw-blocks.ts";
import type { Sheet } from "./sheet.ts";
import { COLOR, CONTENT_WIDTH, MARGIN, STYLE } from "./style.ts";

/** A section begins on a new page where less than that is left. */
const LEAST_LEFT = 170;

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
    drawBlocks(sheet, section.blocks);
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
