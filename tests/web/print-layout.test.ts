import { describe, expect, it } from "vitest";
import { pageBreaks } from "../../src/shared/print/page-breaks.ts";
import { cutDocument, wholeDocuments, withSplitRows } from "../../src/shared/print/whole-document.ts";
import type { PrintPage } from "../../src/shared/protocol/print.ts";

const rows = (count: number, height = 10) => Array.from({ length: count }, () => height);
const ROOM = { rows: 100, end: 30, most: 8 };

describe("where sheets end", () => {
  it.each([
    ["nothing to list: a sheet with the end of the document", [], [0]],
    ["what fits stands on one sheet, with the end", rows(7), [7]],
    ["never more rows than the paper is said to have", rows(20), [8, 8, 4]],
    ["the end does not fit below the last rows: one row goes along", rows(8), [7, 1]],
    ["a row as tall as a sheet has one of its own, and the end another", [100], [1, 0]],
    ["heights decide, not counts", [60, 60, 30], [1, 1, 1]],
    ["one more row than a sheet has", rows(9), [8, 1]],
  ])("%s", (_, heights, counts) => {
    expect(pageBreaks(heights, ROOM)).toEqual(counts);
  });

  it("puts every row on exactly one sheet, none over its room, whatever the heights", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const heights = Array.from({ length: seed % 40 }, (_, at) => 5 + ((seed * 31 + at * 17) % 60));
      const counts = pageBreaks(heights, ROOM);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(heights.length);
      let start = 0;
      for (const [sheet, count] of counts.entries()) {
        const taken = heights.slice(start, start + count).reduce((sum, height) => sum + height, 0);
        expect(count).toBeLessThanOrEqual(ROOM.most);
        expect(taken + (sheet === counts.length - 1 ? ROOM.end : 0)).toBeLessThanOrEqual(ROOM.rows);
        start += count;
      }
    }
  });
});

const sheet = (more: Partial<PrintPage>): PrintPage => ({
  samedata: { title: "验收单", Billid: "YS1" },
  header: [],
  t_title: [
    { field: "name", title: "商品名称", width: 60, align: "left" },
    { field: "money", title: "金额", width: 30, align: "right" },
  ],
  tr: [],
  pagesumtr: null,
  footer: [],
  lastfooter: null,
  additional: [],
  barcode: "YS1-1",
  page: 1,
  pages: 1,
  width: 241,
  pageheight: 140,
  intervalheight: 0,
  ...more,
});
const END = { totals: ["", "111111111111.55"], capitals: null, summary: [], signatures: ["收货"] };

describe("a document of several sheets", () => {
  const [whole] = wholeDocuments([
    sheet({ tr: [["一", "0.10"]], subtotals: [0] }),
    sheet({ tr: [["二", "0.20"]], page: 2 }),
    sheet({ tr: [["三", "-0.05"]], subtotals: [0], page: 3, lastfooter: END }),
  ]);
  if (whole === undefined) throw new Error("no document");

  it("is one with all its rows, and begins anew at each first sheet", () => {
    expect(whole).toMatchObject({
      tr: [
        ["一", "0.10"],
        ["二", "0.20"],
        ["三", "-0.05"],
      ],
      subtotals: [0, 2],
      lastfooter: END,
    });
    expect(wholeDocuments([sheet({}), sheet({}), sheet({ page: 2 })])).toHaveLength(2);
  });

  it("is cut into sheets that sum up what stands on them, subtotals aside, and tell their place in the barcode", () => {
    const [first, last] = cutDocument(whole, [2, 1]);
    expect(first).toMatchObject({ pagesumtr: ["", "0.20"], subtotals: [0], lastfooter: null, barcode: "YS1-1", page: 1, pages: 2 });
    expect(last).toMatchObject({ pagesumtr: ["", "0.00"], subtotals: [0], lastfooter: END, barcode: "YS1-2", page: 2, pages: 2 });
    const exact = cutDocument(
      {
        ...whole,
        subtotals: [],
        tr: [
          ["", "99999999999.99"],
          ["", "0.02"],
        ],
      },
      [2],
    );
    expect(exact[0]?.pagesumtr).toEqual(["", "100,000,000,000.01"]);
  });

  it("is measured with the longest sum that a sheet may have, where amounts cancel each other out", () => {
    const cancelled = ["", "0.00"];
    const tr = [
      ["买", "99,999.00"],
      ["退", "-99,999.00"],
      ["退", "-1.00"],
      ["买", "1.00"],
    ];
    expect(wholeDocuments([sheet({ tr, lastfooter: { ...END, totals: cancelled } })])[0]?.pagesumtr).toEqual(["", "-100,000.00"]);
  });

  it("goes on with a row that is too tall in the next one, its amount said once", () => {
    const long = {
      ...whole,
      subtotals: [1],
      tr: [
        ["甲乙丙丁戊己庚辛壬癸", "7.00"],
        ["小计", "7.00"],
      ],
    };
    expect(withSplitRows(long, new Set([0]))).toMatchObject({
      tr: [
        ["甲乙丙丁戊", "7.00"],
        ["己庚辛壬癸", ""],
        ["小计", "7.00"],
      ],
      subtotals: [2],
    });
    expect(withSplitRows(whole, new Set([0]))).toBeNull();
  });
});
