import { describe, expect, it } from "vitest";
import { CFB, read, utils, write } from "xlsx";
import { aboutRows } from "../../src/shared/domain/sheet/about-sheet.ts";
import { groupedSort, isSameGroup } from "../../src/shared/domain/sheet/row-groups.ts";
import { SheetLines } from "../../src/shared/domain/sheet/sheet-lines.ts";
import { exportFileName, fieldsOfPlan } from "../../src/shared/domain/sheet/sheet-plan.ts";
import {
  dataRow,
  dateCell,
  footerRow,
  growWidths,
  headRow,
  numberCell,
  subtotalRow,
  textWidth,
  writeCell,
} from "../../src/shared/domain/sheet/sheet-rows.ts";
import type { SheetPlan } from "../../src/shared/protocol/export.ts";
import type { WireRow } from "../../src/shared/protocol/list.ts";
import { linesOf } from "../../src/web/pages/export/lines-of.ts";
import { writeBook } from "../../src/web/pages/export/write-book.ts";

const PLAN: SheetPlan = {
  title: "结算单",
  columns: [
    { field: "Billid", title: "单据编号", format: "text" },
    { field: "TotalMoney", title: "结算金额", format: "money" },
    { field: "amount", title: "数量", format: "quantity" },
    { field: "taxRate", title: "税率", format: "rate" },
    { field: "Statu", title: "状态", format: "status" },
    { field: "Isstop", title: "停付", format: "flag" },
    { field: "Degree", title: "打印", format: "printed" },
    { field: "Remark", title: "备注", format: "text" },
  ],
  footer: {
    label: "合计",
    sums: [
      { field: "TotalMoney", decimals: 2 },
      { field: "amount", decimals: 3 },
    ],
  },
};
const ROW: WireRow = {
  Billid: "JS1",
  TotalMoney: "1234.50",
  amount: "2.125",
  taxRate: "0.130000",
  Statu: 50,
  Statu_text: "已确认",
  Isstop: false,
  Degree: 2,
  Remark: "=1+1",
};

describe("the rows of a grouped export", () => {
  const plan: SheetPlan = { ...PLAN, group: { field: "Statu", format: "status" } };

  it("have below each group what it comes to, exactly", () => {
    const lines = new SheetLines(plan);
    const rows = [
      ROW,
      { ...ROW, TotalMoney: "0.10", amount: "-0.125" },
      { ...ROW, TotalMoney: null },
      { ...ROW, Statu: 0, Statu_text: "录入" },
    ];
    const all = [...rows.flatMap((row) => lines.add(row)), ...lines.end()];
    expect(all.map(([first]) => first?.v)).toEqual([1, 2, 3, "小计", 4, "小计", "合计"]);
    expect(all[3]).toEqual([
      { t: "s", v: "小计" },
      { t: "s", v: "已确认 小计（3 条）" },
      { t: "n", v: 1234.6, z: "0.00", w: "1234.60" },
      { t: "n", v: 4.125, z: "0.000", w: "4.125" },
      ...Array(5).fill(null),
    ]);
    expect(
      all
        .at(-1)
        ?.slice(2, 4)
        .map((cell) => cell?.v),
    ).toEqual([2469.1, 6.25]);
    expect(lines.count).toBe(4);
    expect(subtotalRow({ ...plan, group: { field: "Remark", format: "text" } }, { ...ROW, Remark: "" }, 1, {})[1]).toEqual({
      t: "s",
      v: "（空） 小计（1 条）",
    });
  });

  it("carry what they are put together and summed by, although it is not shown", () => {
    const footer = { label: "合计", sums: [{ field: "rate", decimals: 2, ratio: ["a", "b"] as const }] };
    expect(fieldsOfPlan({ ...plan, columns: PLAN.columns.slice(0, 1), footer })).toEqual(["Billid", "Statu", "rate", "a", "b"]);
  });

  it("stand together by value, instants by their day, and in the order of the list within", () => {
    const sorters = [
      { field: "Billid", order: "asc" as const },
      { field: "Statu", order: "desc" as const },
    ];
    expect(groupedSort("Statu", sorters)).toEqual([...sorters].reverse());
    expect(groupedSort("busdate", sorters)).toEqual([{ field: "busdate", order: "asc" }, ...sorters]);
    expect(groupedSort(null, sorters)).toBe(sorters);
    const at = (time: string | null): WireRow => ({ time });
    expect(isSameGroup({ field: "time", format: "datetime" }, at("2025-06-30 10:00:00"), at("2025-06-30 23:59:59"))).toBe(true);
    expect(isSameGroup({ field: "time", format: "datetime" }, at("2025-06-30 10:00:00"), at("2025-07-01 00:00:00"))).toBe(false);
    expect(isSameGroup({ field: "time", format: "text" }, at(null), at(""))).toBe(true);
  });
});

