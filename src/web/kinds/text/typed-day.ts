const DAY = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[\sT]+(\d{1,2}:\d{2}(?::\d{2})?))?$/;
const DIGITS = /^(\d{4})(\d{2})(\d{2})$/;

/** A day as people write it (2025/6/3, 2025年6月3日, 20250603), with or without a time, as the wire's. Else the text as it is. */
export function typedDay(typed: string): string {
  const text = typed.normalize("NFKC").trim();
  const [, year, month, day, time] = DAY.exec(text) ?? DIGITS.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return text;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return time === undefined ? date : `${date} ${time.padStart(time.length < 6 ? 5 : 8, "0")}`.padEnd(19, ":00");
}
