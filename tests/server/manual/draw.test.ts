import { beforeAll, describe, expect, it } from "vitest";
import { breakLines } from "../../../src/server/base/break-lines.ts";
import { CONTENT_BOTTOM, MARGIN, type Measure, PAPER, type Page } from "../../../src/server/manual/draw/page.ts";
import { layoutManual, writePdf } from "../../../src/server/manual/draw/write-pdf.ts";
import { entry, heading, type Manual, points, steps, table, text } from "../../../src/server/manual/manual.ts";
import { manualOf, registryWith, textOf } from "./fixtures/manuals.ts";
import { type ReadPdf, readPdf } from "./fixtures/read-pdf.ts";

/** Chinese characters are as wide as high, others half of that. */
const widthOf = (character: string) => (/[ -~]/.test(character) ? 5 : 10);
const measure: Measure = (character, { size }) => (widthOf(character) * size) / 10;

describe("breaking lines", () => {
  const lines = (content: string, width: number) => breakLines(content, width, widthOf);

  it.each([
    ["中文可以在任何字后换行", 50, ["中文可以在", "任何字后换", "行"]],
    ["标点不在行首，会带走前字", 60, ["标点不在行", "首，会带走前", "字"]],
    ["前引号“不留在行尾", 40, ["前引号", "“不留在", "行尾"]],
    ["连续标点（注：甲）。乙", 60, ["连续标点", "（注：甲）。", "乙"]],
    ["用 Chrome 浏览器", 55, ["用 Chrome", "浏览器"]],
    ["abcdefghijklmnopqrstuvwxyz", 50, ["abcdefghij", "klmnopqrst", "uvwxyz"]],
    ["甲\n乙", 50, ["甲", "乙"]],
    ["", 50, [""]],
    ["。。。。。。", 30, ["。。。", "。。。"]],
  ])("%s in %d", (content, width, expected) => {
    expect(lines(content, width)).toEqual(expected);
  });

  it("loses nothing and exceeds no width where a mark allows it", () => {
    const content = textOf(manualOf(registryWith(), { side: "supplier" }));
    for (const width of [50, 120, 480]) {
      const broken = lines(content, width);
      expect(broken.join("").replaceAll(/\s/g, "")).toBe(content.replaceAll(/\s/g, ""));
      expect(broken.filter((line) => [...line].reduce((sum, each) => sum + widthOf(each), 0) > width)).toEqual([]);
    }
    const bad = lines(content, 480).filter((line) => /^[，。、；：？！）”]/.test(line) || /[（“]$/.test(line));
    expect(bad).toEqual([]);
  });
});

describe("the layout", () => {
  const long = "很长的一段说明文字，用来占满一行又一行。".repeat(6);
  const manual: Manual = {
    product: "系统",
    title: "手册",
    readers: "用户",
    shopName: "商场",
    date: "2025-06-30",
    version: "12345678",
    chapters: [0, 1, 2].map((chapter) => ({
      title: `篇${chapter}`,
      intro: long,
      sections: [0, 1, 2, 3, 4, 5].map((section) => ({
        title: `节${chapter}${section}`,
        blocks: [
          text(long.repeat(section + 1)),
          entry("标签", long),
          heading("标题"),
          ...table(
            { 甲: 1, 乙: 3 },
            Array.from({ length: 9 }, (_each, row) => [`行${row}`, long.repeat(row % 3)]),
          ),
          steps(long, "短"),
          points(long.repeat(3)),
          ...table({ 高: 1, 格: 1 }, [
            ["高", long.repeat(60)],
            ["末", "末"],
          ]),
        ],
      })),
    })),
  };
  const pages = layoutManual(manual, measure);
  const texts = (page: Page) => page.marks.flatMap((mark) => (mark.kind === "text" ? [mark] : []));
  const isFrame = (y: number) => y < MARGIN.top || y > CONTENT_BOTTOM;

  it("keeps every line on the paper and above the foot", () => {
    for (const [index, page] of pages.entries()) {
      for (const { x, y, text: line, look } of texts(page)) {
        const right = x + [...line].reduce((sum, each) => sum + measure(each, look), 0);
        expect(x).toBeGreaterThanOrEqual(MARGIN.left);
        expect(right, line).toBeLessThanOrEqual(PAPER.width - MARGIN.right + 0.01);
        expect(y).toBeLessThan(PAPER.height - 20);
        if (index > 0 && isFrame(y))
          expect([page.head, "系统 · 手册", "商场  版本 12345678", `第 ${index + 1} 页，共 ${pages.length} 页`]).toContain(line);
      }
    }
  });

  it("draws no line over another one", () => {
    for (const page of pages.slice(1)) {
      const places = texts(page).map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
      expect(new Set(places).size).toBe(places.length);
    }
  });

  it("loses nothing of a table, and repeats its head on each page", () => {
    const drawn = pages
      .flatMap(texts)
      .map((mark) => mark.text)
      .join("");
    expect(drawn.split(long.slice(0, 20)).length - 1).toBeGreaterThan(18 * 60);
    const tall = pages.filter((page) => texts(page).some((mark) => mark.text === "高" && mark.look.weight === "bold"));
    expect(tall.length).toBeGreaterThan(18);
  });

  it("leaves neither a heading nor a row alone", () => {
    for (const page of pages) {
      const rows = texts(page).filter(({ y }) => !isFrame(y));
      const last = Math.max(...rows.map(({ y }) => y));
      expect(rows.filter(({ y }) => y === last).map((mark) => mark.text)).not.toContain("标题");
      const bodies = rows.filter((mark) => /^行\d$/.test(mark.text)).map((mark) => mark.text);
      expect(bodies).not.toEqual(["行8"]);
    }
  });

  it("numbers the contents by the pages that the targets are on", () => {
    const contents = pages.filter(({ head }) => head === "目录");
    const told = contents.flatMap((page) => {
      const links = page.marks.flatMap((mark) => (mark.kind === "link" ? [mark] : []));
      return links.map((link) => {
        const number = texts(page).find(
          ({ x, y, text: line }) => x > PAPER.width / 2 && y > link.y && y < link.y + link.height && /^\d+$/.test(line),
        );
        return [link.to, Number(number?.text)];
      });
    });
    const placed = pages.flatMap(({ targets }, index) => targets.map(({ name }) => [name, index + 1]));
    expect(told).toHaveLength(3 + 18);
    expect(placed).toEqual(expect.arrayContaining(told));
  });
});

