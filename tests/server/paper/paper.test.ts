import { beforeAll, describe, expect, it } from "vitest";
import { PaperPress } from "../../../src/server/paper/paper-press.ts";
import { fixedDecimal } from "../../../src/shared/domain/decimal-text.ts";
import { PAPER } from "../../../src/shared/domain/paper.ts";
import { parseScaled } from "../../../src/shared/domain/scaled.ts";
import type { PrintDocument } from "../../../src/shared/protocol/print.ts";
import { IS_LONG } from "../../e2e/long.ts";
import { type PaperWord, readPaper, withoutSpaces, wordsOf } from "../../e2e/paper.ts";
import { PAGES, putBills, TEMPLATES } from "../../e2e/paper-bills.ts";
import { call, FORM, form, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { registry } from "../flows/fixtures/real-registry.ts";

/** Lines of the bills of each template. */
const LINES = [1, 23, 24, 25, ...(IS_LONG ? [500] : [])];
const MOST_IDS = 100;
const NAMED = { title: "t", made: new Date("2025-06-30T09:30:00+08:00") };
const AT_ONCE = IS_LONG ? 64 : 4;
/** Margin at both sides, in points, and what figures may be rounded by. */
const SIDE = (8 * 72) / 25.4;
const ROUNDED = 0.1;
/** Room for a barcode, in mm of the upper right corner. */
const CORNER = { width: 62, height: 20 };

let portal: Portal;
let token: string;
beforeAll(async () => {
  portal = await openPortal();
  token = await signIn(portal, "admin");
});

const orderOf = (template: string, ids: readonly number[]) => ({ printtyp: template, mdl: PAGES[template] ?? "", ids: ids.join(",") });

async function pdfOf(template: string, ids: readonly number[]): Promise<Buffer> {
  const payload = form(orderOf(template, ids));
  const answer = await portal.app.inject({
    method: "POST",
    url: "/api/Print/GetPrintPdf",
    headers: { ...FORM, authorization: token },
    payload,
  });
  expect(answer.headers["content-type"], answer.body.slice(0, 200)).toBe("application/pdf");
  return answer.rawPayload;
}

describe.each(TEMPLATES)("$key as PDF", (template) => {
  it("says every value whole within its sheets, adds up, and its barcodes are read", async () => {
    const bills = await putBills({ inspect: (look) => look(portal.database) }, template, LINES);
    for (const ids of template.lines === undefined ? bills.flatMap(parts) : [bills.flat()]) {
      const { Result } = await call(portal, token, "Print/GetPrintDoc", { ...orderOf(template.key, ids), preview: "1" });
      const { data } = Result as PrintDocument;
      const bytes = await pdfOf(template.key, ids);
      const [first] = data;
      const paper = readPaper(bytes, { ...CORNER, paper: first?.width ?? PAPER.P2.width });
      const all = paper.texts.join("");
      for (const text of data.flatMap(textsOf)) expect(all).toContain(withoutSpaces(text));
      expect(all).not.toMatch(/null|undefined|NaN/);
      const coded = data.filter(({ page }) => page === 1).map(({ barcode }) => barcode);
      const numbers = [...all.matchAll(/第(\d+)页\/共(\d+)页/g)].map(([, page]) => Number(page));
      expect(numbers).toHaveLength(paper.texts.length);
      let document = -1;
      const expected = numbers.map((page) => {
        if (page === 1) document += 1;
        return coded[document]?.replace(/-1$/, `-${page}`);
      });
      expect(document + 1).toBe(coded.length);
      expect(paper.barcodes).toEqual(expected);
      for (const [index, text] of paper.texts.entries()) expect(text.includes("草稿"), `sheet ${index + 1}`).toBe(first?.draft === true);
      for (const [index, { width, height, words }] of wordsOf(bytes).entries()) {
        const isOut = ({ left, right, top, bottom }: PaperWord) =>
          left < SIDE - ROUNDED || right > width - SIDE + ROUNDED || top < 0 || bottom > height;
        expect(words.filter(isOut), `sheet ${index + 1}`).toEqual([]);
        expect(overlaps(words), `sheet ${index + 1}`).toEqual([]);
      }
      expectSums(paper.texts, data);
    }
  });
});

const PRICED = TEMPLATES.filter(({ lines }) => lines !== undefined && pricesOf(lines).length > 0);

describe.each(PRICED)("prices of $key", (template) => {
  it("are told with all their four decimals", async () => {
    const { lines = "" } = template;
    const [ids = []] = await putBills({ inspect: (look) => look(portal.database) }, template, [2]);
    const { Result } = await call(portal, token, "Print/GetPrintDoc", { ...orderOf(template.key, ids), preview: "1" });
    const printed = (Result as PrintDocument).data.flatMap(({ t_title, tr }) =>
      t_title.flatMap(({ title }, column) => (pricesOf(lines).includes(title) ? [tr.map((cells) => cells[column])] : [])),
    );
    expect(printed.length).toBeGreaterThan(0);
    for (const cells of printed) expect(cells).toEqual(["9,876,543,210.3375", "9,876,543,210.3395"]);
    const [first = ""] = readPaper(await pdfOf(template.key, ids), {
      ...CORNER,
      paper: (Result as PrintDocument).data[0]?.width ?? 0,
    }).texts;
    expect(withoutSpaces(first)).toContain("9,876,543,210.3375");
  });
});

describe("the file", () => {
  const own = async (count: number) => {
    const template = TEMPLATES.find(({ key }) => key === "accept");
    if (template === undefined) throw new Error("no template");
    return (await putBills({ inspect: (look) => look(portal.database) }, template, Array<number>(count).fill(1))).flat();
  };
  const printsOf = async (ids: readonly number[]) => {
    const rows = await portal.database.kysely.selectFrom("accept").where("Id", "in", ids).orderBy("Id").select("Degree").execute();
    return rows.map(({ Degree }) => Number(Degree ?? 0));
  };

  it("is named by title and number, kept by nobody, and counts one print of each document", async () => {
    const ids = await own(2);
    const ask = (some: readonly number[]) =>
      portal.app.inject({
        method: "POST",
        url: "/api/Print/GetPrintPdf",
        headers: { ...FORM, authorization: token },
        payload: form(orderOf("accept", some)),
      });
    const [one, both] = [await ask(ids.slice(0, 1)), await ask(ids)];
    expect(one.headers).toMatchObject({ "content-length": String(one.rawPayload.length), "cache-control": "no-store" });
    const nameOf = ({ headers }: typeof one) => decodeURIComponent(/UTF-8''(.*)$/.exec(String(headers["content-disposition"]))?.[1] ?? "");
    expect(nameOf(one)).toMatch(/^惠民超市\S+ ZZ\d+\.pdf$/);
    expect(nameOf(both)).toMatch(/^惠民超市\S+ ZZ\d+ 等2份\.pdf$/);
    expect(await printsOf(ids)).toEqual([2, 1]);
  });

  it("is not made, and counts nothing, where it would be too much", async () => {
    const ids = await own(1);
    const { Result } = await call(portal, token, "Print/GetPrintDoc", { ...orderOf("accept", ids), preview: "1" });
    const { signal } = new AbortController();
    for (const [limits, text] of [
      [{ sheets: 0, seconds: 60 }, "超过 0 页"],
      [{ sheets: 9, seconds: 0.001 }, "0.001 秒内没有排完"],
    ] as const) {
      const press = new PaperPress(limits);
      await expect(press.print(Result as PrintDocument, NAMED, signal)).rejects.toMatchObject({
        code: 400,
        message: expect.stringContaining(text),
      });
      press.close();
    }
    const left = new AbortController();
    const press = new PaperPress();
    const [given, wanted] = [press.print(Result as PrintDocument, NAMED, left.signal), press.print(Result as PrintDocument, NAMED, signal)];
    left.abort();
    await expect(given).rejects.toThrow();
    // Whoever went away keeps nobody waiting.
    expect((await wanted).subarray(0, 5).toString()).toBe("%PDF-");
    press.close();
    expect(await printsOf(ids)).toEqual([0]);
  });

  it("serves many who ask at once, while other calls are answered", async () => {
    const ids = await own(1);
    const asked = Array.from({ length: AT_ONCE }, () => pdfOf("accept", ids));
    expect((await call(portal, token, "Module/8902/Get", { id: String(ids[0]) })).Code).toBe(200);
    const files = await Promise.all(asked);
    expect(files).toHaveLength(AT_ONCE);
    expect(await printsOf(ids)).toEqual([AT_ONCE]);
  });
});

/** Titles of the prices of an entity. */
function pricesOf(entity: string): string[] {
  return Object.values(registry.entities[entity]?.fields ?? {}).flatMap(({ type, title }) => (type === "price" ? [title] : []));
}

const parts = (ids: readonly number[]) =>
  Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, part) => ids.slice(part * MOST_IDS, (part + 1) * MOST_IDS));

