import { type FormFields, lineFieldsOf } from "../../../shared/domain/form/form-cells.ts";
import { type ReadRow, readRow } from "../../../shared/domain/form/read-form.ts";
import type { FormSpec } from "../../../shared/protocol/form.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { FormDraft } from "./form-draft.ts";

export interface ReadDraft {
  readonly head: ReadRow;
  readonly lines: Readonly<Record<string, readonly ReadRow[]>>;
}

/** Rows read before: of 500 lines a key stroke changes one. */
const known = new WeakMap<FormFields, WeakMap<WireRow, ReadRow>>();

/** A form's values as the program calculates with them. */
export function readDraft(spec: FormSpec, { head, lines }: FormDraft): ReadDraft {
  const readLines = Object.entries(lines).map(([entity, rows]) => {
    const fields = lineFieldsOf(spec, entity);
    return [entity, rows.map((line) => readOnce(fields, line.values))] as const;
  });
  return { head: readOnce(spec.fields, head.values), lines: Object.fromEntries(readLines) };
}

function readOnce(fields: FormFields, values: WireRow): ReadRow {
  const rows = known.get(fields) ?? new WeakMap<WireRow, ReadRow>();
  known.set(fields, rows);
  const read = rows.get(values) ?? readRow(fields, values);
  rows.set(values, read);
  return read;
}
