import { describe, expect, it } from "vitest";
import type { ScreenColumn } from "../../src/shared/protocol/screen.ts";
import { fitPaper, paperLines } from "../../src/web/pages/list/list-paper.ts";

const column = (field: string, format: ScreenColumn["format"]): ScreenColumn => {
  return { field, title: field, format, width: 100, align: "left", fixed: null, sortable: true, labels: [] };
};
const COLUMNS = [column("Billid", "text"), column("time", "datetime"), column("amount", "money"), column("Statu", "status")];
const ROWS = [
  { Billid: "A1", time: "2025-06-30 09:30:00", amount: "1000.10", Statu: 10, Statu_text: "待确认" },
  { Billid: "A2", time: "2025-06-30 10:30:00", amount: "-0.20", Statu: 10, Statu_text: "待确认" },
  { Billid: "A3", time: null, amount: null, Statu: null },
];
const plan = { columns: COLUMNS, sums: [{ field: "amount", decimals: 2 }], label: "合计" };

describe("a list on paper", () => {
  it("fits the sheet: upright with room, else on its side and smaller, never unreadable", () => {
    expect(fitPaper([300, 300])).toEqual({ way: "portrait", font: 12, widths: [50, 50] });
    expect(fitPaper([500, 500])).toMatchObject({ way: "landscape", font: 12 });
    expect(fitPaper([1000, 600])).toEqual({ way: "landscape", font: 7.8, widths: [62.5, 37.5] });
    expect(fitPaper(Array(60).fill(150)).font).toBe(6.5);
  });

  it("says each value as the screen does, and what all of it comes to as the server does", () => {
    expect(paperLines({ ...plan, group: null }, ROWS, { amount: "999.90" })).toEqual([
      { kind: "row", cells: ["A1", "2025-06-30 09:30", "1,000.10", "待确认"] },
      { kind: "row", cells: ["A2", "2025-06-30 10:30", "-0.20", "待确认"] },
      { kind: "row", cells: ["A3", "", "", ""] },
      { kind: "all", cells: ["合计（3 条）", "", "999.90", ""] },
    ]);
  });

  it("has below each group what it comes to", () => {
    const lines = paperLines({ ...plan, group: COLUMNS[1] ?? null }, ROWS, { amount: "999.90" });
    expect(lines.map(({ kind }) => kind)).toEqual(["row", "row", "group", "row", "group", "all"]);
    expect(lines[2]?.cells).toEqual(["2025-06-30 小计（2 条）", "", "999.90", ""]);
    expect(lines[4]?.cells).toEqual(["（空） 小计（1 条）", "", "0.00", ""]);
  });
});
