import type { FormFields } from "../../../../shared/domain/form/form-cells.ts";
import type { FormField, FormSpec } from "../../../../shared/protocol/form.ts";
import type { WireRow, WireValue } from "../../../../shared/protocol/list.ts";
import type { ShowRecord } from "../../show/show-record.ts";

/** The values of one row while it is edited, as they travel. */
export interface Draft {
  readonly values: WireRow;
  /** FormFields the user wrote himself: no proposal replaces them. */
  readonly written: ReadonlySet<string>;
}

/** A line. Its key stays the same wherever the line is moved to. */
export interface Line extends Draft {
  readonly key: string;
}

/** Everything a form holds: the head and, by entity, its lines. */
export interface FormDraft {
  readonly head: Draft;
  readonly lines: Readonly<Record<string, readonly Line[]>>;
}

const NOTHING_WRITTEN: ReadonlySet<string> = new Set();
let made = 0;

/** Something of every line entity, by its name. */
export const mapLines = <T, U>(lines: Readonly<Record<string, T>>, change: (rows: T, entity: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(lines).map(([entity, rows]) => [entity, change(rows, entity)]));

/** A key no other line of this tab has. */
export function lineKey(): string {
  made += 1;
  return `l${made}`;
}

/** A line nobody wrote in yet. */
export function newLine(values: WireRow, key = lineKey()): Line {
  return { key, values, written: NOTHING_WRITTEN };
}

/** The values a new row starts with. */
export function startValues(fields: FormFields): WireRow {
  return Object.fromEntries(Object.values(fields).map((field) => [field.name, field.initial]));
}

/** An empty form. */
export function blankDraft(spec: FormSpec): FormDraft {
  const lines = spec.lines.map(({ entity }) => [entity, []] as const);
  return { head: { values: startValues(spec.fields), written: NOTHING_WRITTEN }, lines: Object.fromEntries(lines) };
}

/** The form of a document that is there. */
export function draftOf(spec: FormSpec, document: Pick<ShowRecord, "row" | "lines">): FormDraft {
  const lines = spec.lines.map(({ entity }) => [entity, (document.lines[entity] ?? []).map((row) => newLine(row))] as const);
  return { head: { values: document.row, written: NOTHING_WRITTEN }, lines: Object.fromEntries(lines) };
}

/** Nothing was entered. */
export const isBlank = (value: WireValue | undefined): boolean => value === null || value === undefined || value === "";

/** Whether two values mean the same: empty text is no value, and `1.50` is `1.5`. */
export function isSame(a: WireValue | undefined, b: WireValue | undefined): boolean {
  if (isBlank(a) || isBlank(b)) return isBlank(a) && isBlank(b);
  return a === b || comparable(a) === comparable(b);
}

const DECIMAL = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/;
const comparable = (value: WireValue | undefined): string =>
  typeof value === "string"
    ? value.replace(DECIMAL, (_all, sign: string, whole: string, rest = "") => `${sign}${whole}.${rest}`)
    : String(value);

/** What the server knows a line by; empty for a new one. */
export const idOf = ({ values }: Draft): string => String(values.Id ?? "");

/** The lines the server knows, by id. */
export function linesById(draft: FormDraft, entity: string): ReadonlyMap<string, Line> {
  const known = (draft.lines[entity] ?? []).filter((line) => idOf(line) !== "");
  return new Map(known.map((line) => [idOf(line), line]));
}

/** Whether the user would lose anything by leaving: values he may write, and lines added, taken away or moved. */
export function isChanged(spec: FormSpec, start: FormDraft, now: FormDraft): boolean {
  if (start === now) return false;
  if (differs(spec.fields, start.head, now.head)) return true;
  return spec.lines.some(({ entity, fields }) => {
    const [before, after] = [start.lines[entity] ?? [], now.lines[entity] ?? []];
    if (before === after) return false;
    return before.length !== after.length || after.some((line, index) => isOther(fields, before[index], line));
  });
}

const isOther = (fields: FormFields, before: Line | undefined, after: Line): boolean =>
  before === undefined || (before !== after && (before.key !== after.key || differs(fields, before, after)));

const differs = (fields: FormFields, a: Draft, b: Draft): boolean =>
  Object.values(fields).some(({ name, isWritable }) => isWritable && !isSame(a.values[name], b.values[name]));

/** Whether the user may write a field of this row; `isNew`: the server does not know it yet. */
export const mayWrite = ({ isWritable, isFixed }: FormField, draft: Draft, isNew = idOf(draft) === ""): boolean =>
  isWritable && (isNew || !isFixed);

/** The same form again, for another row: its lines are lines of their own. */
export function rekeyed({ head, lines }: FormDraft): FormDraft {
  return { head, lines: mapLines(lines, (all) => all.map((line) => ({ ...line, key: lineKey() }))) };
}

const NOTHING: WireRow = {};

/** The values that narrow a field's choice; always the same object where there are none. */
export function narrowOf({ narrowedBy }: FormField, values: WireRow): WireRow {
  return narrowedBy.length === 0 ? NOTHING : Object.fromEntries(narrowedBy.map((name) => [name, values[name] ?? null]));
}
