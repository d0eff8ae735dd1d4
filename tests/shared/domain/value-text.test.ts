import { describe, expect, it } from "vitest";
import { IN_SENTENCE, IN_SHEET, ON_PAPER, ON_SCREEN, valueText } from "../../../src/shared/domain/value-text.ts";

describe("valueText", () => {
  it.each([
    ["integer", 1234, "1,234", "1,234"],
    ["money", "1234.50", "1,234.50", "1,234.50"],
    ["price", "1234.5", "1,234.50", "1,234.50"],
    ["price", "1234.3375", "1,234.3375", "1,234.3375"],
    ["quantity", "1234.5", "1,234.500", "1,234.500"],
    ["rate", "0.13", "13.00%", "13.00%"],
    ["rate", "12.5", "1,250.00%", "1,250.00%"],
    ["date", "2025-06-30", "2025-06-30", "2025-06-30"],
    ["datetime", "2025-06-30 09:30:15", "2025-06-30 09:30:15", "2025-06-30 09:30"],
    ["flag", true, "是", "是"],
    ["printed", 2, "已打印", "已打印"],
    ["unread", 0, "已读", "已读"],
    ["text", "=1+1", "=1+1", "=1+1"],
  ] as const)("tells a %s of %s as %s on screen and %s on paper", (format, value, screen, paper) => {
    expect(valueText(format, value, ON_SCREEN)).toBe(screen);
    expect(valueText(format, value, ON_PAPER)).toBe(paper);
  });

  it("names a bound in a sentence without separators", () => expect(valueText("money", "1234.50", IN_SENTENCE)).toBe("1234.50"));

  it("tells a status by the text of its row", () => expect(valueText("status", 10, ON_SCREEN, "录入")).toBe("录入"));

  it("rounds nothing away", () => expect(valueText("money", "1.005")).toBe("1.005"));

  it("leaves what is no number as it is", () => {
    for (const style of [ON_SCREEN, ON_PAPER, IN_SHEET]) expect(valueText("money", "一百", style)).toBe("一百");
  });
});
