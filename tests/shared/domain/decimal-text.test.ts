import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalText, fixedDecimal, percentText } from "../../../src/shared/domain/decimal-text.ts";

describe("decimalText", () => {
  it.each([
    ["0", 2, "0.00"],
    ["1234.5", 2, "1,234.50"],
    ["-1234567.891", 2, "-1,234,567.89"],
    ["999.995", 2, "1,000.00"],
    ["-0.004", 2, "0.00"],
    ["12345678901234567890.12", 2, "12,345,678,901,234,567,890.12"],
    ["120", 3, "120.000"],
    ["007", 0, "7"],
    [1000, 0, "1,000"],
  ])("%s with %i places is %s", (value, decimals, text) => expect(decimalText(value, decimals)).toBe(text));

  it("returns what is not a decimal as it is", () => {
    for (const value of ["", "abc", "1e5", "1.2.3", "=1+1", "NaN"]) expect(decimalText(value, 2)).toBe(value);
  });

  it("loses no digit of any amount of fen", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (fen) => {
        const digits = (fen < 0n ? -fen : fen).toString().padStart(3, "0");
        const wire = `${fen < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
        expect(decimalText(wire, 2).replaceAll(",", "")).toBe(wire);
      }),
    );
  });
});

describe("fixedDecimal", () => {
  it("rounds half up on the digits", () => expect(fixedDecimal("2.345", 2)).toBe("2.35"));
  it("is null for what is not a decimal", () => expect(fixedDecimal("一百", 2)).toBeNull());
});

describe("percentText", () => {
  it.each([
    ["0.13", "13.00%"],
    ["0.130000", "13.00%"],
    ["0.0575", "5.75%"],
    ["0.123456", "12.3456%"],
    ["1.5", "150.00%"],
    ["-0.03", "-3.00%"],
    ["0", "0.00%"],
    ["12.5", "1,250.00%"],
  ])("%s is %s", (value, text) => expect(percentText(value)).toBe(text));
});
