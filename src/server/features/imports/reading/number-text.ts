/** Digits that Excel keeps of a number. */
const DIGITS = 15;
/** Beyond that nobody typed a number. */
const MOST_ZEROS = 40;

/** A number as Excel keeps it (`6.9012E+12`, `0.30000000000000004`) in plain digits, as it shows it; any other text as it is. */
export function numberText(raw: string): string {
  const number = Number(raw);
  if (raw.trim() === "" || !Number.isFinite(number)) return raw;
  const [mantissa = "", exponent = ""] = number.toExponential(DIGITS - 1).split("e");
  const sign = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.replace("-", "").replace(".", "").replace(/0+$/, "");
  const point = Number(exponent) + 1;
  if (digits === "") return "0";
  if (Math.abs(point) > MOST_ZEROS) return raw;
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  if (digits.length <= point) return `${sign}${digits}${"0".repeat(point - digits.length)}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
