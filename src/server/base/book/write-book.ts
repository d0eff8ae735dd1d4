import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { isLikeFormula } from "../../../shared/domain/like-formula.ts";
import type { SheetCell } from "../../../shared/domain/sheet/sheet-rows.ts";
import { columnLetters } from "./column-letters.ts";
import { type ZipPart, zipStream } from "./zip-writer.ts";

// Long on purpose: the parts of a workbook refer to each other by number, and are written by the same few rules.

/** How a cell looks. Texts that begin like a formula stay texts by their style, whatever they were to look like (docs/decisions/84). */
export type CellLook = "plain" | "heading" | "needed" | "text" | "problem" | "wrapped";

/** A cell that holds a text. */
export interface BookCell {
  readonly text: string;
  readonly look?: CellLook;
}

/** A row of either kind of cells: as they are to look, or as those of an exported list, which look plain. */
export type BookRow = readonly BookCell[] | readonly (SheetCell | null)[];

export interface BookSheet {
  readonly name: string;
  /** In characters, by place. */
  readonly widths: readonly number[];
  /** Columns, by place, whose cells are to keep what is typed as it is: codes with zeros in front. */
  readonly textColumns?: ReadonlySet<number>;
  readonly rows: AsyncIterable<BookRow> | Iterable<BookRow>;
  /** What may be chosen in the column of this place, below the first row. */
  readonly choices?: ReadonlyMap<number, ChoiceRange>;
  /** The first row stays in view. */
  readonly hasHeadings?: boolean;
}

/** A column of another sheet that holds what may be chosen, from its second row on. */
export interface ChoiceRange {
  readonly sheet: string;
  readonly place: number;
  readonly count: number;
}

/** Excel's own limits. */
const LONGEST_NAME = 31;
const LONGEST_TEXT = 32_767;
/** Rows for which choices are offered. */
const CHOICE_ROWS = 10_000;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** The bytes of a workbook (xlsx), whose sheets each begin with their headings. */
export function writeBook(sheets: readonly BookSheet[]): Promise<Buffer> {
  return buffer(bookStream(sheets.map((sheet) => ({ hasHeadings: true, ...sheet }))));
}

/**
 * A workbook (xlsx) as it is packed: sheets are asked for and written one after the other, rows as they come, and nothing but what is at work is in
 * memory. `level`: how hard it is packed.
 */
export function bookStream(sheets: AsyncIterable<BookSheet> | Iterable<BookSheet>, level?: number): Readable {
  return zipStream(partsOf(sheets), level);
}

/** The sheets first: how many there are, and which formats their numbers have, is known afterwards. */
async function* partsOf(sheets: AsyncIterable<BookSheet> | Iterable<BookSheet>): AsyncGenerator<ZipPart> {
  const names: string[] = [];
  const styles = new Styles();
  for await (const sheet of sheets) {
    names.push(sheet.name);
    yield [`xl/worksheets/sheet${names.length}.xml`, worksheet(sheet, styles)];
  }
  const targets = names.map((_name, n) => ["worksheet", `worksheets/sheet${n + 1}.xml`] as const);
  yield ["xl/styles.xml", [styles.xml()]];
  yield ["xl/workbook.xml", [workbook(names)]];
  yield ["xl/_rels/workbook.xml.rels", [relations([...targets, ["styles", "styles.xml"]])]];
  yield ["_rels/.rels", [relations([["officeDocument", "xl/workbook.xml"]])]];
  yield ["[Content_Types].xml", [contentTypes(names.length)]];
}

