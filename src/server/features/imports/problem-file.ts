import { type BookCell, sheetName, writeBook } from "../../base/book/write-book.ts";
import type { ImportSpec } from "../../engine/import/spec.ts";
import { type Headings, headingsOf, PROBLEM_HEADING } from "./headings.ts";
import type { KeptFile, RefusedRow } from "./kept-file.ts";

const WIDTH = 16;
const PROBLEM_WIDTH = 60;

/** The refused rows of a file as a workbook, with what they held and one column more that says what is wrong: mended, it can be brought again. */
export function problemBook(spec: ImportSpec, headings: Headings, file: KeptFile): Promise<Buffer> {
  const kept = headings.titles.flatMap((title, place) => (headings.columns[place] == null ? [] : [{ title, place }]));
  async function* rows(): AsyncGenerator<readonly BookCell[]> {
    yield [...kept.map(({ title }): BookCell => ({ text: title, look: "heading" })), { text: PROBLEM_HEADING, look: "needed" }];
    for await (const { rows: all, refused } of file.refused()) {
      const problems = new Map(refused.map((row) => [row.place, problemText(spec, row)]));
      for (const { line, cells } of all) {
        const problem = problems.get(line);
        if (problem === undefined) continue;
        yield [...kept.map(({ place }): BookCell => ({ text: cells[place] ?? "", look: "text" })), { text: problem, look: "problem" }];
      }
    }
  }
  const widths = [...kept.map(() => WIDTH), PROBLEM_WIDTH];
  return writeBook([{ name: sheetName(spec.title), widths, textColumns: new Set(kept.keys()), rows: rows() }]);
}

/** All that is wrong with a row, each with its column. */
function problemText(spec: ImportSpec, { place, problems }: RefusedRow): string {
  const headings = headingsOf(spec);
  const titles = new Map(spec.columns.map((column) => [column.name, headings.get(column) ?? column.title]));
  const told = problems.map(({ column, message }) => {
    const title = column === null ? "" : (titles.get(column) ?? column);
    return title === "" || message.includes(title) ? message : `${title}：${message}`;
  });
  return `第 ${place} 行：${told.join("；")}`;
}
