import type { FormField, FormSpec } from "../../protocol/form.ts";
import type { Row } from "../cell.ts";
import type { PredicateEnv } from "../predicate.ts";

/** Fields of a form or of one of its line tables, by name. */
export type FormFields = FormSpec["fields"];

/** Line entity to its rows, top to bottom. */
export type LineRows = Readonly<Record<string, readonly Row[]>>;

/** The values of a form inside the program. A field that is missing was not given; null was emptied. */
export interface FormCells {
  readonly head: Row;
  readonly lines: LineRows;
}

/** Copied values and parts of places, known to the caller alone: own field to value, as {@link FormCells}. */
export type Fills = FormCells;

/** The fields of a line table; none where the form has no such table. */
export function lineFieldsOf(spec: FormSpec, entity: string): FormFields {
  return spec.lines.find((lines) => lines.entity === entity)?.fields ?? {};
}

/** Whether saving writes the field by itself or takes it from the user. */
export function isKept(field: FormField): boolean {
  return field.isWritable || field.derived !== null;
}

const NOBODY = { USER_ID: "", UsrName: "", SHOP_ID: "", PROV_ID: "", side: "", isconfirm: false } as const;

/**
 * What conditions of a form may look at besides its fields: the day. Who fills it in, his rights and the shop's flags were
 * put into the conditions when the form was made (src/shared/domain/predicate.ts).
 */
export function formEnv(today: string): PredicateEnv {
  return { today, actor: NOBODY, functions: new Set(), flags: {} };
}
