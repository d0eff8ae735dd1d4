import type { FormFields } from "../../../../shared/domain/form/form-cells.ts";
import type { FormSpec } from "../../../../shared/protocol/form.ts";
import type { WireRow } from "../../../../shared/protocol/list.ts";
import type { FormParams } from "../../../api/send.ts";
import { type Draft, type FormDraft, isSame, type Line } from "./form-draft.ts";

/** A new row that was sent to be saved, and of which no answer arrived: it may be there or not. The same key with the same values tells. */
export interface LostSave {
  readonly key: string;
  readonly values: FormParams;
  /** The form as it was sent. */
  readonly draft: FormDraft;
}

/** A row as it was found to be saved. */
interface FoundRow {
  readonly id: number;
  readonly lines: Readonly<Record<string, readonly WireRow[]>>;
}

/** Whether a field of the head has been changed since that can be given to a new row only. */
export const changesFixed = (fields: FormFields, before: Draft, after: Draft): boolean =>
  Object.values(fields).some(({ name, isFixed, isWritable }) => isFixed && isWritable && !isSame(before.values[name], after.values[name]));

/**
 * A form as one of the row it was saved as: its lines are those of that row, in the order they were sent in. A line that has become
 * another one since, by a field that cannot be changed, takes its place as a new line.
 */
export function asFound(spec: FormSpec, { draft: sent }: LostSave, found: FoundRow, { head, lines }: FormDraft): FormDraft {
  const named = spec.lines.map(({ entity, fields }) => {
    const [before, saved] = [sent.lines[entity] ?? [], found.lines[entity] ?? []];
    const places = new Map(before.map((line, at) => [line.key, at]));
    const name = (line: Line): Line => {
      const at = places.get(line.key) ?? -1;
      const [was, row] = [before[at], saved[at]];
      if (was === undefined || row === undefined || before.length !== saved.length || changesFixed(fields, was, line)) return line;
      return { ...line, values: { ...line.values, Id: row.Id ?? null } };
    };
    return [entity, (lines[entity] ?? []).map(name)] as const;
  });
  return { head: { ...head, values: { ...head.values, Id: found.id } }, lines: Object.fromEntries(named) };
}
