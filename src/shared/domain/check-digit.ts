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

/** Whether a barcode has a usual length and ends in its check digit. */
export function isValidBarcode(code: string): boolean {
  return LENGTHS.includes(code.length) && /^\d+$/.test(code) && checkDigit(code.slice(0, -1)) === code.slice(-1);
}
