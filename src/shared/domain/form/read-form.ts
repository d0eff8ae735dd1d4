import type { FormField, FormProblem, FormSpec } from "../../protocol/form.ts";
import { type Cell, CellError, cellFromWire, type Row } from "../cell.ts";
import { type FormCells, type FormFields, lineFieldsOf } from "./form-cells.ts";

/** Values as they were typed or sent, by field. */
export type Typed = Readonly<Record<string, unknown>>;
export type TypedLines = Readonly<Record<string, readonly Typed[]>>;

interface ReadForm extends FormCells {
  /** Values that mean nothing; their fields are missing in the cells. */
  readonly problems: readonly FormProblem[];
}

/** Typed values as cells. Fields the form does not have are not looked at: refusing them is the caller's business. */
export function readForm(spec: FormSpec, head: Typed, lines: TypedLines): ReadForm {
  const problems: FormProblem[] = [];
  const read = (fields: FormFields, typed: Typed, place: Pick<FormProblem, "entity" | "line">) => {
    const result = readRow(fields, typed);
    for (const { name, message } of result.wrong) problems.push({ ...place, field: name, message });
    return result.row;
  };
  const readHead = read(spec.fields, head, {});
  const readLines = Object.entries(lines).map(([entity, rows]) => {
    const fields = lineFieldsOf(spec, entity);
    return [entity, rows.map((row, line) => read(fields, row, { entity, line }))] as const;
  });
  return { head: readHead, lines: Object.fromEntries(readLines), problems };
}

export interface ReadRow {
  readonly row: Row;
  readonly wrong: readonly { readonly name: string; readonly message: string }[];
}

/** One row of typed values as cells. */
export function readRow(fields: FormFields, typed: Typed): ReadRow {
  const row: Record<string, Cell> = {};
  const wrong: { name: string; message: string }[] = [];
  for (const name in fields) {
    const [field, value] = [fields[name], typed[name]];
    if (field === undefined || value === undefined) continue;
    try {
      const cell = cellFromWire(field, trimmed(field, value));
      // A box that is not ticked says no.
      row[field.name] = cell === null && field.type === "bool" ? false : cell;
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      wrong.push({ name: field.name, message: `${field.title}${error.message}` });
    }
  }
  return { row, wrong };
}

/** Blanks around a text are never meant; inside it they stay. */
function trimmed({ type }: FormField, value: unknown): unknown {
  return typeof value === "string" && type !== "text" ? value.trim() : value;
}
