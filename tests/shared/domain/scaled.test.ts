import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { divideRounded, formatScaled, parseScaled } from "../../../src/shared/domain/scaled.ts";

describe("scaled decimals", () => {
  test.each([
    ["0", 2, 0n],
    ["12.5", 2, 1250n],
    ["-328.40", 2, -32840n],
    ["10203040.00", 2, 1020304000n],
    ["1.100", 2, 110n],
    ["0.13", 6, 130000n],
  ])("reads %s at scale %i", (text, scale, expected) => {
    expect(parseScaled(text, scale)).toBe(expected);
  });

  test.each(["", " 1", "1e3", "NaN", "0.005", "1.", ".5", "--1", "1,000", "１", "9".repeat(16)])("refuses %j as money", (text) => {
    expect(parseScaled(text, 2)).toBeNull();
  });

  test("what is written is read back", () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 15n), 10n ** 15n), fc.constantFrom(2, 3, 6), (value, scale) => {
        expect(parseScaled(formatScaled(value, scale), scale)).toBe(value);
      }),
    );
  });

  test("fewer decimals round half away from zero", () => {
    expect(formatScaled(1235n, 3, 2)).toBe("1.24");
    expect(formatScaled(-1235n, 3, 2)).toBe("-1.24");
    expect(formatScaled(5n, 2, 0)).toBe("0");
    expect(formatScaled(50n, 2, 0)).toBe("1");
    expect(formatScaled(-4n, 3, 2)).toBe("0.00");
  });

  test("division rounds to the nearest, halves away from zero", () => {
    expect([divideRounded(7n, 2n), divideRounded(-7n, 2n), divideRounded(1n, 3n)]).toEqual([4n, -4n, 0n]);
  });
});
