const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/** What people type or paste as a number, as plain digits: full-width characters, 。 for the point, separators, blanks and ￥. */
export function typedNumber(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(/。/g, ".")
    .replace(/[,\s¥]/g, "")
    .replace(/^\+/, "");
}

/** Moves the point of a decimal by so many digits, to the right if positive. What is no decimal is returned as it is. */
export function movePoint(value: string, by: number): string {
  const [, sign, before = "", after = ""] = NUMBER.exec(value) ?? [];
  if (sign === undefined || before + after === "") return value;
  const whole = before.padStart(Math.max(0, -by) + 1, "0");
  const digits = whole + after.padEnd(Math.max(0, by), "0");
  const point = whole.length + by;
  const fraction = digits.slice(point).replace(/0+$/, "");
  return `${sign}${digits.slice(0, point).replace(/^0+(?=\d)/, "")}${fraction && `.${fraction}`}`;
}
