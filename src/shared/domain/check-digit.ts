/** Lengths of article numbers with a check digit: EAN-8, UPC-A, EAN-13, GTIN-14. */
const LENGTHS: readonly number[] = [8, 12, 13, 14];

/**
 * The check digit that belongs behind these digits (docs/decisions/39). Positions are counted from the right of
 * the data, the first is odd and weighs 3 (docs/decisions/39): equal to the left-hand count for 13 digits, right for EAN-8 and UPC too.
 */
export function checkDigit(data: string): string {
  if (!/^\d+$/.test(data)) throw new Error(`no digits: ${data}`);
  const digits = [...data].map(Number).reverse();
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** Digits of a credit code: no letter that looks like one of them (GB 32100-2015, table 1). */
const CREDIT_CODE = "0123456789ABCDEFGHJKLMNPQRTUWXY";
/** What the digits of a credit code before the last weigh: powers of 3 modulo 31 (GB 32100-2015, table 3). */
const CREDIT_WEIGHTS: readonly number[] = Array.from({ length: 17 }, (_, at) => 3 ** at % 31);
/** What the digits of an identity number before the last weigh: powers of 2 modulo 11, counted from the right (GB 11643-1999). */
const PERSON_WEIGHTS: readonly number[] = Array.from({ length: 17 }, (_, at) => 2 ** (17 - at) % 11);

/** Whether 18 characters are a 统一社会信用代码 with its check character. */
export function isCreditCode(code: string): boolean {
  const values = [...code].map((digit) => CREDIT_CODE.indexOf(digit));
  if (values.length !== 18 || values.includes(-1)) return false;
  const sum = CREDIT_WEIGHTS.reduce((total, weight, at) => total + weight * (values[at] ?? 0), 0);
  return (31 - (sum % 31)) % 31 === values[17];
}

/** Whether 18 characters are an identity number with its check character: the tax number of a person in business. */
export function isPersonNumber(code: string): boolean {
  if (!/^\d{17}[\dX]$/.test(code)) return false;
  const sum = PERSON_WEIGHTS.reduce((total, weight, at) => total + weight * Number(code[at]), 0);
  return "10X98765432"[sum % 11] === code[17];
}

/** Whether a barcode has a usual length and ends in its check digit. */
export function isValidBarcode(code: string): boolean {
  return LENGTHS.includes(code.length) && /^\d+$/.test(code) && checkDigit(code.slice(0, -1)) === code.slice(-1);
}
