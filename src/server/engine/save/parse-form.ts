import type { Typed, TypedLines } from "../../../shared/domain/form/read-form.ts";
import type { FormField, FormSpec } from "../../../shared/protocol/form.ts";
import type { Dict } from "../../../shared/registry/model.ts";
import { isObject, jsonOf } from "../../base/params.ts";
import { KEY } from "../../base/technical.ts";
import { WireProblems } from "../../query/wire-problems.ts";

const MOST_LINES = 2000;

/** What was sent, by names that the form lets the user write. */
export interface SentForm {
  readonly head: Typed;
  /** Line tables that were sent, each as a whole. */
  readonly lines: TypedLines;
}

/** Looks every name up in the form. Throws Code 400 that tells all that mean nothing or are not the user's to write. */
export function parseForm(spec: FormSpec, head: Readonly<Record<string, string>>, lines: string): SentForm {
  const problems = new WireProblems();
  checkNames(head, spec.fields, "", problems);
  const sent = { head, lines: readLines(spec, lines, problems) };
  problems.throwIfAny();
  return sent;
}

function checkNames(typed: Typed, fields: Dict<FormField>, place: string, problems: WireProblems): void {
  const writable = Object.values(fields).flatMap(({ name, isWritable }) => (isWritable ? [name] : []));
  // guard key as [] as string[]: tests/server/flows/save-row.test.ts
  const unknown = Object.keys(typed).filter((name) => !writable.includes(name));
  for (const name of unknown) problems.addUnknown(`${place}${name.slice(0, 40)}`, "字段", name, writable);
}

function readLines(spec: FormSpec, text: string, problems: WireProblems): TypedLines {
  if (text === "") return {};
  const raw = jsonOf(text);
  if (!isObject(raw)) {
    problems.add("lines", '应为JSON对象，如 {"明细": [{…}]}');
    return {};
  }
  const tables: Record<string, readonly Typed[]> = {};
  const known = spec.lines.map(({ entity }) => entity);
  for (const [name, rows] of Object.entries(raw)) {
    const table = spec.lines.find(({ entity }) => entity === name);
    if (!table) problems.addUnknown("lines", "明细", name, known);
    else if (!isList(rows) || rows.length > MOST_LINES) problems.add(`lines.${name}`, `应为数组，最多${MOST_LINES}行`);
    else tables[name] = rows.flatMap<Typed>((row, index) => readLine(row, table.fields, `lines.${name}[${index}]`, problems) ?? []);
  }
  return tables;
}

function readLine(row: unknown, fields: Dict<FormField>, place: string, problems: WireProblems): Typed | null {
  if (!isObject(row)) {
    problems.add(place, "应为对象");
    return null;
  }
  const { [KEY]: id, ...typed } = row;
  if (id !== undefined && id !== null && !(Number.isSafeInteger(id) && Number(id) > 0)) problems.add(`${place}.${KEY}`, "应为编号");
  checkNames(typed, fields, `${place}.`, problems);
  return row;
}

/** Array.isArray would make its elements any. */
function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
