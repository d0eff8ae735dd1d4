import { parseScaled, SCALE } from "../../../shared/domain/scaled.ts";
import { textVariants } from "../text-variants.ts";

/** What a text may mean that documents are looked for by. */
export interface AskedTerms {
  /** Beginnings of numbers, in the letters in which numbers may be written. */
  readonly numbers: readonly string[];
  /** The digits alone, to be put behind the letters that numbers begin with; null: it is no whole of digits. */
  readonly digits: string | null;
  /** In the unit that money is stored in; null: it is no amount. */
  readonly amount: bigint | null;
  /** Part of a name; null: it is none. */
  readonly name: string | null;
}

const MOST_LETTERS = 40;
/** Fewer digits are the beginning of everything. */
const LEAST_DIGITS = 3;
/** The Code128 of a printed sheet: number and page (docs/decisions/34). */
const SHEET = /^(.{4,})-\d{1,4}$/;
const AMOUNT = /^[¥￥]?(-?[\d,]+(?:\.\d{1,2})?)元?$/;
const NUMBER = /^[\w./-]*\d[\w./-]*$/;

/** Reads what somebody typed, pasted or scanned. null: it is too short to look for. */
export function askedTerms(typed: string): AskedTerms | null {
  const text = (textVariants(typed)[0] ?? "").slice(0, MOST_LETTERS);
  const plain = text.normalize("NFKC").replaceAll(/\s/g, "");
  if (plain.length < 2) return null;
  const isNumber = NUMBER.test(plain) && plain.length >= LEAST_DIGITS;
  const sheet = SHEET.exec(plain)?.[1];
  const numbers = isNumber ? [plain, ...(sheet === undefined ? [] : [sheet])] : [];
  const written = numbers.flatMap((one) => [one, one.toUpperCase()]);
  const digits = [plain, sheet ?? ""].find((one) => /^\d+$/.test(one));
  const terms: AskedTerms = {
    numbers: [...new Set(written)],
    digits: digits !== undefined && digits.length >= LEAST_DIGITS ? digits : null,
    amount: amountOf(plain),
    name: /\p{L}/u.test(plain) ? text : null,
  };
  return terms.numbers.length === 0 && terms.amount === null && terms.name === null ? null : terms;
}

function amountOf(plain: string): bigint | null {
  const digits = AMOUNT.exec(plain)?.[1]?.replaceAll(",", "");
  return digits === undefined || digits.length > 16 ? null : parseScaled(digits, SCALE.money);
}
