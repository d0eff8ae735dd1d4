import type { Manual } from "../manual.ts";
import { chapterNumber, chapterTarget, sectionNumber, sectionTarget } from "./draw-chapter.ts";
import { COLOR, CONTENT_WIDTH, MARGIN, PAPER, STYLE, styleOf, type TextStyle } from "./page.ts";
import type { Sheet } from "./sheet.ts";

// The cover.
const PRODUCT = styleOf("bold", 15, COLOR.paper, 24);
const NAME = styleOf("bold", 36, COLOR.paper, 52);
const READERS = styleOf("regular", 11, "#dbe7ff", 20);
const SHOP = styleOf("bold", 14, COLOR.ink, 24);
const LABEL = styleOf("regular", 10, COLOR.soft, 20);
const VALUE = styleOf("regular", 10, COLOR.ink, 20);

const X = MARGIN.left + 10;
const VALUE_X = X + 58;
const BAND_HEIGHT = 470;

// The contents.
const CONTENTS = "目录";
const RIGHT = PAPER.width - MARGIN.right;
const INDENT = 18;
/** So many sections stand below their chapter's line at least. */
const TOGETHER = 4;
const DOT = 0.8;
const DOT_STEP = 4.2;

/** The first page. */
export function drawCover(sheet: Sheet, { product, title, readers, shopName, date, version }: Manual): void {
  sheet.newPage("");
  sheet.target("cover", title, 0);
  sheet.box(0, 0, PAPER.width, BAND_HEIGHT, COLOR.deep);
  sheet.box(0, BAND_HEIGHT, PAPER.width, 6, COLOR.brand);
  sheet.box(X, 196, 46, 4, "#6fa0ff");
  sheet.put(product, X, 214, PRODUCT);
  sheet.put(title, X, 250, NAME);
  sheet.put(readers, X, 316, READERS);
  sheet.y = BAND_HEIGHT + 70;
  sheet.paragraph(shopName, X, PAPER.width - 2 * X, SHOP);
  sheet.y += 12;
  const [year, month, day] = date.split("-").map(Number);
  for (const [label, value] of [
    ["生成日期", `${year} 年 ${month} 月 ${day} 日`],
    ["资料版本", version],
  ] as const) {
    sheet.put(label, X, sheet.y, LABEL);
    sheet.put(value, VALUE_X, sheet.y, VALUE);
    sheet.y += LABEL.leading;
  }
}

/** The table of contents. How many pages it takes does not depend on the numbers in it. */
export function drawContents(sheet: Sheet, { chapters }: Manual, pageOf: (target: string) => number): void {
  sheet.newPage(CONTENTS);
  sheet.target("contents", CONTENTS, 0);
  sheet.put(CONTENTS, MARGIN.left, sheet.y, STYLE.chapter);
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
