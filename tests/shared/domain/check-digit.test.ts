import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkDigit, isValidBarcode } from "../../../src/shared/domain/check-digit.ts";

/** The formula of docs/decisions/39 for 13 digits: zero-based indices from the left. */
function fromTheLeft(data: string): string {
  const digits = [...data].map(Number);
  const sum = (odd: number) => digits.filter((_, index) => index % 2 === odd).reduce((total, digit) => total + digit, 0);
  return String((10 - ((sum(0) + 3 * sum(1)) % 10)) % 10);
}

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(""));

describe("check digit", () => {
  test.each([
    ["690123456789", "2"],
    ["978030640615", "7"],
    ["9638507", "4"],
    ["03600029145", "2"],
    ["1001234567890", "2"],
  ])("%s ends in %s", (data, digit) => {
    expect(checkDigit(data)).toBe(digit);
    expect(isValidBarcode(data + digit)).toBe(true);
  });

  test.each(["6901234567893", "6901234567892 ", "690123456789２", "", "0", "00", "69012345678a2"])("refuses %j", (code) =>
    expect(isValidBarcode(code)).toBe(false),
  );

  test("refuses to compute over anything but digits", () => {
    expect(() => checkDigit("69a")).toThrow("no digits");
    expect(() => checkDigit("")).toThrow("no digits");
  });

  test("counting from the right equals the left-hand formula for 13 digits", () => {
    fc.assert(fc.property(digits(12), (data) => checkDigit(data) === fromTheLeft(data)));
  });

  test("any single wrong digit is found", () => {
    const cases = fc.tuple(digits(12), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(cases, ([data, place, shift]) => {
        const code = data + checkDigit(data);
        const wrong = (Number(code[place]) + shift) % 10;
        return !isValidBarcode(code.slice(0, place) + wrong + code.slice(place + 1));
      }),
    );
  });
});
