import PDFDocument from "pdfkit";
import { collected } from "../../base/pdf.ts";
import { Pen } from "../../base/pen.ts";
import type { Manual } from "../manual.ts";
import { drawChapter } from "./draw-chapter.ts";
import { drawContents, drawCover } from "./draw-front.ts";
import { COLOR, CONTENT_WIDTH, MARGIN, type Mark, type Measure, PAPER, type Page, STYLE } from "./page.ts";
import { Sheet } from "./sheet.ts";

/** A target is shown with so much above it. */
const ABOVE_TARGET = 20;

/** The manual as a PDF file. Equal manuals give equal bytes: the only date in it is the manual's own. */
export function writePdf(manual: Manual): Promise<Buffer> {
  const document = new PDFDocument({
    size: [PAPER.width, PAPER.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: "1.7",
    lang: "zh-CN",
    displayTitle: true,
    info: {
      Title: `${manual.product} ${manual.title}`,
      Author: manual.shopName,
      Creator: manual.product,
      CreationDate: new Date(`${manual.date}T00:00:00+08:00`),
    },
  });
  const pen = new Pen(document);
  const bytes = collected(document);
  const addBookmarks = bookmarksOf(document);
  for (const page of layoutManual(manual, (character, look) => pen.widthOf(character, look))) {
    document.addPage();
    for (const { name, y } of page.targets) document.addNamedDestination(name, "XYZ", 0, Math.max(0, y - ABOVE_TARGET), null);
    addBookmarks(page);
    for (const mark of page.marks) draw(document, pen, mark);
  }
  document.end();
  return bytes;
}

/** Adds a page's bookmarks: sections below their chapter. */
function bookmarksOf(document: PDFKit.PDFDocument): (page: Page) => void {
  let chapter = document.outline;
  return ({ targets }) => {
    for (const { title, level } of targets) {
      if (level === 0) chapter = document.outline.addItem(title, { expanded: false });
      else chapter.addItem(title);
    }
  };
}

function draw(document: PDFKit.PDFDocument, pen: Pen, mark: Mark): void {
  if (mark.kind === "box") document.rect(mark.x, mark.y, mark.width, mark.height).fill(mark.color);
  else if (mark.kind === "link") document.goTo(mark.x, mark.y, mark.width, mark.height, mark.to);
  else {
    document.fillColor(mark.look.color);
    pen.put(mark.text, mark.x, mark.y, mark.look);
  }
}

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
