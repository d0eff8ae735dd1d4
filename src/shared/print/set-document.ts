import { pageBreaks } from "./page-breaks.ts";
import type { SetSheet, Setting } from "./setting.ts";
import { cutDocument, type WholeDocument, withSplitRows } from "./whole-document.ts";

/** The first that holds a document is taken; mm. The last is the smallest that is still read on paper. */
const TYPES = [3.2, 2.8, 2.4, 2.1];
const SMALLEST: Setting = { type: Math.min(...TYPES), columns: null, isTight: true };
const SETTINGS: readonly Setting[] = [...TYPES.map((type): Setting => ({ type, columns: null, isTight: false })), SMALLEST];

/** Lines of text that a sheet must have room for beside its head and its end. */
const LEAST_LINES = 3;

/** What a document takes on one sheet without an end; in one unit, whichever it is. */
export interface Measures {
  readonly rows: readonly number[];
  /** Totals and signatures. */
  readonly end: number;
  /** All else that stands on every sheet. */
  readonly frame: number;
  /** Widths as they were found. */
  readonly columns: readonly number[];
  readonly lineHeight: number;
  readonly isTooWide: boolean;
}

/** The sheets that a document is cut to. */
export interface SheetSize {
  /** In the unit of what `measure` tells. */
  readonly height: number;
  /** Rows a sheet never has more of. */
  readonly most: number;
}

/** A document in the largest type that holds it, cut where its sheets are full (docs/decisions/92). */
export function setDocument(
  whole: WholeDocument,
  { height, most }: SheetSize,
  measure: (whole: WholeDocument, setting: Setting) => Measures,
): SetSheet[] {
  const setting = settingOf(height, (candidate) => measure(whole, candidate));
  let rest = whole;
  for (;;) {
    const { rows, end, frame, columns } = measure(rest, setting);
    const room = height - frame;
    const tall = new Set(rows.flatMap((row, place) => (row > room ? [place] : [])));
    const shorter = tall.size === 0 ? null : withSplitRows(rest, tall);
    if (shorter === null) {
      const final = { ...setting, columns };
      return cutDocument(rest, pageBreaks(rows, { rows: room, end, most })).map((sheet) => ({ sheet, setting: final }));
    }
    rest = shorter;
  }
}

/** The largest type in which the end of a document stands below a row; else in which it has room at all; else the smallest. */
function settingOf(height: number, measure: (setting: Setting) => Measures): Setting {
  const roomy: Setting[] = [];
  for (const setting of SETTINGS) {
    const { isTooWide, frame, end, rows, lineHeight } = measure(setting);
    if (isTooWide) continue;
    const free = height - frame - end;
    if (free < LEAST_LINES * lineHeight) continue;
    if (free >= (rows.at(-1) ?? 0)) return setting;
    roomy.push(setting);
  }
  return roomy[0] ?? SMALLEST;
}
