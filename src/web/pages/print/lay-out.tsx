import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { PrintPage } from "../../../shared/protocol/print.ts";
import { PrintSheet } from "./PrintSheet.tsx";
import { pageBreaks } from "./page-breaks.ts";
import type { LaidSheet, Setting } from "./setting.ts";
import { cutDocument, type WholeDocument, wholeDocuments, withSplitRows } from "./whole-document.ts";

/** The first that holds a document is taken; mm. The last is the smallest that is still read on paper. */
const TYPES = [3.2, 2.8, 2.4, 2.1];
const SMALLEST: Setting = { type: Math.min(...TYPES), columns: null, isTight: true };
const SETTINGS: readonly Setting[] = [...TYPES.map((type): Setting => ({ type, columns: null, isTight: false })), SMALLEST];

const PX_PER_MM = 96 / 25.4;
/** What a printer may round otherwise than the screen, over a sheet; px. */
const SLACK = 3;
/** Lines of text that a sheet must have room for beside its head and its end. */
const LEAST_LINES = 3;

/**
 * The sheets of all documents, cut where they are full (docs/decisions/92): each document is drawn on one sheet without an end, in
 * `host`, measured, and cut. Lets the page live between two documents, and tells how many are done.
 */
export async function layOut(
  sheets: readonly PrintPage[],
  host: HTMLElement,
  tell: (done: number, all: number) => void,
): Promise<LaidSheet[]> {
  const place = host.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const draw: Draw = (whole, setting) => {
    flushSync(() => root.render(<PrintSheet sheet={whole} setting={setting} watermark="" />));
    return place.firstElementChild as HTMLElement;
  };
  // Never more rows on a sheet than its paper is said to have.
  const most = Math.max(1, ...sheets.map(({ tr }) => tr.length));
  const documents = wholeDocuments(sheets);
  const laid: Omit<LaidSheet, "place">[] = [];
  try {
    for (const [index, whole] of documents.entries()) {
      laid.push(...laidDocument(whole, most, draw));
      tell(index + 1, documents.length);
      await new Promise((resolve) => setTimeout(resolve));
    }
  } finally {
    root.unmount();
    place.remove();
  }
  return laid.map((sheet, at) => ({ ...sheet, place: at }));
}

type Draw = (whole: WholeDocument, setting: Setting) => HTMLElement;

function laidDocument(whole: WholeDocument, most: number, draw: Draw): Omit<LaidSheet, "place">[] {
  const pageHeight = whole.pageheight * PX_PER_MM - SLACK;
  const setting = settingOf(pageHeight, (candidate) => measured(draw(whole, candidate)));
  let rest = whole;
  for (;;) {
    const { rows, end, frame, columns } = measured(draw(rest, setting));
    const room = pageHeight - frame;
    const tall = new Set(rows.flatMap((height, place) => (height > room ? [place] : [])));
    const shorter = tall.size === 0 ? null : withSplitRows(rest, tall);
    if (shorter === null) {
      const final = { ...setting, columns };
      return cutDocument(rest, pageBreaks(rows, { rows: room, end, most })).map((sheet) => ({ sheet, setting: final }));
    }
    rest = shorter;
  }
}

/** px */
interface Measures {
  readonly rows: readonly number[];
  /** Totals and signatures. */
  readonly end: number;
  /** All else that stands on every sheet. */
  readonly frame: number;
  readonly columns: readonly number[];
  readonly lineHeight: number;
  readonly isTooWide: boolean;
}

/** The largest type in which the end of a document stands below a row; else in which it has room at all; else the smallest. */
function settingOf(pageHeight: number, measure: (setting: Setting) => Measures): Setting {
  const roomy: Setting[] = [];
  for (const setting of SETTINGS) {
    const { isTooWide, frame, end, rows, lineHeight } = measure(setting);
    if (isTooWide) continue;
    const free = pageHeight - frame - end;
    if (free < LEAST_LINES * lineHeight) continue;
    if (free >= (rows.at(-1) ?? 0)) return setting;
    roomy.push(setting);
  }
  return roomy[0] ?? SMALLEST;
}

function measured(page: HTMLElement): Measures {
  const heights = (selector: string) => [...page.querySelectorAll(selector)].map((element) => element.getBoundingClientRect().height);
  const total = (selector: string) => heights(selector).reduce((sum, height) => sum + height, 0);
  const [rows, end] = [heights("[data-part=row]"), total("[data-part=end]")];
  const frame = page.getBoundingClientRect().height - rows.reduce((sum, height) => sum + height, 0) - end;
  const table = page.querySelector("table");
  const columns = [...page.querySelectorAll("th")].map((cell) => cell.getBoundingClientRect().width);
  const wide = (table?.getBoundingClientRect().width ?? 0) - (table?.parentElement?.clientWidth ?? 0);
  return { rows, end, frame, columns, lineHeight: Number.parseFloat(getComputedStyle(page).lineHeight), isTooWide: wide > 1 };
}
