import type { FormFields } from "../../../../shared/domain/form/form-cells.ts";
import type { WireRow } from "../../../../shared/protocol/list.ts";
import { type Line, newLine, startValues } from "./form-draft.ts";
import { type Writing, writeField } from "./write-field.ts";

/** What is written to each of some lines. */
export type PastedRows = readonly { readonly key: string; readonly writings: readonly Writing[] }[];

/** What the user does to the lines of a document. New lines come with their keys, so that the cursor can follow them. */
export type LinesEdit =
  | { readonly kind: "write"; readonly key: string; readonly writing: Writing }
  /** `after` null: at the end. */
  | { readonly kind: "insert"; readonly after: string | null; readonly as: string }
  | { readonly kind: "duplicate"; readonly key: string; readonly as: string }
  | { readonly kind: "delete"; readonly keys: readonly string[] }
  | { readonly kind: "move"; readonly key: string; readonly by: -1 | 1 }
  /** A row of writings for each key; keys that are not there yet become new lines at the end. */
  | { readonly kind: "paste"; readonly rows: PastedRows }
  /** Chosen rows for pasted codes; lines that are gone by now stay gone. */
  | { readonly kind: "resolve"; readonly rows: PastedRows }
  | { readonly kind: "replace"; readonly rows: readonly WireRow[] };

/** The lines after an edit; lines that were not touched stay the same objects. */
export function editLines(fields: FormFields, lines: readonly Line[], edit: LinesEdit): readonly Line[] {
  switch (edit.kind) {
    case "write":
      return lines.map((line) => (line.key === edit.key ? writeField(fields, line, edit.writing) : line));
    case "insert":
      return lines.toSpliced(behind(lines, edit.after), 0, newLine(startValues(fields), edit.as));
    case "duplicate":
      return lines.flatMap((line) => (line.key === edit.key ? [line, copyOf(fields, line, edit.as)] : [line]));
    case "delete":
      return lines.filter((line) => !edit.keys.includes(line.key));
    case "move":
      return moved(lines, edit.key, edit.by);
    case "paste":
      return written(fields, withNew(fields, lines, edit.rows), edit.rows);
    case "resolve":
      return written(fields, lines, edit.rows);
    case "replace":
      return edit.rows.map((row) => newLine({ ...startValues(fields), ...row }));
  }
}

const behind = (lines: readonly Line[], key: string | null): number =>
  key === null ? lines.length : lines.findIndex((line) => line.key === key) + 1;

/** The fields of the form only: what the server knows a line by stays with the first. */
function copyOf(fields: FormFields, { values, written }: Line, as: string): Line {
  const own = Object.values(fields).filter(({ type }) => type !== "id");
  return { key: as, values: Object.fromEntries(own.map(({ name }) => [name, values[name] ?? null])), written };
}

function moved(lines: readonly Line[], key: string, by: -1 | 1): readonly Line[] {
  const from = lines.findIndex((line) => line.key === key);
  const [line, to] = [lines[from], from + by];
  return line === undefined || to < 0 || to >= lines.length ? lines : lines.toSpliced(from, 1).toSpliced(to, 0, line);
}

function withNew(fields: FormFields, lines: readonly Line[], rows: PastedRows): readonly Line[] {
  const known = new Set(lines.map(({ key }) => key));
  return [...lines, ...rows.filter(({ key }) => !known.has(key)).map(({ key }) => newLine(startValues(fields), key))];
}

function written(fields: FormFields, lines: readonly Line[], rows: PastedRows): readonly Line[] {
  const byKey = new Map(rows.map(({ key, writings }) => [key, writings]));
  return lines.map((line) => (byKey.get(line.key) ?? []).reduce((next, writing) => writeField(fields, next, writing), line));
}
