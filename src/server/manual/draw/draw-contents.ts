import type { Manual } from "../manual.ts";
import { chapterNumber, chapterTarget, sectionNumber, sectionTarget } from "./draw-chapter.ts";
import type { Sheet } from "./sheet.ts";
import { COLOR, CONTENT_WIDTH, MARGIN, PAPER, STYLE, type TextStyle } from "./style.ts";

const TITLE = "目录";
const RIGHT = PAPER.width - MARGIN.right;
const INDENT = 18;
/** So many sections stand below their chapter's line at least. */
const TOGETHER = 4;
const DOT = 0.8;
const DOT_STEP = 4.2;

/** The table of contents. How many pages it takes does not depend on the numbers in it. */
export function drawContents(sheet: Sheet, { chapters }: Manual, pageOf: (target: string) => number): void {
  sheet.newPage(TITLE);
  sheet.target("contents", TITLE, 0);
  sheet.put(TITLE, MARGIN.left, sheet.y, STYLE.chapter);
  sheet.y += STYLE.chapter.leading + 12;
  for (const [index, chapter] of chapters.entries()) {
    sheet.space(8);
    // A short chapter stays together; the line of a long one is not alone at the foot of a page.
    sheet.need(STYLE.contentsChapter.leading + Math.min(chapter.sections.length, TOGETHER) * STYLE.contentsSection.leading);
    const target = chapterTarget(index);
    drawLine(sheet, `${chapterNumber(index)}  ${chapter.title}`, target, pageOf(target), 0, STYLE.contentsChapter);
    for (const [position, section] of chapter.sections.entries()) {
      const to = sectionTarget(index, position);
      sheet.need(STYLE.contentsSection.leading);
      drawLine(sheet, `${sectionNumber(index, position)}  ${section.title}`, to, pageOf(to), INDENT, STYLE.contentsSection);
    }
  }
}

function drawLine(sheet: Sheet, text: string, to: string, page: number, indent: number, style: TextStyle): void {
  const x = MARGIN.left + indent;
  const number = String(page);
  sheet.put(text, x, sheet.y, style);
  sheet.putRight(number, RIGHT, sheet.y, style);
  const first = x + sheet.widthOf(text, style.look) + 8;
  const last = RIGHT - sheet.widthOf(number, style.look) - 6;
  const base = sheet.y + style.leading / 2 + style.look.size * 0.3;
  // On one grid, so that the dots of all lines stand below each other.
  for (let dot = Math.ceil(first / DOT_STEP) * DOT_STEP; dot < last; dot += DOT_STEP) sheet.box(dot, base, DOT, DOT, COLOR.soft);
  sheet.page.marks.push({ kind: "link", x, y: sheet.y, width: CONTENT_WIDTH - indent, height: style.leading, to });
  sheet.y += style.leading;
}