/** A name that a sheet may have. */
export function sheetName(text: string): string {
  return (
    text
      .replaceAll(/[\\/?*[\]:']/g, " ")
      .slice(0, LONGEST_NAME)
      .trim() || "Sheet1"
  );
}

/** XML is handed on when there is so much of it. */
const CHUNK = 65_536;

async function* worksheet({ widths, textColumns, rows, choices, hasHeadings }: BookSheet, styles: Styles): AsyncGenerator<Buffer> {
  const columns = widths.map((width, n) => {
    const style = textColumns?.has(n) === true ? ` style="${STYLE_OF.text}"` : "";
    return `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"${style}/>`;
  });
  const pane = hasHeadings === true ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : "";
  const view = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`;
  const cols = columns.length === 0 ? "" : `<cols>${columns.join("")}</cols>`;
  let xml = `${HEAD}<worksheet xmlns="${MAIN}">${view}${cols}<sheetData>`;
  const letters: string[] = [];
  let line = 0;
  for await (const cells of rows) {
    line += 1;
    xml += `<row r="${line}">`;
    for (const [place, cell] of cells.entries()) {
      letters[place] ??= columnLetters(place);
      if (cell !== null)
        xml += "text" in cell ? textXml(cell, `${letters[place]}${line}`) : valueXml(cell, `${letters[place]}${line}`, styles);
    }
    xml += "</row>";
    if (xml.length < CHUNK) continue;
    yield Buffer.from(xml);
    xml = "";
  }
  yield Buffer.from(`${xml}</sheetData>${validations(choices ?? new Map())}</worksheet>`);
}

function textXml({ text, look = "plain" }: BookCell, at: string): string {
  if (text === "") return look === "plain" ? "" : `<c r="${at}" s="${STYLE_OF[look]}"/>`;
  return inlineXml(text, at, isLikeFormula(text) ? QUOTED : STYLE_OF[look]);
}

/** A cell of an exported list. */
function valueXml(cell: SheetCell, at: string, styles: Styles): string {
  if (cell.t === "n") return `<c r="${at}" s="${styles.ofFormat(cell.z)}"><v>${cell.v}</v></c>`;
  return inlineXml(cell.v, at, isLikeFormula(cell.v) ? QUOTED : STYLE_OF.plain);
}

const inlineXml = (text: string, at: string, style: number): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, LONGEST_TEXT))}</t></is></c>`;

function validations(choices: ReadonlyMap<number, ChoiceRange>): string {
  if (choices.size === 0) return "";
  const rules = [...choices].map(([place, { sheet, place: at, count }]) => {
    const [column, from] = [columnLetters(place), columnLetters(at)];
    const list = escaped(`'${sheet}'!$${from}$2:$${from}$${count + 1}`);
    // A code may be typed in place of a title: what is not listed is asked about and not refused.
    const asked = 'type="list" errorStyle="warning" allowBlank="1" showErrorMessage="1" errorTitle="不在选项中" error="请从下拉选项中选择"';
    return `<dataValidation ${asked} sqref="${column}2:${column}${CHOICE_ROWS}"><formula1>${list}</formula1></dataValidation>`;
  });
  return `<dataValidations count="${rules.length}">${rules.join("")}</dataValidations>`;
}

function workbook(names: readonly string[]): string {
  const entries = names.map((name, n) => `<sheet name="${escaped(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`);
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${entries.join("")}</sheets></workbook>`;
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const each = targets.map(([type, target], n) => `<Relationship Id="rId${n + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`);
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each.join("")}</Relationships>`;
}

function contentTypes(count: number): string {
  const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const sheets = Array.from(
    { length: count },
    (_each, n) => `<Override PartName="/xl/worksheets/sheet${n + 1}.xml" ContentType="${kind}.worksheet+xml"/>`,
  );
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/>${sheets.join("")}</Types>`;
}

/** By look its place among the styles below. */
const STYLE_OF: Readonly<Record<CellLook, number>> = { plain: 0, heading: 1, needed: 2, text: 3, problem: 4, wrapped: 5 };
/** What Excel keeps of an apostrophe typed in front (ECMA-376 part 1, 18.8.45). */
const QUOTED = 6;

const fill = (color: string) =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${color}"/><bgColor indexed="64"/></patternFill></fill>`;
const FONTS = `<fonts count="4"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><color rgb="FFC00000"/><name val="等线"/></font><font><sz val="11"/><color rgb="FFC00000"/><name val="等线"/></font></fonts><fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fill("FFE8EEF7")}${fill("FFFFF1F0")}</fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>`;
const FORMATS = `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/><xf numFmtId="49" fontId="2" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="3" fillId="3" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>`;
const STYLES = 7;
/** Numbers of formats that Excel has by itself (ECMA-376 part 1, 18.8.30); those of the book count from {@link OWN_FORMAT} on. */
const BUILT_IN: Readonly<Record<string, number>> = { "0": 1, "0.00": 2, "0.00%": 10 };
const OWN_FORMAT = 164;

/** The styles of a book: one more for each format of numbers in it. */
class Styles {
  readonly #formats = new Map<string, number>();

  /** The style of numbers with this format. */
  ofFormat(format: string): number {
    const known = this.#formats.get(format) ?? STYLES + this.#formats.size;
    this.#formats.set(format, known);
    return known;
  }

  xml(): string {
    const formats = [...this.#formats.keys()].map((code, n) => ({ code, id: BUILT_IN[code] ?? OWN_FORMAT + n }));
    const own = formats
      .filter(({ id }) => id >= OWN_FORMAT)
      .map(({ code, id }) => `<numFmt numFmtId="${id}" formatCode="${escaped(code)}"/>`);
    const numbers = formats.map(({ id }) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`);
    const named = '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>';
    const before = own.length === 0 ? "" : `<numFmts count="${own.length}">${own.join("")}</numFmts>`;
    const all = `<cellXfs count="${STYLES + numbers.length}">${FORMATS}${numbers.join("")}</cellXfs>`;
    return `${HEAD}<styleSheet xmlns="${MAIN}">${before}${FONTS}${all}${named}</styleSheet>`;
  }
}

const MARKS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** What XML cannot hold at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are dropped
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** Most texts have nothing of what is written otherwise. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const UNUSUAL = /[&<>"\u0000-\u001f\ud800-\udfff\ufffe\uffff]/;

function escaped(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  return text
    .toWellFormed()
    .replaceAll(FORBIDDEN, "")
    .replaceAll(/[&<>"]/g, (mark) => MARKS[mark] ?? mark);
}
