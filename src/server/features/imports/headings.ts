import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { ImportColumn, ImportSpec } from "../../engine/import/spec.ts";
import type { FileRow } from "./reading/sheet.ts";

/** What the file with refused rows has besides, and what is no column when it is brought again. */
export const PROBLEM_HEADING = "问题";
const NEEDED_MARK = "*";
/** Rows among which the headings are looked for: lists are often given a title above. */
const LOOKED_AT = 20;
const MOST_NAMED = 20;

/** The headings of a file: which column stands where. */
export interface Headings {
  /** The row they stand in, as Excel numbers it. */
  readonly line: number;
  /** As the file has them, by place. */
  readonly titles: readonly string[];
  /** Column names by place; null: nothing that is brought in. */
  readonly columns: readonly (string | null)[];
}

/** The heading of each column: its title, with its name behind where another one has the same title. */
export function headingsOf({ columns }: Pick<ImportSpec, "columns">): ReadonlyMap<ImportColumn, string> {
  const titles = columns.map(({ title }) => plain(title));
  const isShared = ({ title }: ImportColumn) => titles.indexOf(plain(title)) !== titles.lastIndexOf(plain(title));
  return new Map(columns.map((column) => [column, isShared(column) ? `${column.title}（${column.name}）` : column.title]));
}

/** The heading as a template writes it: what may not be empty is marked. */
export function markedHeading(column: ImportColumn, heading: string): string {
  return column.isRequired ? `${heading}${NEEDED_MARK}` : heading;
}

/**
 * Finds the headings among the first rows of a file, by title or name, in any order. Throws an ApiError (422) with all that is wrong of
 * them: columns nobody knows, that stand twice, that are missing and cannot be.
 */
export function readHeadings(spec: ImportSpec, rows: readonly FileRow[]): Headings {
  const known = namesByHeading(spec);
  const nameOf = (heading: string) => known.get(plain(heading)) ?? null;
  const found = rows.slice(0, LOOKED_AT).map((row) => ({ row, count: row.cells.filter((cell) => nameOf(cell) !== null).length }));
  const best = found.reduce<(typeof found)[number] | undefined>((most, one) => (one.count > (most?.count ?? 0) ? one : most), undefined);
  const row = best?.row ?? rows[0];
  if (row === undefined) throw new ApiError(CODE.rule, "文件中没有数据");
  const columns = row.cells.map(nameOf);
  const faults = faultsOf(spec, row.cells, columns);
  if (faults.length > 0) throw new ApiError(CODE.rule, `第 ${row.line} 行的列名有误：${faults.join("；")}。请下载模板，使用其中的列名`);
  return { line: row.line, titles: row.cells, columns };
}

function namesByHeading(spec: ImportSpec): ReadonlyMap<string, string> {
  const headings = headingsOf(spec);
  return new Map(
    spec.columns.flatMap((column) => [
      [plain(headings.get(column) ?? column.title), column.name] as const,
      [plain(column.name), column.name] as const,
    ]),
  );
}

function faultsOf(spec: ImportSpec, titles: readonly string[], columns: readonly (string | null)[]): string[] {
  const isUnknown = (title: string, place: number) => title !== "" && plain(title) !== plain(PROBLEM_HEADING) && columns[place] === null;
  const headings = headingsOf(spec);
  const titleOf = (name: string) =>
    spec.columns.flatMap((column) => (column.name === name ? [headings.get(column) ?? name] : []))[0] ?? name;
  const named = columns.filter((name) => name !== null);
  const twice = named.filter((name, place) => named.indexOf(name) < place);
  const missing = spec.columns.filter((column) => mustBeThere(spec, column) && !named.includes(column.name));
  return [
    listed("没有这些列", titles.filter(isUnknown)),
    listed("重复的列", twice.map(titleOf)),
    listed(
      "缺少的列",
      missing.map(({ name }) => titleOf(name)),
    ),
  ].filter((fault) => fault !== "");
}

/** A row that is there is told by its key; whoever may only make new ones leaves nothing out that they need. */
function mustBeThere({ mayUpdate }: ImportSpec, { isKey, isRequired }: ImportColumn): boolean {
  return isRequired && (isKey || !mayUpdate);
}

function listed(what: string, names: readonly string[]): string {
  const different = [...new Set(names)];
  if (different.length === 0) return "";
  const more = different.length > MOST_NAMED ? `等 ${different.length} 个` : "";
  return `${what}：${different.slice(0, MOST_NAMED).join("、")}${more}`;
}

/** A heading as it is compared: without spaces, marks and forms of letters. */
function plain(heading: string): string {
  return heading
    .normalize("NFKC")
    .replaceAll(/\s/g, "")
    .replace(/\*+$/, "")
    .replace(/\((?:必填|选填)\)$/, "")
    .toLowerCase();
}
