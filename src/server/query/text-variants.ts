/*
 * What somebody who looks for a text may have meant (docs/decisions/114): input methods leave full-width digits and brackets, papers have
 * blanks within numbers. Texts are stored as they were written, and stay so; what is looked for is read in every way that is usual.
 */

const ASCII_TEXT = /^[\x21-\x7e]*$/;
/** Signs of company names that are written both ways. */
const WIDE: Readonly<Record<string, string>> = { "(": "（", ")": "）", "&": "＆", ",": "，" };

/** The ways to read what is looked for, as it was typed first. Upper and lower case are left to the comparison. */
export function textVariants(typed: string): string[] {
  const text = typed.trim();
  // Nearly every number and name: there is one way.
  if (ASCII_TEXT.test(text) && !/[(),&]/.test(text)) return [text];
  const plain = text.normalize("NFKC").replaceAll(/\s+/g, " ").trim();
  const wide = plain.replaceAll(/[(),&]/g, (sign) => WIDE[sign] ?? sign);
  return [...new Set([text, plain, plain.replaceAll(" ", ""), wide].filter((one) => one !== ""))];
}
