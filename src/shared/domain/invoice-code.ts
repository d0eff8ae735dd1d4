import { formatScaled, parseScaled, SCALE } from "./scaled.ts";

/**
 * What the QR code of a Chinese VAT invoice says. Its text is a comma list: version (01), kind, code, number, amount, day (yyyyMMdd),
 * check code, checksum. Paper and older electronic invoices have a code and 8 digits and tell the amount without tax; fully digital
 * ones have 20 digits and no code and tell it with tax.
 */
export interface InvoiceReading {
  /** 1 专票, 2 普票, 3 数电专票, 4 数电普票; null: another kind of invoice, e.g. a railway ticket. */
  readonly kind: number | null;
  /** Empty for digital ones. */
  readonly code: string;
  readonly number: string;
  /** `yyyy-MM-dd` */
  readonly date: string;
  /** As the code tells it, with 2 decimals: {@link net} or {@link total}. */
  readonly amount: string;
  readonly net: string | null;
  readonly total: string | null;
}

/** Kinds by the tax administration's numbers: special (deductible) and general, on paper or electronic. */
const KINDS: Readonly<Record<string, number>> = { "01": 1, "08": 1, "04": 2, "10": 2, "11": 2, "14": 2, "31": 3, "32": 4 };
const VERSION = "01";
const PAPER = { code: /^(\d{10}|\d{12})$/, number: /^\d{8}$/ } as const;
const DIGITAL = /^\d{20}$/;
const DAY = /^(20\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
const LONGEST = 200;

/** The text of a code as an invoice; null where it is none. */
export function readInvoiceCode(text: string): InvoiceReading | null {
  if (text.length > LONGEST) return null;
  const [version, type = "", code = "", number = "", amount = "", day = ""] = text.split(",").map((part) => part.trim());
  const isDigital = DIGITAL.test(number) && code === "";
  const isPaper = PAPER.number.test(number) && PAPER.code.test(code);
  const money = parseScaled(amount, SCALE.money);
  const date = dateOf(day);
  if (version !== VERSION || !/^\d{2}$/.test(type) || (!isDigital && !isPaper) || money === null || date === null) return null;
  const told = formatScaled(money, SCALE.money);
  return { kind: KINDS[type] ?? null, code, number, date, amount: told, net: isPaper ? told : null, total: isDigital ? told : null };
}

/** `yyyyMMdd` as a day that exists. */
function dateOf(text: string): string | null {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (year === undefined) return null;
  const date = `${year}-${month}-${day}`;
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date) ? date : null;
}
