import { cellToWire, type Row } from "../../../../shared/domain/cell.ts";
import { dayOf } from "../../../../shared/domain/day.ts";
import { deriveForm } from "../../../../shared/domain/form/derive-form.ts";
import { type FormFields, lineFieldsOf } from "../../../../shared/domain/form/form-cells.ts";
import { firstOfEach, problemsOf } from "../../../../shared/domain/form/problems-of.ts";
import { type ReadRow, readRow } from "../../../../shared/domain/form/read-form.ts";
import type { FormProblem, FormSpec } from "../../../../shared/protocol/form.ts";
import type { WireRow } from "../../../../shared/protocol/list.ts";
import { type Draft, type FormDraft, mapLines } from "./form-draft.ts";
import { type PlacedProblem, placeProblems } from "./form-problems.ts";

interface ReadDraft {
  readonly head: ReadRow;
  readonly lines: Readonly<Record<string, readonly ReadRow[]>>;
}

/** Rows read before: of 500 lines a key stroke changes one. */
const known = new WeakMap<FormFields, WeakMap<WireRow, ReadRow>>();

/** A form's values as the program calculates with them. */
function readDraft(spec: FormSpec, { head, lines }: FormDraft): ReadDraft {
  const readLines = mapLines(lines, (rows, entity) => rows.map((line) => readOnce(lineFieldsOf(spec, entity), line.values)));
  return { head: readOnce(spec.fields, head.values), lines: readLines };
}

function readOnce(fields: FormFields, values: WireRow): ReadRow {
  const rows = known.get(fields) ?? new WeakMap<WireRow, ReadRow>();
  known.set(fields, rows);
  const read = rows.get(values) ?? readRow(fields, values);
  rows.set(values, read);
  return read;
}

const rowsOf = ({ lines }: ReadDraft) => mapLines(lines, (rows) => rows.map(({ row }) => row));

/** Everything wrong with what was entered, as the server will see it. */
export function checkDraft(spec: FormSpec, draft: FormDraft): PlacedProblem[] {
  const read = readDraft(spec, draft);
  const found = problemsOf(spec, read.head.row, rowsOf(read), dayOf(new Date()));
  return placeProblems(draft, inOrder(spec, firstOfEach([...unreadable(read), ...found])));
}

/** As the form shows the fields: the first problem is the topmost. */
function inOrder(spec: FormSpec, problems: readonly FormProblem[]): FormProblem[] {
  const head = spec.sections.flatMap(({ fields }) => fields);
  const rank = ({ entity, line = -1, field }: FormProblem): number[] => {
    const table = spec.lines.findIndex((lines) => lines.entity === entity);
    return [table, line, (spec.lines[table]?.columns ?? head).indexOf(field)];
  };
  return problems
    .map((problem) => ({ problem, at: rank(problem) }))
    .sort((a, b) => a.at.map((part, index) => part - (b.at[index] ?? 0)).find((difference) => difference !== 0) ?? 0)
    .map(({ problem }) => problem);
}

/** Values that mean nothing, such as letters in a number. */
function unreadable({ head, lines }: ReadDraft): FormProblem[] {
  const ofLines = Object.entries(lines).flatMap(([entity, rows]) =>
    rows.flatMap(({ wrong }, line) => wrong.map(({ name, message }) => ({ entity, line, field: name, message }))),
  );
  return [...head.wrong.map(({ name, message }) => ({ field: name, message })), ...ofLines];
}

/** Copies and parts of places were taken when their row was chosen, see write-field. */
const NO_FILLS = { head: {}, lines: {} };

/** The form with its derived fields calculated anew. Rows in which nothing changes stay the same objects. */
export function settle(spec: FormSpec, draft: FormDraft): FormDraft {
  const read = readDraft(spec, draft);
  const derived = deriveForm(spec, read.head.row, rowsOf(read), NO_FILLS, dayOf(new Date()));
  const lines = mapLines(draft.lines, (before, entity) => {
    const after = before.map((line, index) => withDerived(lineFieldsOf(spec, entity), line, derived.lines[entity]?.[index] ?? {}));
    return after.some((line, index) => line !== before[index]) ? after : before;
  });
  return { head: withDerived(spec.fields, draft.head, derived.head), lines };
}

/** Only derived fields are taken over: what the user typed stays as it was typed. */
function withDerived<T extends Draft>(fields: FormFields, draft: T, row: Row): T {
  const changed = Object.values(fields)
    .filter(({ derived }) => derived !== null)
    .map((field) => [field.name, cellToWire(field, row[field.name] ?? null)] as const)
    .filter(([name, value]) => value !== (draft.values[name] ?? null));
  return changed.length === 0 ? draft : { ...draft, values: { ...draft.values, ...Object.fromEntries(changed) } };
}