/** Everything a sheet of the server says but its sums, which are those of other sheets. */
function textsOf({ samedata, header, t_title, tr, footer, lastfooter, additional }: PrintDocument["data"][number]): string[] {
  const values = [...header, ...footer, ...(lastfooter?.summary ?? [])].map(({ value }) => value);
  const end = lastfooter && [lastfooter.capitals ?? "", ...(lastfooter.totals ?? []), ...lastfooter.signatures];
  return [samedata.title, ...values, ...t_title.map(({ title }) => title), ...tr.flat(), ...additional, ...(end ?? [])];
}

/** Words that stand on each other. */
function overlaps(words: readonly PaperWord[]): string[] {
  const inner = words.map(({ text, left, right, top, bottom }) => {
    return { text, left: left + ROUNDED, right: right - ROUNDED, top: top + ROUNDED, bottom: bottom - ROUNDED };
  });
  return inner.flatMap((one, index) =>
    inner
      .slice(index + 1)
      .filter((other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom)
      .map((other) => `${one.text} ${other.text}`),
  );
}

/** What the sheets of all documents sum up, column by column, is what the documents come to. */
function expectSums(texts: readonly string[], data: PrintDocument["data"]): void {
  const totals = data.flatMap(({ lastfooter }) => (lastfooter?.totals ? [lastfooter.totals.filter((total) => total !== "")] : []));
  const form = (totals[0] ?? []).map((total) => `(-?[\\d,]+\\.\\d{${total.split(".")[1]?.length ?? 0}})`).join("");
  const sums = form === "" ? [] : texts.map((text) => new RegExp(`本页小计${form}`).exec(text)?.slice(1) ?? []);
  for (const column of (totals[0] ?? []).keys()) expect(added(sums, column)).toBe(added(totals, column));
}

/** In thousandths. */
const added = (rows: readonly (readonly string[])[], column: number): bigint =>
  rows.reduce((sum, cells) => sum + (parseScaled(fixedDecimal(cells[column]?.replaceAll(",", "") ?? "", 3) ?? "", 3) ?? 0n), 0n);
