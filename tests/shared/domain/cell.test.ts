import { describe, expect, test } from "vitest";
import { CellError, cellFromWire, cellToWire, compareCells } from "../../../src/shared/domain/cell.ts";
import type { FieldType } from "../../../src/shared/registry/model.ts";

const field = (type: FieldType, codeType: "int" | "text" = "int") => ({ type, codeType, length: 10 });

describe("values from the wire", () => {
  test.each<[FieldType, unknown, unknown]>([
    ["money", "-328.40", -32840n],
    ["money", 12, 1200n],
    ["price", "0.3375", 3375n],
    ["quantity", "1.5", 1500n],
    ["rate", "0.13", 130000n],
    ["int", "007", 7],
    ["bool", "1", true],
    ["bool", false, false],
    ["date", "2024-02-29", "2024-02-29"],
    ["datetime", "2025-06-30T09:30", "2025-06-30 09:30:00"],
    ["string", "订单", "订单"],
    ["string", "", null],
    ["money", null, null],
  ])("%s %j", (type, value, cell) => {
    expect(cellFromWire(field(type), value)).toEqual(cell);
  });

  test.each<[FieldType, unknown]>([
    ["money", "0.005"],
    ["money", "NaN"],
    ["money", "1e400"],
    ["money", "１２"],
    ["int", "1.0"],
    ["int", "99999999999"],
    ["bool", "yes"],
    ["date", "2025-02-30"],
    ["date", "0000-01-01"],
    ["datetime", "2025-06-30 25:00:00"],
    ["string", "a\u0000b"],
    ["string", "\ud800"],
    ["string", "12345678901"],
    ["enum", "x"],
    ["money", ["1"]],
    ["string", { toString: "1" }],
  ])("refuses %s %j", (type, value) => {
    expect(() => cellFromWire(field(type), value)).toThrow(CellError);
  });

  test.each<[FieldType, string, string]>([
    ["money", "0.005", "应为数字，最多2位小数"],
    ["money", "1234567890123456", "数值过大"],
    ["quantity", "-99999999999999999.5", "数值过大"],
    ["rate", "0.1234567", "应为数字，写成百分比时最多4位小数"],
    ["rate", "9999999999999999", "数值过大"],
    ["int", "1.5", "应为整数"],
    ["int", "99999999999", "数值过大"],
    ["id", "12345678901234567890", "数值过大"],
  ])("%s %s: %s", (type, value, message) => {
    expect(() => cellFromWire(field(type), value)).toThrow(message);
  });

  test("money, quantity and rate travel as text with all their decimals", () => {
    expect([cellToWire(field("money"), 150n), cellToWire(field("quantity"), -5n), cellToWire(field("rate"), 130000n)]).toEqual([
      "1.50",
      "-0.005",
      "0.130000",
    ]);
  });
});

test("cells order as the database orders them: nothing first, texts by code point", () => {
  const texts = ["", "A", "B", "a", "ab", "订", "，", "😀"];
  expect([...texts].reverse().sort(compareCells)).toEqual(texts);
  expect([compareCells(null, 1n), compareCells(2n, 10n), compareCells("a", "a")]).toEqual([-1, -1, 0]);
});
