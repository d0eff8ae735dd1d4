import { isLikeFormula } from "../../../../shared/domain/like-formula.ts";
import { columnLetters } from "../reading/sheet.ts";
import { writeZip } from "./zip-writer.ts";

/** How a cell looks. Texts that begin like a formula stay texts by their style, whatever they were to look like (docs/decisions/84). */
export type CellLook = "plain" | "heading" | "needed" | "text" | "problem" | "wrapped";

/** A cell that holds a text. */
export interface BookCell {
  readonly text: string;
  readonly look?: CellLook;
}

export interface BookSheet {
  readonly name: string;
  /** In characters, by place. */
  readonly widths: readonly number[];
  /** Columns, by place, whose cells are to keep what is typed as it is: codes with zeros in front. */
  readonly textColumns?: ReadonlySet<number>;
  readonly rows: AsyncIterable<readonly BookCell[]> | Iterable<readonly BookCell[]>;
  /** What may be chosen in the column of this place, below the first row. */
  readonly choices?: ReadonlyMap<number, ChoiceRange>;
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

/** The bytes of a workbook (xlsx), whose sheets are written as their rows come; each begins with its headings. */
export function writeBook(sheets: readonly BookSheet[]): Promise<Buffer> {
  return writeZip([
    ["[Content_Types].xml", [contentTypes(sheets.length)]],
    ["_rels/.rels", [relations([["officeDocument", "xl/workbook.xml"]])]],
    ["xl/workbook.xml", [workbook(sheets)]],
    [
      "xl/_rels/workbook.xml.rels",
      [relations([...sheets.map((_sheet, n) => ["worksheet", `worksheets/sheet${n + 1}.xml`] as const), ["styles", "styles.xml"]])],
    ],
    ["xl/styles.xml", [STYLES]],
    ...sheets.map((sheet, n) => [`xl/worksheets/sheet${n + 1}.xml`, worksheet(sheet)] as const),
  ]);
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

async function* worksheet({ widths, textColumns, rows, choices }: BookSheet): AsyncGenerator<string> {
  const columns = widths.map((width, n) => {
    const style = textColumns?.has(n) === true ? ` style="${STYLE_OF.text}"` : "";
    return `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"${style}/>`;
  });
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns.join("")}</cols><sheetData>`;
  let line = 0;
  for await (const cells of rows) {
    line += 1;
    yield `<row r="${line}">${cells.map((cell, place) => cellXml(cell, `${columnLetters(place)}${line}`)).join("")}</row>`;
  }
  yield `</sheetData>${validations(choices ?? new Map())}</worksheet>`;
}

function cellXml({ text, look = "plain" }: BookCell, at: string): string {
  if (text === "") return look === "plain" ? "" : `<c r="${at}" s="${STYLE_OF[look]}"/>`;
  const style = isLikeFormula(text) ? QUOTED : STYLE_OF[look];
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, LONGEST_TEXT))}</t></is></c>`;
}

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

function workbook(sheets: readonly BookSheet[]): string {
  const entries = sheets.map(({ name }, n) => `<sheet name="${escaped(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`);
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
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="4"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><color rgb="FFC00000"/><name val="等线"/></font><font><sz val="11"/><color rgb="FFC00000"/><name val="等线"/></font></fonts><fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fill("FFE8EEF7")}${fill("FFFFF1F0")}</fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/><xf numFmtId="49" fontId="2" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="3" fillId="3" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const MARKS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** What XML cannot hold at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are dropped
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(FORBIDDEN, "")
    .replaceAll(/[&<>"]/g, (mark) => MARKS[mark] ?? mark);
}
