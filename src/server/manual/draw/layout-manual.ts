import type { Manual } from "../manual.ts";
import { drawChapter } from "./draw-chapter.ts";
import { drawContents, drawCover } from "./draw-front.ts";
import type { Measure, Page } from "./page.ts";
import { COLOR, CONTENT_WIDTH, MARGIN, PAPER, STYLE } from "./page.ts";
import { Sheet } from "./sheet.ts";

const HEAD_Y = 36;
const FOOT_Y = PAPER.height - 46;

/** Every page of the manual with all that stands on it: cover, contents, chapters. Numbers count from the cover on. */
export function layoutManual(manual: Manual, measure: Measure): Page[] {
  const body = new Sheet(measure);
  for (const [index, chapter] of manual.chapters.entries()) drawChapter(body, chapter, index);
  const before = frontPages(manual, measure, () => 0).length;
  const numbers = new Map(body.pages.flatMap(({ targets }, index) => targets.map(({ name }) => [name, before + index + 1] as const)));
  const pages = [...frontPages(manual, measure, (target) => numbers.get(target) ?? 0), ...body.pages];
  for (const [index, page] of pages.entries())
    if (page.head !== "") drawFrame(page, manual, `第 ${index + 1} 页，共 ${pages.length} 页`, measure);
  return pages;
}

function frontPages(manual: Manual, measure: Measure, pageOf: (target: string) => number): Page[] {
  const sheet = new Sheet(measure);
  drawCover(sheet, manual);
  drawContents(sheet, manual, pageOf);
  return sheet.pages;
}

/** What stands above and below the text of a page. */
function drawFrame(page: Page, { product, title, shopName, version }: Manual, number: string, measure: Measure): void {
  const frame = new Sheet(measure);
  frame.pages.push(page);
  const right = PAPER.width - MARGIN.right;
  frame.put(`${product} · ${title}`, MARGIN.left, HEAD_Y, STYLE.margin);
  frame.putRight(page.head, right, HEAD_Y, STYLE.margin);
  frame.box(MARGIN.left, HEAD_Y + 18, CONTENT_WIDTH, 0.6, COLOR.line);
  frame.box(MARGIN.left, FOOT_Y - 6, CONTENT_WIDTH, 0.6, COLOR.line);
  frame.put(`${shopName}  版本 ${version}`, MARGIN.left, FOOT_Y, STYLE.margin);
  frame.putRight(number, right, FOOT_Y, STYLE.margin);
}
