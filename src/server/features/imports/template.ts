import { type BookCell, type BookSheet, type ChoiceRange, sheetName, writeBook } from "../../base/book/write-book.ts";
import { CLEARED } from "../../engine/import/cells.ts";
import type { ImportColumn, ImportSpec } from "../../engine/import/spec.ts";
import { formOf, sampleOf } from "./explain-column.ts";
import { headingsOf, markedHeading } from "./headings.ts";

const CHOICES = "选项";
const EXPLAINED = "说明";
/** Types whose cells are texts, where a spreadsheet would make numbers of codes. */
const TEXTS: ReadonlySet<ImportColumn["type"]> = new Set(["string", "text", "ref"]);
/** Characters. */
const WIDTHS = { narrowest: 12, widest: 30 } as const;

/**
 * The template of a page as a workbook: a sheet with the headings alone, whose columns offer what may be chosen; all choices; and what
 * every column means, with a sample.
 */
export function templateBook(spec: ImportSpec, now: Date): Promise<Buffer> {
  const headings = headingsOf(spec);
  const headingOf = (column: ImportColumn) => headings.get(column) ?? column.title;
  const chosen = spec.columns.filter(({ choices }) => choices !== null);
  const choices = new Map<number, ChoiceRange>();
  chosen.forEach((column, place) => {
    choices.set(spec.columns.indexOf(column), { sheet: CHOICES, place, count: column.choices?.length ?? 0 });
  });
  const data: BookSheet = {
    name: sheetName(spec.title),
    widths: spec.columns.map((column) => widthOf(markedHeading(column, headingOf(column)))),
    textColumns: new Set(spec.columns.flatMap(({ type }, place) => (TEXTS.has(type) ? [place] : []))),
    rows: [
      spec.columns.map(
        (column): BookCell => ({ text: markedHeading(column, headingOf(column)), look: column.isRequired ? "needed" : "heading" }),
      ),
    ],
    choices,
  };
  return writeBook([data, ...(chosen.length === 0 ? [] : [choiceSheet(chosen, headingOf)]), explainingSheet(spec, headingOf, now)]);
}

/** The headings as a text file, as spreadsheets in China open it without being asked. */
export function templateCsv(spec: ImportSpec): Buffer {
  const headings = headingsOf(spec);
  const cells = spec.columns.map((column) => markedHeading(column, headings.get(column) ?? column.title));
  return Buffer.from(`\ufeff${cells.map(csvCell).join(",")}\r\n`);
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function choiceSheet(chosen: readonly ImportColumn[], headingOf: (column: ImportColumn) => string): BookSheet {
  const longest = Math.max(...chosen.map(({ choices }) => choices?.length ?? 0));
  const rows = Array.from({ length: longest }, (_row, n) =>
    chosen.map(({ choices }): BookCell => ({ text: choices?.[n]?.title ?? "", look: "text" })),
  );
  return {
    name: CHOICES,
    widths: chosen.map((column) => widthOf(headingOf(column))),
    rows: [chosen.map((column): BookCell => ({ text: headingOf(column), look: "heading" })), ...rows],
  };
}

const EXPLANATION = ["列名", "字段", "必填", "识别已有数据", "可修改", "填写", "示例", "说明"] as const;
const EXPLANATION_WIDTHS = [20, 24, 8, 14, 8, 40, 24, 50];

function explainingSheet(spec: ImportSpec, headingOf: (column: ImportColumn) => string, now: Date): BookSheet {
  const yes = (is: boolean) => (is ? "是" : "");
  const rows = spec.columns.map((column) => [
    headingOf(column),
    column.name,
    yes(column.isRequired),
    yes(column.isKey),
    yes(column.isUpdatable && spec.mayUpdate),
    formOf(column),
    sampleOf(column, now),
    column.help,
  ]);
  return {
    name: EXPLAINED,
    widths: EXPLANATION_WIDTHS,
    rows: [
      EXPLANATION.map((text): BookCell => ({ text, look: "heading" })),
      ...rows.map((row) => row.map((text): BookCell => ({ text, look: "wrapped" }))),
      [],
      ...rulesOf(spec).map((text): BookCell[] => [{ text }]),
    ],
  };
}

/** What holds for the whole file. */
function rulesOf(spec: ImportSpec): string[] {
  const key = spec.columns.filter(({ isKey }) => isKey).map(({ title }) => title);
  const known = `按“${key.join("、")}”识别已有的数据`;
  return [
    "数据填在第一个工作表中，第一行是列名；列可以换顺序，不用的列可以删去；带 * 的列新增时必填。",
    spec.mayCreate && spec.mayUpdate ? `${known}：已有的修改，没有的新增。` : "",
    spec.mayCreate && !spec.mayUpdate ? `${known}：已有的不能通过导入修改，会作为问题行列出。` : "",
    !spec.mayCreate && spec.mayUpdate ? `${known}：只能修改已有的数据，不能新增。` : "",
    spec.mayUpdate ? `修改时空着的单元格不改动原来的内容；要清空原来的内容请填写“${CLEARED}”。` : "",
    spec.lines === null ? "" : "每行是单据的一条明细；同一张单据的行要连在一起，单据本身的各列每行填写相同的内容，或只填在第一行。",
    "公式、合并的单元格、宏和指向其他文件的链接不能导入；编码前面的 0 请用文本格式保留。",
  ].filter((text) => text !== "");
}

/** Chinese characters take two places. */
function widthOf(text: string): number {
  const width = [...text].reduce((sum, character) => sum + (character > "\u2e80" ? 2 : 1), 2);
  return Math.min(WIDTHS.widest, Math.max(WIDTHS.narrowest, width));
}
