import { cellToWire, type Row } from "../../../shared/domain/cell.ts";
import { dayOf } from "../../../shared/domain/day.ts";
import { deriveForm } from "../../../shared/domain/form/derive-form.ts";
import { type FormFields, lineFieldsOf } from "../../../shared/domain/form/form-cells.ts";
import type { FormSpec } from "../../../shared/protocol/form.ts";
import type { Draft, FormDraft } from "./form-draft.ts";
import { readDraft } from "./read-draft.ts";

/** Copies and parts of places were taken when their row was chosen, see write-field. */
const NO_FILLS = { head: {}, lines: {} };

/** The form with its derived fields calculated anew. Rows in which nothing changes stay the same objects. */
export function settle(spec: FormSpec, draft: FormDraft): FormDraft {
  const read = readDraft(spec, draft);
  const rows = Object.entries(read.lines).map(([entity, lines]) => [entity, lines.map(({ row }) => row)] as const);
  const derived = deriveForm(spec, read.head.row, Object.fromEntries(rows), NO_FILLS, dayOf(new Date()));
  const lines = Object.entries(draft.lines).map(([entity, before]) => {
    const fields = lineFieldsOf(spec, entity);
    const after = before.map((line, index) => withDerived(fields, line, derived.lines[entity]?.[index] ?? {}));
    return [entity, after.some((line, index) => line !== before[index]) ? after : before] as const;
  });
  return { head: withDerived(spec.fields, draft.head, derived.head), lines: Object.fromEntries(lines) };
}

/** Only derived fields are taken over: what the user typed stays as it was typed. */
function withDerived<T extends Draft>(fields: FormFields, draft: T, row: Row): T {
  const changed = Object.values(fields)
    .filter(({ derived }) => derived !== null)
    .map((field) => [field.name, cellToWire(field, row[field.name] ?? null)] as const)
    .filter(([name, value]) => value !== (draft.values[name] ?? null));
  return changed.length === 0 ? draft : { ...draft, values: { ...draft.values, ...Object.fromEntries(changed) } };
}
