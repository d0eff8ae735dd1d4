import type { FormField } from "../../../../shared/protocol/form.ts";
import { inputKindOf } from "../../../kinds/inputs/input-kinds.ts";
import type { Writing } from "../state/write-field.ts";

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
