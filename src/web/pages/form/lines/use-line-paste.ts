import type { ClipboardEvent } from "react";
import type { FormField, RefOption } from "../../../../shared/protocol/form.ts";
import { inputKindOf } from "../../../kinds/inputs/input-kinds.ts";
import { findOption, type OptionsOf, optionsByCode } from "../../../kinds/inputs/options.ts";
import type { PastedRows } from "../state/edit-lines.ts";
import { isBlank, lineKey } from "../state/form-draft.ts";
import type { Writing } from "../state/write-field.ts";
import type { LinesContext, LinesTable } from "./lines-context.ts";

interface LinePasteInput extends LinesTable {
  /** Tells in words what was done, and what could not be found. */
  readonly tell: (text: string, isWarning: boolean) => void;
}

/** Pastes a table from Excel over the cells from the cursor on; rows that are missing are added, codes are looked up. */
export function useLinePaste({ context, lines, columns, active, tell }: LinePasteInput) {
  const resolve = useResolveCodes(context, tell);
  return (event: ClipboardEvent<HTMLElement>) => {
    const table = readTable(event.clipboardData.getData("text/plain"));
    // One value alone goes where the cursor is.
    if (table.length === 0 || (table.length === 1 && table[0]?.length === 1)) return;
    event.preventDefault();
    const { fields, rows, dropped } = placeTable(table, columns, active?.field ?? columns[0]?.name ?? "");
    if (fields.length === 0) return tell("没有可以粘贴的列", true);
    const start = active === null ? lines.length : lines.findIndex(({ key }) => key === active.key);
    const placed = rows.map((writings, index) => ({ key: lines[start + index]?.key ?? lineKey(), writings }));
    context.edit({ kind: "paste", rows: placed });
    const rest = dropped > 0 ? `；右侧 ${dropped} 列没有位置，未粘贴` : "";
    tell(`已粘贴 ${rows.length} 行：${fields.map(({ title }) => title).join("、")}${rest}`, dropped > 0);
    const [first] = placed;
    const field = fields[0];
    if (active === null && first !== undefined && field !== undefined) context.enter({ key: first.key, field: field.name });
    void resolve(fields, placed);
  };
}

/** Names looked for; a whole column of them is rather a column in the wrong place. */
const MOST_NAMES = 50;
const TOLD = 5;

type PastedRow = PastedRows[number];
type Tell = (text: string, isWarning: boolean) => void;

/** Looks up pasted codes, or names, and takes over what their rows give. What nobody knows stays as it is, and is told. */
function useResolveCodes({ source, edit, headValues }: LinesContext, tell: Tell) {
  return async (fields: readonly FormField[], rows: PastedRows): Promise<void> => {
    for (const field of fields.filter(({ type }) => type === "ref")) {
      const narrow = Object.fromEntries(field.narrowedBy.map((name) => [name, headValues()[name] ?? null]));
      const texts = [...new Set(rows.flatMap((row) => textOf(row, field.name) ?? []))];
      const found = await lookUp({ ...source, field: field.name, narrow }, texts).catch(() => null);
      if (found === null) return tell(`${field.title}未能核对，请逐行选择`, true);
      const resolved = rows.flatMap((row) => {
        const option = found.get(textOf(row, field.name) ?? "");
        return option ? [{ key: row.key, writings: [{ field: field.name, value: option.value, fill: option.fill }] }] : [];
      });
      edit({ kind: "resolve", rows: resolved });
      tellMissing(
        field,
        texts.filter((text) => !found.has(text)),
        tell,
      );
    }
  };
}

function tellMissing({ title }: FormField, missing: readonly string[], tell: Tell): void {
  if (missing.length === 0) return;
  tell(`${title}找不到：${missing.slice(0, TOLD).join("、")}${missing.length > TOLD ? ` 等 ${missing.length} 个` : ""}`, true);
}

function textOf({ writings }: PastedRow, field: string): string | null {
  const value = writings.find((writing) => writing.field === field)?.value;
  return isBlank(value) ? null : String(value);
}

/** By code first, many at once; what is no code may be a name, and is looked for one by one. */
async function lookUp(of: OptionsOf, texts: readonly string[]): Promise<ReadonlyMap<string, RefOption>> {
  const found = new Map(await optionsByCode(of, texts));
  for (const text of texts.filter((one) => !found.has(one)).slice(0, MOST_NAMES)) {
    const option = await findOption(of, text);
    if (option !== undefined) found.set(text, option);
  }
  return found;
}

/**
 * Which columns a pasted table goes into. With the columns' titles in its first row: by title. Else from the cell at hand to
 * the right: over the columns that can be written, or, where it is wider than those, over all that are shown (a table copied
 * from here), without those that cannot be written. Answers writings, row by row, the fields they go into, and how many columns had no place.
 */
export function placeTable(table: readonly (readonly string[])[], columns: readonly FormField[], at: string) {
  const [head = [], ...body] = table;
  const titled = byTitle(head, columns);
  const targets = titled ?? byPosition(table, columns, at);
  const rows = (titled ? body : table).map((cells) => targets.flatMap((field, index) => writing(field, cells[index])));
  const dropped = Math.max(...table.map((cells) => cells.length)) - targets.length;
  return { dropped, fields: targets.flatMap((field) => (field?.isWritable === true ? [field] : [])), rows };
}

type Target = FormField | undefined;

/** At least two titles, or the only cell: one word alone may be a value. */
function byTitle(head: readonly string[], columns: readonly FormField[]): Target[] | null {
  const found = head.map((cell) => columns.find((field) => field.title === cell.trim()));
  return found.filter((field) => field !== undefined).length >= 2 ? found : null;
}

function byPosition(table: readonly (readonly string[])[], columns: readonly FormField[], at: string): Target[] {
  const shown = columns.slice(
    Math.max(
      0,
      columns.findIndex((field) => field.name === at),
    ),
  );
  const writable = shown.filter((field) => field.isWritable);
  const width = Math.max(...table.map((cells) => cells.length));
  return width <= writable.length ? writable.slice(0, width) : shown.slice(0, width);
}

function writing(field: Target, cell: string | undefined): Writing[] {
  if (field?.isWritable !== true || cell === undefined) return [];
  return [{ field: field.name, value: inputKindOf(field).read(cell, field) }];
}

/** A cell and what ends it. In quotes it may hold tabs and line ends, and its own quotes are doubled. */
const CELL = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy;

/** The cells of a table as Excel and WPS put it on the clipboard. Empty rows at the end are left out. */
export function readTable(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.matchAll(CELL)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "") break;
    if (end !== "\t") rows.push([]);
  }
  while (rows.at(-1)?.every((cell) => cell.trim() === "")) rows.pop();
  return rows;
}
