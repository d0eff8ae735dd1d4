import { describe, expect, it } from "vitest";
import { CLEARED, cellReader } from "../../../src/server/engine/import/cells.ts";
import { type CellError, cellFromWire } from "../../../src/shared/domain/cell.ts";
import type { FormField } from "../../../src/shared/protocol/form.ts";
import type { FieldType } from "../../../src/shared/registry/model.ts";

const fieldOf = (type: FieldType, more: Partial<FormField> = {}): FormField =>
  ({ name: "f", title: "栏", type, codeType: "int", options: [], length: null, ...more }) as FormField;

/** What a cell comes to: the value that is stored, or what is wrong with it. */
function read(field: FormField, text: string): unknown {
  const cell = cellReader(field)(text);
  if (cell === undefined) return "nothing";
  if ("problem" in cell) return cell.problem;
  try {
    const value = cellFromWire(field, cell.value);
    return typeof value === "bigint" ? Number(value) : value;
  } catch (error) {
    return (error as CellError).message;
  }
}

describe("a cell is read as people type it", () => {
  it.each([
    ["2026-11-25", "2026-11-25"],
    ["2026/11/25", "2026-11-25"],
    ["20261125", "2026-11-25"],
    ["2026/1/5", "2026-01-05"],
    ["2026.1.5", "2026-01-05"],
    ["2026年1月5日", "2026-01-05"],
    ["２０２６－１１－２５", "2026-11-25"],
    ["2026-11-25 00:00:00", "2026-11-25"],
    ["2026-11-25T00:00:00", "2026-11-25"],
    ["2026-11-25 08:00", "应为日期，如 2025-06-30"],
    ["2026-02-30", "应为日期，如 2025-06-30"],
    ["25/11/2026", "应为日期，如 2025-06-30"],
    ["昨天", "应为日期，如 2025-06-30"],
  ])("day %s", (text, value) => expect(read(fieldOf("date"), text)).toBe(value));

  it.each([
    ["2026/1/5 8:30", "2026-01-05 08:30:00"],
    ["20260105 08:30:01", "2026-01-05 08:30:01"],
    ["2026-01-05", "2026-01-05 00:00:00"],
    ["2026-01-05 25:00", "应为时间，如 2025-06-30 09:30:00"],
  ])("time %s", (text, value) => expect(read(fieldOf("datetime"), text)).toBe(value));

  it.each([
    ["1234.5", 123_450],
    ["1,234.50", 123_450],
    ["１，２３４．５", 123_450],
    ["1 234.5", 123_450],
    ["￥1,234.50", 123_450],
    ["¥-12", -1200],
    ["-¥12", -1200],
    ["12.30元", 1230],
    ["(12.00)", -1200],
    ["+3", 300],
    [".5", 50],
    ["5.", 500],
    ["1,23", "应为数字，最多2位小数"],
    ["12.345", "应为数字，最多2位小数"],
    ["1.2E+05", "应为数字，最多2位小数"],
    ["约三元", "应为数字，最多2位小数"],
    ["--5", "应为数字，最多2位小数"],
  ])("money %s", (text, value) => expect(read(fieldOf("money"), text)).toBe(value));

  it.each([
    ["13%", 130_000],
    ["0.13", 130_000],
    ["13 %", 130_000],
    ["１３％", 130_000],
    ["0.5%", 5000],
    ["-1.25%", -12_500],
    ["100%", 1_000_000],
    ["13", 13_000_000],
    ["百分之十三", "应为数字，写成百分比时最多4位小数"],
    ["1%%", "应为数字，写成百分比时最多4位小数"],
  ])("rate %s", (text, value) => expect(read(fieldOf("rate"), text)).toBe(value));

  it.each([
    ["是", true],
    ["否", false],
    ["TRUE", true],
    ["0", false],
    ["１", true],
    ["也许", "栏应为是或否"],
  ])("yes and no %s", (text, value) => expect(read(fieldOf("bool"), text)).toBe(value));

  it("a choice by its title or its code, which goes first", () => {
    const options = [
      { value: 1, text: "正常", tone: "info" },
      { value: 2, text: "3", tone: "info" },
      { value: 3, text: "补货", tone: "info" },
    ] as const;
    const field = fieldOf("enum", { options });
    expect(["正常", " 2 ", "3", "补货"].map((text) => read(field, text))).toEqual([1, 2, 3, 3]);
    expect(read(field, "促销")).toBe("栏不是可选的值，可选：正常、3、补货");
  });

  it("a blank one says nothing, and one that empties says so", () => {
    expect(["", "  ", "\u3000"].map((text) => read(fieldOf("money"), text))).toEqual(["nothing", "nothing", "nothing"]);
    expect([CLEARED, " (清空) "].map((text) => read(fieldOf("string"), text))).toEqual([null, null]);
  });

  it("texts stay what they are, but for blanks around those of one line", () => {
    expect(read(fieldOf("string"), " a  b ")).toBe("a  b");
    expect(read(fieldOf("text"), " 第一行\n第二行 ")).toBe(" 第一行\n第二行 ");
  });
});