describe("the rows of an export", () => {
  it("begins with 序号 and the titles", () => {
    expect(headRow(PLAN).map((cell) => cell?.v)).toEqual(["序号", "单据编号", "结算金额", "数量", "税率", "状态", "停付", "打印", "备注"]);
  });

  it("writes each kind of value", () => {
    expect(dataRow(PLAN, ROW, 1)).toEqual([
      { t: "n", v: 1, z: "0", w: "1" },
      { t: "s", v: "JS1" },
      { t: "n", v: 1234.5, z: "0.00", w: "1234.50" },
      { t: "n", v: 2.125, z: "0.000", w: "2.125" },
      { t: "n", v: 0.13, z: "0.00%", w: "13.00%" },
      { t: "s", v: "已确认" },
      { t: "s", v: "否" },
      { t: "s", v: "已打印" },
      { t: "s", v: "=1+1" },
    ]);
  });

  it("leaves missing values empty", () =>
    expect(dataRow(PLAN, { Billid: "JS1", TotalMoney: null, Remark: "" }, 1).slice(2)).toEqual(Array(7).fill(null)));

  it("ends with the server's sums under their columns", () => {
    const row = footerRow(PLAN, { TotalMoney: "99.90", amount: "1.5" });
    expect(row?.map((cell) => cell?.v)).toEqual(["合计", undefined, 99.9, 1.5, undefined, undefined, undefined, undefined, undefined]);
    expect(footerRow({ ...PLAN, footer: null }, {})).toBeNull();
  });
});

describe("a decimal as a cell", () => {
  it("is a number while Excel keeps all its digits", () => {
    expect(numberCell("9999999999999.99")).toEqual({ t: "n", v: 9999999999999.99, z: "0.00", w: "9999999999999.99" });
    expect(numberCell("-0.01")).toEqual({ t: "n", v: -0.01, z: "0.00", w: "-0.01" });
  });
  it("is text beyond that", () => expect(numberCell("12345678901234567.89")).toEqual({ t: "s", v: "12345678901234567.89" }));
  it("shows a rate as the list does", () => {
    expect(writeCell("rate", { r: "0.13" }, "r")).toEqual({ t: "n", v: 0.13, z: "0.00%", w: "13.00%" });
    expect(writeCell("rate", { r: "0.123456" }, "r")).toEqual({ t: "n", v: 0.123456, z: "0.0000%", w: "12.3456%" });
  });
  it("is text if it is no decimal", () => expect(numberCell("=SUM(A1)")).toEqual({ t: "s", v: "=SUM(A1)" }));
});

describe("a day as a cell", () => {
  it("is what Excel counts it as, and shown as it is told", () => {
    expect(dateCell("2025-06-30")).toEqual({ t: "n", v: 45838, z: "yyyy-mm-dd", w: "2025-06-30" });
    expect(dateCell("2025-06-30 12:00:00")).toEqual({ t: "n", v: 45838.5, z: "yyyy-mm-dd hh:mm:ss", w: "2025-06-30 12:00:00" });
    expect(writeCell("date", { d: "2025-06-30" }, "d")).toMatchObject({ t: "n", v: 45838 });
    expect(writeCell("datetime", { d: "2025-06-30 23:59:59" }, "d")?.t).toBe("n");
  });
  it("is seen so by who opens the file", () => {
    const times = ["1900-03-01", "2025-06-30", "2025-06-30 09:30:01", "2025-06-30 23:59:59", "9999-12-31"];
    const sheet = read(writeBook([{ title: "x", lines: times.map((time) => [dateCell(time)]) }]), { cellNF: true }).Sheets.x ?? {};
    expect(times.map((_time, at) => sheet[`A${at + 1}`])).toMatchObject(times.map((w) => ({ t: "n", w })));
  });
  it("is a text where Excel's calendar does not have it, or it is none", () => {
    for (const text of ["1900-02-28", "1899-12-31", "明天", ""]) expect(dateCell(text)).toEqual({ t: "s", v: text });
  });
});

describe("the sheet that says what a file holds", () => {
  it("names page, filter, user, time and rows; without a filter they are all", () => {
    const about = { page: "结算单", user: "=张三", time: "2025-06-30 09:30:00", filter: "" };
    const sheet =
      read(
        writeBook([
          { title: "x", lines: [] },
          { title: "说明", lines: aboutRows(about, 3) },
        ]),
      ).Sheets.说明 ?? {};
    expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([
      ["页面", "结算单"],
      ["查询条件", "全部"],
      ["导出人", "=张三"],
      ["导出时间", "2025-06-30 09:30:00"],
      ["行数", "3"],
    ]);
    expect(aboutRows({ ...about, filter: "状态：已确认" }, 3)[1]?.[1]?.v).toBe("状态：已确认");
  });
});

