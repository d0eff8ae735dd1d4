import { readFile } from "node:fs/promises";
import type { Route } from "@playwright/test";
import { fixedDecimal } from "../../src/shared/domain/decimal-text.ts";
import { parseScaled } from "../../src/shared/domain/scaled.ts";
import type { PrintDocument, PrintPage } from "../../src/shared/protocol/print.ts";
import { Beside } from "./beside.ts";
import { expect, test } from "./fixtures.ts";
import { IS_LONG } from "./long.ts";
import { printed, withoutSpaces } from "./paper.ts";
import { PAGES, putBills, TEMPLATES } from "./paper-bills.ts";

/** Lines of the bills of each template. */
const LINES = IS_LONG ? [1, 23, 24, 25, 500] : [1, 25];
/** Ids of one call. */
const AT_ONCE = 100;

test.use({ own: "paper" });

for (const template of TEMPLATES) {
  test(`${template.key}: every value is whole, sheets add up, barcodes are read`, async ({ page, portal, signIn, complaints }) => {
    const bills = await putBills(portal, template, LINES);
    const mdl = PAGES[template.key] ?? "";
    const admin = await Beside.signIn(portal, "admin54");
    const ask = (ids: readonly number[]) =>
      admin.call<PrintDocument>("Print/GetPrintDoc", { printtyp: template.key, mdl, ids: ids.join(","), preview: "1" });
    // Where the rows are the lines, a call of at most 100 makes its own documents: asked for as the page does.
    const served = await Promise.all(parts(bills.flat()).map(ask));
    await signIn("admin54");
    const ids = bills.flat();
    await page.goto(`${portal.url}/print/${mdl}/${template.key}${ids.length > AT_ONCE ? "#" : "?"}ids=${ids.join(",")}`);
    await page.getByTestId("print-page").first().waitFor();
    const sheets = await page.evaluate(readSheets);

    const paper = await printed(page);
    expect(paper.texts).toHaveLength(sheets.length);
    expect(paper.barcodes).toEqual(sheets.map(({ barcode }) => barcode));
    for (const [index, sheet] of sheets.entries()) {
      const text = paper.texts[index] ?? "";
      expect(sheet.overflowing, `sheet ${index + 1}`).toEqual([]);
      expect(sheet.texts.filter((own) => !text.includes(withoutSpaces(own)))).toEqual([]);
      expect(text).not.toMatch(/null|undefined|NaN/);
      expect(text.includes("草稿")).toBe(sheet.isDraft);
      expect(sheet.rows.length, `sheet ${index + 1} says something`).toBeGreaterThan(0);
    }
    const documents = served.flatMap(({ data }) => split(data, ({ page: number }) => number === 1));
    const drawn = split(sheets, ({ number }) => number.startsWith("第1页"));
    expect(drawn).toHaveLength(documents.length);
    for (const [index, document] of documents.entries()) expectSame(drawn[index] ?? [], document);
    expect(complaints).toEqual([]);
  });
}

test("any number of documents: how far it is, all of them on screen, and a PDF for each hundred", async ({
  page,
  portal,
  signIn,
  complaints,
}) => {
  const orders = TEMPLATES.filter(({ key }) => key === "order");
  const ids = (await Promise.all(orders.map((order) => putBills(portal, order, Array<number>(AT_ONCE + 1).fill(1))))).flat(2);
  await signIn("admin54");
  // The second call of each waits until it was read how far it is.
  const held = new Map<string, Route>();
  for (const call of ["GetPrintDoc", "GetPrintPdf"]) {
    await page.route(`**/api/Print/${call}`, async (route) => {
      if (new URLSearchParams(route.request().postData() ?? "").get("ids") === String(ids.at(-1))) held.set(call, route);
      else await route.continue();
    });
  }
  const saved: string[] = [];
  page.on("download", async (download) => {
    const pdf = await readFile(await download.path());
    saved.push(`${pdf.subarray(0, 5)} ${download.suggestedFilename().endsWith(".pdf")}`);
  });
  await page.goto(`${portal.url}/print/${PAGES.order}/order#ids=${ids.join(",")}`);
  await expect(page.getByText("正在准备打印内容… 50%")).toBeVisible();
  await held.get("GetPrintDoc")?.continue();
  await expect(page.getByText(`共 ${ids.length} 页`)).toBeVisible();
  await expect(page.getByTestId("print-page")).toHaveCount(ids.length);
  await page.getByTestId("print-pdf").click();
  await expect(page.getByTestId("print-pdf")).toHaveText("正在生成 PDF… 50%");
  await held.get("GetPrintPdf")?.continue();
  await expect(page.getByTestId("print-pdf")).toHaveText("下载 PDF");
  await expect.poll(() => saved).toEqual(["%PDF- true", "%PDF- true"]);
  expect(complaints).toEqual([]);
});

