import { ERRORS } from "./error-catalogue.ts";

/**
 * Amounts in Chinese capitals (docs/decisions/39), on text: no digit is lost to a float.
 * Large groups are counted in fours up to 正 (10^40): 44 digits and no more.
 */
export const NOT_A_NUMBER = ERRORS.amountNotANumber.text;
export const TOO_LONG = ERRORS.amountTooLong.text;
const NOTHING_PRINTED = "零元整";
const NEGATIVE = "(负数)";

const DIGITS = [..."零壹贰叁肆伍陆柒捌玖"];
const PLACES = ["", "拾", "佰", "仟"];
const GROUPS = ["", "万", "亿", "兆", "京", "垓", "秭", "穰", "沟", "涧", "正"];
const LONGEST = PLACES.length * GROUPS.length;

/** A decimal, with thousands separators or without. */
const AMOUNT = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/** As printed on documents: empty and zero are 零元整. */
export function amountToCapitals(text: string | null | undefined): string {
  return formAmountToCapitals(text) || NOTHING_PRINTED;
}

/** As shown beside an input: empty and zero are empty. */
export function formAmountToCapitals(text: string | null | undefined): string {
  const plain = (text ?? "").trim().replaceAll(",", "");
  if (plain === "") return "";
  const match = AMOUNT.exec(plain);
  const [, sign, whole = "", fraction = ""] = match ?? [];
  if (!match || whole + fraction === "") return NOT_A_NUMBER;
  const yuan = whole.replace(/^0+/, "");
  if (yuan.length > LONGEST) return TOO_LONG;
  // Further decimals are dropped, never rounded.
  const [jiao = "0", fen = "0"] = [...fraction.slice(0, 2)];
  const capitals = inYuan(yuan) + inCents(yuan, jiao, fen);
  return capitals === "" ? "" : (sign === "-" ? NEGATIVE : "") + capitals;
}

function inYuan(digits: string): string {
  let text = "";
  let zeros = 0;
  for (const [index, digit] of [...digits].entries()) {
    const place = digits.length - 1 - index;
    if (digit === "0") zeros += 1;
    else {
      // Any run of zeros inside the number is one 零.
      text += (zeros > 0 ? DIGITS[0] : "") + capital(digit) + PLACES[place % PLACES.length];
      zeros = 0;
    }
    // A group of four zeros has no name.
    if (place % PLACES.length === 0 && zeros < PLACES.length) text += GROUPS[place / PLACES.length];
  }
  return text === "" ? "" : `${text}元`;
}

function inCents(yuan: string, jiao: string, fen: string): string {
  if (jiao === "0" && fen === "0") return yuan === "" ? "" : "整";
  const skipped = jiao === "0" && yuan !== "" ? DIGITS[0] : "";
  return (jiao === "0" ? skipped : `${capital(jiao)}角`) + (fen === "0" ? "" : `${capital(fen)}分`);
}

function capital(digit: string): string {
  return DIGITS[Number(digit)] ?? "";
}