describe("the lines of an answer", () => {
  it("come whole, wherever the pieces are cut", async () => {
    const text = '{"a":"结算"}\n[1]\n{"Code":200}';
    const bytes = new TextEncoder().encode(text);
    for (const size of [1, 2, 5, 1000]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_piece, at) => bytes.slice(at * size, (at + 1) * size));
      const found: string[] = [];
      for await (const line of linesOf(new Response(new Blob(pieces)))) found.push(line);
      expect(found).toEqual(text.split("\n"));
    }
  });
});

describe("a written file", () => {
  const bytes = () => {
    const sheet = utils.aoa_to_sheet([headRow(PLAN), dataRow(PLAN, ROW, 1)], { dense: true });
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, PLAN.title);
    return write(book, { type: "buffer", bookType: "xlsx", bookSST: true, compression: true });
  };

  it("holds no formula: texts stay what they are", () => {
    const sheet = read(bytes(), { cellFormula: true, cellNF: true }).Sheets[PLAN.title];
    expect(sheet?.I2).toMatchObject({ t: "s", v: "=1+1" });
    expect(Object.values(sheet ?? {}).some((cell) => (cell as { f?: string }).f !== undefined)).toBe(false);
    expect(sheet?.C2).toMatchObject({ t: "n", v: 1234.5, z: "0.00" });
  });
});

describe("a text that begins like a formula", () => {
  const FORMULAS = ["=1+1", "+86 139", "-5", "@SUM(A1)", "\tx", "\rx", "＝1", "=cmd|'/c calc'!A1", "'=1"];
  const texts = (values: readonly string[]) => values.map((v) => [{ t: "s", v } as const]);
  const partOf = (bytes: ArrayBuffer, name: string) =>
    new TextDecoder().decode(Uint8Array.from(CFB.find(CFB.read(new Uint8Array(bytes), { type: "array" }), name)?.content ?? []));

  it("comes back to the byte, and is no formula", () => {
    const sheet = read(writeBook([{ title: "x", lines: texts(FORMULAS) }]), { cellFormula: true }).Sheets.x ?? {};
    expect(FORMULAS.map((_, at) => sheet[`A${at + 1}`])).toMatchObject(FORMULAS.map((v) => ({ t: "s", v })));
    expect(JSON.stringify(sheet)).not.toContain('"f":');
  });

  it("has a style that keeps it a text when somebody edits it; others have not", () => {
    const bytes = writeBook([{ title: "x", lines: texts(["plain", ...FORMULAS]) }]);
    const styles = partOf(bytes, "/xl/styles.xml").match(/<cellXfs.*<\/cellXfs>/)?.[0] ?? "";
    const quoting = [...styles.matchAll(/<xf [^>]*>/g)].flatMap(([xf], at) => (xf.includes('quotePrefix="1"') ? [at] : []));
    expect(quoting).toHaveLength(1);
    const styled = [...partOf(bytes, "/xl/worksheets/sheet1.xml").matchAll(/<c r="A(\d+)"(?: s="(\d+)")?/g)].map(([, row, style]) => [
      Number(row),
      Number(style ?? 0) === quoting[0],
    ]);
    expect(styled).toEqual(["plain", ...FORMULAS].map((text, at) => [at + 1, text !== "plain" && text !== "'=1"]));
  });

  it("leaves the parts of a workbook and no other behind", () => {
    const parts = CFB.read(new Uint8Array(writeBook([{ title: "x", lines: texts(FORMULAS) }])), { type: "array" }).FullPaths;
    const plain = CFB.read(new Uint8Array(writeBook([{ title: "x", lines: texts(["plain"]) }])), { type: "array" }).FullPaths;
    expect([...parts].sort()).toEqual([...plain].sort());
  });
});

describe("widths and name", () => {
  it("counts a Chinese character as two", () => {
    expect(textWidth("结算单A1")).toBe(8);
    expect(textWidth("（全角）")).toBe(8);
  });
  it("fits the longest value, within bounds", () => {
    const widths: number[] = [];
    growWidths(widths, [
      { t: "s", v: "序号" },
      { t: "s", v: "单据编号" },
      { t: "s", v: "长".repeat(100) },
    ]);
    growWidths(widths, [numberCell("1"), numberCell("123456789012.50"), null]);
    expect(widths).toEqual([6, 17, 60]);
  });
  it("is title and minute", () => {
    expect(exportFileName("结算/单", "2026-11-21 08:05:00")).toBe("结算_单-202611210805.xlsx");
  });
});
