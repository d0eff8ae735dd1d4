import { closest } from "fastest-levenshtein";
import { isObject, jsonOf } from "../../../base/params.ts";

import { CLEARED } from "../../../engine/import/cells.ts";

import type { ImportSpec } from "../../../engine/import/spec.ts";
import { LINES } from "../out/told.ts";
import { IN_LIMITS } from "./limits.ts";

type Cells = Readonly<Record<string, string>>;
interface Problem {
  readonly column: string | null;
  readonly message: string;
}

/** What one record of a body says: the rows of a file that would say the same, or what is wrong with it. */
export type SentRecord = { readonly rows: readonly Cells[] } | { readonly problems: readonly Problem[] };

/** Reads records by what may be brought in. Made once for a batch. */
export function recordReader({ columns, lines }: ImportSpec): (value: unknown) => SentRecord {
  const names = columns.map(({ name }) => name);
  const prefix = lines === null ? null : `${lines}.`;
  const ofHead = new Map(names.filter((name) => prefix === null || !name.startsWith(prefix)).map((name) => [name, name]));
  const ofLine = new Map(
    names.filter((name) => prefix !== null && name.startsWith(prefix)).map((name) => [name.slice(prefix?.length), name]),
  );
  return (value) => {
    if (!isObject(value)) return { problems: [{ column: null, message: "应为 JSON 对象" }] };
    const { [LINES]: told, ...own } = value;
    const head = cellsOf(own, ofHead, "");
    if (told === undefined) return rowsOf([head]);
    if (prefix === null) return { problems: [{ column: LINES, message: "这种数据没有明细" }] };
    if (!Array.isArray(told) || told.length === 0 || told.length > IN_LIMITS.linesOfRow)
      return { problems: [...head.problems, { column: LINES, message: `应为 1 到 ${IN_LIMITS.linesOfRow} 行明细的数组` }] };
    const rows = told.map((line: unknown, index): Told => {
      const place = `${LINES}[${index + 1}]`;
      if (!isObject(line)) return { cells: {}, problems: [{ column: place, message: "应为 JSON 对象" }] };
      const { cells, problems } = cellsOf(line, ofLine, `${place}.`);
      return { cells: { ...head.cells, ...cells }, problems };
    });
    return rowsOf(rows, head.problems);
  };
}

/** A line of text as a record. */
export function recordOf(text: string, read: (value: unknown) => SentRecord): SentRecord {
  const value = jsonOf(text);
  return value === undefined ? { problems: [{ column: null, message: "不是合法的 JSON" }] } : read(value);
}

interface Told {
  readonly cells: Cells;
  readonly problems: readonly Problem[];
}

function rowsOf(all: readonly Told[], more: readonly Problem[] = []): SentRecord {
  const problems = [...more, ...all.flatMap((one) => one.problems)];
  return problems.length > 0 ? { problems } : { rows: all.map(({ cells }) => cells) };
}

/** Values as people would type them. null empties; what is left out or an empty text says nothing. */
function cellsOf(values: Readonly<Record<string, unknown>>, known: ReadonlyMap<string, string>, place: string): Told {
  const cells: Record<string, string> = {};
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries(values)) {
    const column = known.get(name);
    const text = textOf(value);
    if (column !== undefined && text !== null) cells[column] = text;
    else problems.push({ column: `${place}${name.slice(0, 40)}`, message: column === undefined ? strange(name, known) : unfit(value) });
  }
  return { cells, problems };
}

const unfit = (value: unknown): string => (typeof value === "number" ? "数字超过 15 位，JSON 存不准，请写成文本（加引号）" : "应为单个值");

/** A number of JSON has been rounded to what JavaScript holds before anybody sees it. */
const EXACT_DIGITS = 15;

/** null: it is no single value, or a number that may have been rounded. */
function textOf(value: unknown): string | null {
  if (value === null) return CLEARED;
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number") return null;
  const text = String(value);
  return /^-?\d+(\.\d+)?$/.test(text) && text.replace(/\D/g, "").length <= EXACT_DIGITS ? text : null;
}

function strange(name: string, known: ReadonlyMap<string, string>): string {
  const names = [...known.keys()];
  const near = names.length === 0 ? "" : closest(name.slice(0, 40), names);
  return near === "" ? "没有这一列" : `没有这一列，最接近的是 ${near}`;
}
