import { Readable } from "node:stream";
import { ABOUT_TITLE, aboutRows } from "../../../shared/domain/sheet/about-sheet.ts";
import { SheetLines } from "../../../shared/domain/sheet/sheet-lines.ts";
import { growWidths, numberCell, type SheetRow } from "../../../shared/domain/sheet/sheet-rows.ts";
import type { ExportFormat, ExportHead, SheetPlan } from "../../../shared/protocol/export.ts";
import { type BookSheet, bookStream, sheetName } from "../../base/book/write-book.ts";
import type { Batches } from "../../query/list-rows.ts";
import { BYTE_ORDER_MARK, csvLine } from "./csv-text.ts";

/** Excel's own limit. */
const MOST_LINES = 1_048_576;
/** Widths, which stand before all rows, are those that so many rows need. */
const MEASURED = 5000;
/** Packing harder costs more than it saves. */
const PACKING = 3;

/** A list as a file, written as its rows come. `total`: how many will. */
export function fileStream(format: ExportFormat, head: ExportHead, rows: Batches, total: number): Readable {
  const lines = new SheetLines(head.plan);
  if (format === "csv") return Readable.from(csvOf(lines, rows), { objectMode: false });
  return bookStream(sheetsOf(head, lines, new Ahead(linesOf(lines, rows)), total), PACKING);
}

async function* csvOf(lines: SheetLines, rows: Batches): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(lines.head());
  for await (const batch of rows) {
    let text = "";
    for (const row of batch) for (const line of lines.add(row)) text += csvLine(line);
    yield text;
  }
  // An empty text would end the stream of a list without sums no sooner; it is no line either.
  yield* lines.end().map(csvLine);
}

async function* linesOf(lines: SheetLines, rows: Batches): AsyncGenerator<SheetRow> {
  for await (const batch of rows) for (const row of batch) yield* lines.add(row);
  yield* lines.end();
}

/** The sheets with the rows, of which there are several where one does not hold them all, and the one that says what they are. */
async function* sheetsOf({ plan, about }: ExportHead, lines: SheetLines, source: Ahead, total: number): AsyncGenerator<BookSheet> {
  const name = sheetName(plan.title);
  const widths = widthsOf(plan, lines.head(), await source.look(MEASURED), total).map(columnWidth);
  for (let n = 1; n === 1 || (await source.look(1)).length > 0; n++) {
    const title = n === 1 ? name : `${name.slice(0, 24)} (${n})`;
    yield { name: title, widths, rows: withHead(lines.head(), source.take(MOST_LINES - 1)) };
  }
  const said = aboutRows(about, lines.count);
  const ofAbout: number[] = [];
  for (const row of said) growWidths(ofAbout, row);
  yield { name: ABOUT_TITLE, widths: ofAbout.map(columnWidth), rows: said };
}

async function* withHead(head: SheetRow, rows: AsyncIterable<SheetRow>): AsyncGenerator<SheetRow> {
  yield head;
  yield* rows;
}

/** Widths that fit; where not all rows were looked at, with room for the last index, and for sums that have more digits than what is summed. */
function widthsOf(plan: SheetPlan, head: SheetRow, seen: readonly SheetRow[], total: number): number[] {
  const widths: number[] = [];
  growWidths(widths, head);
  for (const row of seen) growWidths(widths, row);
  if (seen.length < MEASURED) return widths;
  growWidths(widths, [numberCell(String(total))]);
  const summed = new Set(plan.footer?.sums.map(({ field }) => field));
  return widths.map((width, at) => (summed.has(plan.columns[at - 1]?.field ?? "") ? width + String(total).length : width));
}

/** Px of a digit in the font that widths are counted in, and beside a cell's text; those that the browser's writer goes by. */
const [DIGIT, BESIDE] = [6, 5];

/** A width in characters as Excel keeps it (ECMA-376 part 1, 18.3.1.13), and as the browser's file has it. */
const columnWidth = (characters: number): number => Math.trunc(((characters * DIGIT + BESIDE) / DIGIT) * 256) / 256;

/** Lines as they come, of which some can be looked at before they are taken. */
class Ahead {
  readonly #lines: AsyncIterator<SheetRow>;
  #ahead: SheetRow[] = [];

  constructor(lines: AsyncIterator<SheetRow>) {
    this.#lines = lines;
  }

  /** The next ones, as many as there are. */
  async look(count: number): Promise<readonly SheetRow[]> {
    while (this.#ahead.length < count) {
      const { done, value } = await this.#lines.next();
      if (done === true) break;
      this.#ahead.push(value);
    }
    return this.#ahead;
  }

  async *take(most: number): AsyncGenerator<SheetRow> {
    const seen = this.#ahead.slice(0, most);
    this.#ahead = this.#ahead.slice(most);
    yield* seen;
    for (let taken = seen.length; taken < most; taken++) {
      const { done, value } = await this.#lines.next();
      if (done === true) return;
      yield value;
    }
  }
}
