import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountToCapitals, formAmountToCapitals, NOT_A_NUMBER, TOO_LONG } from "../../../src/shared/domain/amount-to-capitals.ts";

describe("amounts in capitals", () => {
  test.each([
    ["1", "壹元整"],
    ["10", "壹拾元整"],
    ["15.00", "壹拾伍元整"],
    ["100", "壹佰元整"],
    ["101", "壹佰零壹元整"],
    ["1001", "壹仟零壹元整"],
    ["1010", "壹仟零壹拾元整"],
    ["1.50", "壹元伍角"],
    ["1.5", "壹元伍角"],
    ["1.05", "壹元零伍分"],
    ["1.25", "壹元贰角伍分"],
    ["0.50", "伍角"],
    ["0.05", "伍分"],
    [".05", "伍分"],
    ["7.", "柒元整"],
    ["10000", "壹万元整"],
    ["10001", "壹万零壹元整"],
    ["100000.05", "壹拾万元零伍分"],
    ["16409.02", "壹万陆仟肆佰零玖元零贰分"],
    ["10203040.00", "壹仟零贰拾万零叁仟零肆拾元整"],
    ["100000000", "壹亿元整"],
    ["100010000", "壹亿零壹万元整"],
    ["100000001", "壹亿零壹元整"],
    ["9876543210.98", "玖拾捌亿柒仟陆佰伍拾肆万叁仟贰佰壹拾元玖角捌分"],
    ["1000000000000", "壹兆元整"],
    ["-328.40", "(负数)叁佰贰拾捌元肆角"],
    ["-0.01", "(负数)壹分"],
    ["+5", "伍元整"],
    ["007", "柒元整"],
    ["1,234.50", "壹仟贰佰叁拾肆元伍角"],
    [" 8 ", "捌元整"],
  ])("%s is %s", (text, capitals) => {
    expect(amountToCapitals(text)).toBe(capitals);
    expect(formAmountToCapitals(text)).toBe(capitals);
  });

  test.each(["", " ", "0", "0.00", "-0", "-0.00", "0.009", "-0.004", "000", ".0", null, undefined])("%s is nothing", (text) => {
    expect(amountToCapitals(text)).toBe("零元整");
    expect(formAmountToCapitals(text)).toBe("");
  });

  test.each([
    ["1.999", "壹元玖角玖分"],
    ["0.999", "玖角玖分"],
    ["2.005", "贰元整"],
    ["-2.0099", "(负数)贰元整"],
  ])("%s: decimals beyond two are dropped, not rounded", (text, capitals) => {
    expect(amountToCapitals(text)).toBe(capitals);
  });

  test.each(["abc", "1e5", "1.2.3", "--1", "1 2", "NaN", "Infinity", "１２", ".", "-", "+.", "0x10", "一百"])("%s is no number", (text) => {
    expect(amountToCapitals(text)).toBe(NOT_A_NUMBER);
    expect(formAmountToCapitals(text)).toBe(NOT_A_NUMBER);
    expect(NOT_A_NUMBER).toBe("错误：金额不是合法的数值！");
  });

  test("44 digits are written, 45 are not; leading zeros do not count", () => {
    expect(amountToCapitals(`1${"0".repeat(43)}`)).toBe("壹仟正元整");
    expect(amountToCapitals(`0001${"0".repeat(43)}.10`)).toBe("壹仟正元壹角");
    expect(amountToCapitals("9".repeat(44))).toMatch(/^玖仟玖佰玖拾玖正玖仟玖佰玖拾玖涧.*元整$/);
    expect(amountToCapitals("1".repeat(45))).toBe(TOO_LONG);
    expect(TOO_LONG).toBe("错误：金额整数部分不能超过44位！");
  });

  test("every amount reads back", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 46n) + 1n, max: 10n ** 46n - 1n }), (cents) => {
        fc.pre(cents !== 0n);
        expect(centsOf(amountToCapitals(decimal(cents)))).toBe(cents);
      }),
    );
  });

  test("no double 零, no 零 at an end", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 17n }), (cents) => {
        expect(amountToCapitals(decimal(cents))).not.toMatch(/零零|^零|零$|零元|零[万亿兆]/);
      }),
    );
  });
});

function decimal(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** An independent reader of capitals. */
function centsOf(capitals: string): bigint {
  const text = capitals.replace("(负数)", "").replace("整", "");
  const [yuan = "", rest = ""] = text.includes("元") ? text.split("元") : ["", text];
  let total = 0n;
  let group = 0n;
  let digit = 0n;
  for (const char of yuan) {
    const value = "零壹贰叁肆伍陆柒捌玖".indexOf(char);
    const place = "拾佰仟".indexOf(char);
    const large = "万亿兆京垓秭穰沟涧正".indexOf(char);
    if (value >= 0) digit = BigInt(value);
    if (place >= 0) {
      group += digit * 10n ** BigInt(place + 1);
      digit = 0n;
    }
    if (large >= 0) {
      total += (group + digit) * 10n ** BigInt(4 * (large + 1));
      [group, digit] = [0n, 0n];
    }
  }
  const part = (unit: string) => BigInt(Math.max(0, "零壹贰叁肆伍陆柒捌玖".indexOf(rest[rest.indexOf(unit) - 1] ?? "零")));
  const cents = (total + group + digit) * 100n + (rest.includes("角") ? part("角") * 10n : 0n) + (rest.includes("分") ? part("分") : 0n);
  return capitals.startsWith("(负数)") ? -cents : cents;
}
