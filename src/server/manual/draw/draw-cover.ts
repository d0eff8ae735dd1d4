import type { Manual } from "../manual.ts";
import type { Sheet } from "./sheet.ts";
import { COLOR, MARGIN, PAPER, styleOf } from "./style.ts";

const PRODUCT = styleOf("bold", 15, COLOR.paper, 24);
const TITLE = styleOf("bold", 36, COLOR.paper, 52);
const READERS = styleOf("regular", 11, "#dbe7ff", 20);
const SHOP = styleOf("bold", 14, COLOR.ink, 24);
const LABEL = styleOf("regular", 10, COLOR.soft, 20);
const VALUE = styleOf("regular", 10, COLOR.ink, 20);

const X = MARGIN.left + 10;
const LABEL_WIDTH = 58;
const BAND_HEIGHT = 470;

/** The first page. */
export function drawCover(sheet: Sheet, { product, title, readers, shopName, date, version }: Manual): void {
  sheet.newPage("");
  sheet.target("cover", title, 0);
  sheet.box(0, 0, PAPER.width, BAND_HEIGHT, COLOR.deep);
  sheet.box(0, BAND_HEIGHT, PAPER.width, 6, COLOR.brand);
  sheet.box(X, 196, 46, 4, "#6fa0ff");
  sheet.put(product, X, 214, PRODUCT);
  sheet.put(title, X, 250, TITLE);
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
    sheet.put(value, X + LABEL_WIDTH, sheet.y, VALUE);
    sheet.y += LABEL.leading;
  }
}