const parts = (ids: readonly number[]) =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, part) => ids.slice(part * AT_ONCE, (part + 1) * AT_ONCE));

/** A list cut before each thing that begins something. */
function split<T>(all: readonly T[], begins: (one: T) => boolean): T[][] {
  const pieces: T[][] = [];
  for (const one of all) {
    if (begins(one)) pieces.push([]);
    pieces.at(-1)?.push(one);
  }
  return pieces;
}

type Drawn = ReturnType<typeof readSheets>[number];

/** A document says on its sheets what was served, column by column, and its sheets add up to its totals. */
function expectSame(drawn: readonly Drawn[], served: readonly PrintPage[]): void {
  const last = served.at(-1);
  const totals = last?.lastfooter?.totals ?? null;
  const lines = served.flatMap(({ tr, subtotals = [] }) => tr.filter((_, place) => !subtotals.includes(place)));
  for (const [column] of (last?.t_title ?? []).entries()) {
    const textOf = (rows: readonly (readonly string[])[]) => rows.map((cells) => cells[column]).join("");
    expect(textOf(drawn.flatMap(({ rows }) => rows))).toBe(textOf(lines));
    if ((totals?.[column] ?? "") === "") continue;
    for (const { rows, sum } of drawn) expect(added(rows.map((cells) => cells[column] ?? ""))).toBe(added([sum[column] ?? ""]));
    expect(added(drawn.map(({ sum }) => sum[column] ?? ""))).toBe(added([totals?.[column] ?? ""]));
  }
  expect((drawn.at(-1)?.total ?? []).map((cell) => (cell === "合计" ? "" : cell))).toEqual(totals ?? []);
  expect(drawn.map(({ signatures }) => signatures)).toEqual(
    drawn.map((_, at) => (at === drawn.length - 1 ? last?.lastfooter?.signatures : [])),
  );
}

/** In thousandths. */
const added = (texts: readonly string[]): bigint =>
  texts.reduce((sum, text) => sum + (parseScaled(fixedDecimal(text.replaceAll(",", ""), 3) ?? "", 3) ?? 0n), 0n);

/** What stands on each sheet, and what of it does not fit. Runs in the page. */
function readSheets() {
  const textOf = (element: Element | null) => element?.textContent ?? "";
  /** A label stands in several columns. */
  const cellsOf = (row: Element | null) =>
    [...(row?.querySelectorAll("td") ?? [])].flatMap((cell) => (cell.colSpan > 1 ? Array<string>(cell.colSpan).fill("") : [textOf(cell)]));
  return [...document.querySelectorAll("[data-testid=print-page]")].map((sheet) => {
    const box = sheet.getBoundingClientRect();
    const all = [...sheet.querySelectorAll("h1, td, th, dd, p, .print-signatures span, .print-number, svg")];
    const foot = sheet.querySelector(".print-footline")?.getBoundingClientRect();
    const isOut = (element: Element) => {
      const own = element.getBoundingClientRect();
      const holder = element.closest("td, th, dd, .print-foot") ?? element;
      const isBeyond = own.left < box.left || own.right > box.right || own.top < box.top || own.bottom > box.bottom;
      const isUnderFoot = element.closest(".print-foot") === null && foot !== undefined && own.bottom > foot.top + 1;
      return isBeyond || isUnderFoot || holder.scrollWidth > holder.clientWidth + 1;
    };
    const rows = [...sheet.querySelectorAll("tr[data-part=row]:not(.print-subtotal)")];
    return {
      barcode: sheet.querySelector(".print-barcode")?.getAttribute("aria-label") ?? "",
      number: textOf(sheet.querySelector(".print-number")),
      isDraft: sheet.querySelector(".print-draft") !== null,
      overflowing: [
        ...all.filter(isOut).map((element) => element.outerHTML.slice(0, 200)),
        ...(Math.abs(box.height - Number.parseFloat(getComputedStyle(sheet).minHeight)) > 1 ? [`the sheet is ${box.height} px high`] : []),
      ],
      texts: all.filter(({ tagName }) => tagName !== "svg").map(textOf),
      rows: rows.map(cellsOf),
      sum: cellsOf(sheet.querySelector("tr[data-part=frame]")),
      total: cellsOf(sheet.querySelector("tr[data-part=end]")),
      signatures: [...sheet.querySelectorAll(".print-signatures span")].map((element) => textOf(element).slice(0, -1)),
    };
  });
}
