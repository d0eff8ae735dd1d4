import { describe, expect, it } from "vitest";
import { typedDay } from "../../../src/web/kinds/inputs/day.tsx";
import { valueText } from "../../../src/web/kinds/inputs/input-kinds.ts";
import { integer, movePoint, rate, typedNumber } from "../../../src/web/kinds/inputs/numbers.tsx";
import { switchKind } from "../../../src/web/kinds/inputs/switch.tsx";
import { field } from "./fields.ts";

describe("numbers as people type them", () => {
  it.each([
    ["1,234.50", "1234.50"],
    ["１２。５", "12.5"],
    ["￥ 1，000", "1000"],
    ["+3", "3"],
    ["-0.5", "-0.5"],
    ["abc", "abc"],
  ])("%s is %s", (typed, digits) => expect(typedNumber(typed)).toBe(digits));
});

describe("moving the point", () => {
  it.each([
    ["0.130000", 2, "13"],
    ["0.1", 2, "10"],
    ["0.000001", 2, "0.0001"],
    ["13.5", -2, "0.135"],
    ["5", -2, "0.05"],
    ["-7", -2, "-0.07"],
    ["100", -2, "1"],
    [".5", 2, "50"],
    ["0", -2, "0"],
    ["", 2, ""],
    ["-", -2, "-"],
    ["abc", -2, "abc"],
  ])("%s by %i is %s", (value, by, moved) => expect(movePoint(value, by)).toBe(moved));

  it("is exact there and back for every rate of six places", () => {
    for (const value of ["0.000001", "0.123456", "1", "99.999999", "0.1"]) expect(movePoint(movePoint(value, 2), -2)).toBe(value);
  });
});

describe("days as people write them", () => {
  it.each([
    ["2025/6/3", "2025-06-03"],
    ["2025年6月3日", "2025-06-03"],
    ["20250603", "2025-06-03"],
    ["2025.12.31", "2025-12-31"],
    ["2025-06-03 9:05", "2025-06-03 09:05:00"],
    ["2025-06-03 09:05:07", "2025-06-03 09:05:07"],
    ["明天", "明天"],
  ])("%s is %s", (typed, day) => expect(typedDay(typed)).toBe(day));
});

describe("values of a pasted cell", () => {
  const flag = field("isOn", "启用", "bool", {
    options: [
      { value: true, text: "启用", tone: "plain" },
      { value: false, text: "停用", tone: "plain" },
    ],
  });

  it("reads percent, ticks and whole numbers", () => {
    expect(rate.read("13%", field("r", "税率", "rate"))).toBe("0.13");
    expect(rate.read("13", field("r", "税率", "rate"))).toBe("0.13");
    expect(["启用", "是", "√", "1"].map((typed) => switchKind.read(typed, flag))).toEqual([true, true, true, true]);
    expect(["停用", "否", "0"].map((typed) => switchKind.read(typed, flag))).toEqual([false, false, false]);
    expect(integer.read("1,000", field("n", "数量", "int"))).toBe(1000);
    expect(integer.read("一", field("n", "数量", "int"))).toBe("一");
  });

  it("shows values in words, and never rounds what was typed", () => {
    expect(valueText(field("m", "金额", "money"), "1234.5")).toBe("1,234.50");
    expect(valueText(field("m", "金额", "money"), "1.005")).toBe("1.005");
    expect(valueText(field("r", "税率", "rate"), "0.13")).toBe("13.00%");
    expect(valueText(flag, false)).toBe("停用");
    expect(valueText(field("m", "金额", "money"), null)).toBe("");
  });
});
