import type { FormFields } from "../../../../shared/domain/form/form-cells.ts";
import type { FormParams } from "../../../api/send.ts";
import { type Draft, type FormDraft, isSame } from "./form-draft.ts";

/** A new row that was sent to be saved, and of which no answer arrived: it may be there or not. The same key with the same values tells. */
export interface LostSave {
  readonly key: string;
  readonly values: FormParams;
  /** The form as it was sent. */
  readonly draft: FormDraft;
}

/** Whether a field of the head has been changed since that can be given to a new row only. */
export const changesFixed = (fields: FormFields, before: Draft, after: Draft): boolean =>
  Object.values(fields).some(({ name, isFixed, isWritable }) => isFixed && isWritable && !isSame(before.values[name], after.values[name]));

/** A form as one of the row that it turned out to be saved as. */
export const ofRow = (id: number, { head, lines }: FormDraft): FormDraft => ({
  head: { ...head, values: { ...head.values, Id: id } },
  lines,
});