describe("the file", () => {
  const registry = registryWith();
  const manual = manualOf(registry, { side: "supplier", shopName: "惠民超市（总店）\\(A)" });
  let bytes: Buffer;
  let read: ReadPdf;
  beforeAll(async () => {
    bytes = await writePdf(manual);
    read = readPdf(bytes);
  });

  it("is a whole PDF with its fonts inside", () => {
    expect(bytes.subarray(0, 8).toString("latin1")).toBe("%PDF-1.7");
    expect(bytes.toString("latin1").trimEnd().endsWith("%%EOF")).toBe(true);
    const fonts = read.embedded.map((name) => name.replace(/^[A-Z]{6}\+/, ""));
    expect(fonts.sort()).toEqual(["NotoSansHans-Bold", "NotoSansHans-Regular"]);
    expect(read.catalogue).toContain("/Lang (zh-CN)");
    expect(bytes.length).toBeLessThan(1_000_000);
  });

  it("holds every text of the manual, to be searched and copied", () => {
    const found = read.pages.join("\n").replaceAll(/\s/g, "");
    expect(found).not.toContain("\uFFFD");
    const missing = manual.chapters
      .flatMap(({ title, sections }) => [title, ...sections.flatMap((section) => [section.title])])
      .filter((title) => !found.includes(title.replaceAll(/\s/g, "")));
    expect(missing).toEqual([]);
    expect(found).toContain("惠民超市（总店）\\(A)");
    expect(found).toContain("订单已过有效截止日，不能确认");
    expect(read.pages.at(-1)).toContain(`第 ${read.pages.length} 页，共 ${read.pages.length} 页`);
  });

  it("has a bookmark and a link for each chapter and section, all of which lead somewhere", () => {
    const titles = manual.chapters.flatMap(({ title, sections }, chapter) => [
      `${chapter + 1}  ${title}`,
      ...sections.map((section, index) => `${chapter + 1}.${index + 1}  ${section.title}`),
    ]);
    expect([...read.bookmarks].sort()).toEqual([manual.title, "目录", ...titles].sort());
    expect(read.links).toHaveLength(titles.length);
    const pageOf = new Map(read.targets);
    expect(read.links.filter((link) => !((pageOf.get(link) ?? 0) > 2))).toEqual([]);
    expect(read.pages[(pageOf.get("section-1-1") ?? 0) - 1]).toContain("登录与密码");
  });

  it("is the same for the same manual, and another one for another day", async () => {
    expect((await writePdf(manual)).equals(bytes)).toBe(true);
    expect((await writePdf({ ...manual, date: "2025-07-01" })).equals(bytes)).toBe(false);
  });

  it("is drawn also with characters that the font does not have", async () => {
    const odd = await writePdf({ ...manual, shopName: "😀\u0001\uD800商场", chapters: manual.chapters.slice(0, 1) });
    expect(readPdf(odd).pages.length).toBeGreaterThan(2);
  });
});
