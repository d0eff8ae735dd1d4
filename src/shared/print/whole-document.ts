import { decimalText, fixedDecimal } from "../domain/decimal-text.ts";
import { formatScaled, parseScaled } from "../domain/scaled.ts";
import type { PrintPage } from "../protocol/print.ts";

/** A document on one sheet without an end: what is measured, and then cut into sheets (docs/decisions/92). */
export type WholeDocument = PrintPage;

/** The documents that the server's sheets make up. */
export function wholeDocuments(sheets: readonly PrintPage[]): WholeDocument[] {
  const starts = sheets.flatMap(({ page }, index) => (page === 1 ? [index] : []));
  return starts.map((start, index) => joined(sheets.slice(start, starts[index + 1])));
}

/** Never more rows on a sheet than its paper is said to have: as many as the server put on one. */
export const mostRows = (sheets: readonly PrintPage[]): number => sheets.reduce((most, { tr }) => Math.max(most, tr.length), 1);

function joined(sheets: readonly PrintPage[]): WholeDocument {
  const [first, last] = [sheets[0], sheets.at(-1)];
  if (first === undefined || last === undefined) throw new Error("a document has at least one sheet");
  let before = 0;
  const subtotals = sheets.flatMap(({ tr, subtotals: own = [] }) => {
    const places = own.map((place) => before + place);
    before += tr.length;
    return places;
  });
  const tr = sheets.flatMap(({ tr: rows }) => rows);
  const totals = last.lastfooter?.totals ?? null;
  return { ...first, tr, subtotals, pagesumtr: longestSums(totals, tr, subtotals), lastfooter: last.lastfooter };
}

/** Its sheets, with so many rows each. What each sheet sums up are the texts that stand on it. */
export function cutDocument(whole: WholeDocument, counts: readonly number[]): PrintPage[] {
  let start = 0;
  return counts.map((count, index) => {
    const from = start;
    start += count;
    const tr = whole.tr.slice(from, start);
    const subtotals = (whole.subtotals ?? []).filter((place) => place >= from && place < start).map((place) => place - from);
    return {
      ...whole,
      tr,
      subtotals,
      pagesumtr: sumRow(whole.pagesumtr, tr, subtotals),
      lastfooter: index === counts.length - 1 ? whole.lastfooter : null,
      barcode: whole.barcode.replace(/-1$/, `-${index + 1}`),
      page: index + 1,
      pages: counts.length,
    };
  });
}

/** No sheet sums up to a longer text, whichever rows stand on it: measured in the place of its sums. Amounts may cancel each other out. */
function longestSums(totals: readonly string[] | null, rows: PrintPage["tr"], subtotals: readonly number[]): string[] | null {
  const of = (isMeant: (text: string) => boolean) =>
    sumRow(
      totals,
      rows.map((cells) => cells.map((text) => (isMeant(text) ? text : ""))),
      subtotals,
    );
  const [owed, returned] = [of((text) => !text.startsWith("-")), of((text) => text.startsWith("-"))];
  const longer = (one: string, other: string | undefined) => ((other?.length ?? 0) > one.length ? (other ?? "") : one);
  return totals?.map((total, column) => longer(longer(total, owed?.[column]), returned?.[column])) ?? null;
}

function sumRow(totals: readonly string[] | null, rows: PrintPage["tr"], subtotals: readonly number[]): string[] | null {
  const own = new Set(subtotals);
  const counted = rows.filter((_, place) => !own.has(place));
  const textsOf = (column: number) => counted.map((cells) => cells[column] ?? "");
  return totals?.map((total, column) => (total === "" ? "" : sumOf(textsOf(column), total))) ?? null;
}

/** The exact sum of decimals as they are printed, in the form of the total beside it. */
function sumOf(texts: readonly string[], like: string): string {
  const places = like.split(".")[1]?.length ?? 0;
  const numberOf = (text: string) => parseScaled(fixedDecimal(text.replaceAll(",", ""), places) ?? "", places) ?? 0n;
  const sum = texts.reduce((total, text) => total + numberOf(text), 0n);
  return decimalText(formatScaled(sum, places), places);
}

/** Fewer characters than this stay together: a row of so short texts is never too tall. */
const SHORT = 8;

/**
 * The same document with the rows at these places in two: the second goes on with the long texts of the first. Amounts stand in the
 * first alone. Null: no row can be made shorter.
 */
export function withSplitRows(whole: WholeDocument, places: ReadonlySet<number>): WholeDocument | null {
  const parts = whole.tr.map((cells, place) => (places.has(place) ? halves(cells, whole) : [cells]));
  if (parts.every(({ length }) => length === 1)) return null;
  let before = 0;
  const starts = parts.map(({ length }) => {
    before += length;
    return before - length;
  });
  return { ...whole, tr: parts.flat(), subtotals: (whole.subtotals ?? []).map((place) => starts[place] ?? place) };
}

function halves(cells: readonly string[], { t_title }: WholeDocument): (readonly string[])[] {
  const texts = cells.map((cell, column) => (t_title[column]?.align === "right" ? [] : [...cell]));
  const longest = Math.max(...texts.map(({ length }) => length));
  if (longest < SHORT) return [cells];
  const cut = Math.ceil(longest / 2);
  const first = cells.map((cell, column) => (texts[column]?.length ? texts[column].slice(0, cut).join("") : cell));
  return [first, texts.map((text) => text.slice(cut).join(""))];
}
