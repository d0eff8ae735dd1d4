import type { FormField, FormSpec } from "../../../shared/protocol/form.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { FormParams } from "../../api/send.ts";
import { type Draft, type FormDraft, idOf } from "./form-draft.ts";

type Fields = Readonly<Record<string, FormField>>;

/** What Module/Save gets: every field the user may write, empty ones as empty text, and all lines in their order. */
export function saveParams(spec: FormSpec, { head, lines }: FormDraft, isNew: boolean): FormParams {
  const rows = spec.lines.map(({ entity, fields }) => [entity, (lines[entity] ?? []).map((line) => lineRow(fields, line))] as const);
  return {
    ...writable(spec.fields, head, isNew),
    ...(rows.length > 0 && { lines: JSON.stringify(Object.fromEntries(rows)) }),
  };
}

function lineRow(fields: Fields, line: Draft): WireRow {
  const id = idOf(line);
  return { ...(id !== "" && { Id: line.values.Id ?? null }), ...writable(fields, line, id === "") };
}

function writable(fields: Fields, { values }: Draft, isNew: boolean): Record<string, string | number | boolean> {
  const own = Object.values(fields).filter((field) => field.isWritable && (isNew || !field.isFixed));
  return Object.fromEntries(own.map(({ name }) => [name, values[name] ?? ""]));
}
