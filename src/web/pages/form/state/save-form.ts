import type { FormFields } from "../../../../shared/domain/form/form-cells.ts";
import { ApiError, CODE, TransportError } from "../../../../shared/protocol/envelope.ts";
import type { FormProblem, FormSpec, SaveResult } from "../../../../shared/protocol/form.ts";
import type { WireRow } from "../../../../shared/protocol/list.ts";
import type { FormParams } from "../../../api/send.ts";
import { type Draft, type FormDraft, idOf } from "./form-draft.ts";

/** What is saved: a new row, or a row of which this version was read. */
export interface SaveTarget {
  readonly id: string;
  readonly rowver: number;
}

/** What Module/Save gets: every field the user may write, empty ones as empty text, and all lines in their order. */
export function saveParams(spec: FormSpec, { head, lines }: FormDraft, isNew: boolean): FormParams {
  const rows = spec.lines.map(({ entity, fields }) => [entity, (lines[entity] ?? []).map((line) => lineRow(fields, line))] as const);
  return {
    ...writable(spec.fields, head, isNew),
    ...(rows.length > 0 && { lines: JSON.stringify(Object.fromEntries(rows)) }),
  };
}

function lineRow(fields: FormFields, line: Draft): WireRow {
  const id = idOf(line);
  return { ...(id !== "" && { Id: line.values.Id ?? null }), ...writable(fields, line, id === "") };
}

function writable(fields: FormFields, { values }: Draft, isNew: boolean): Record<string, string | number | boolean> {
  const own = Object.values(fields).filter((field) => field.isWritable && (isNew || !field.isFixed));
  return Object.fromEntries(own.map(({ name }) => [name, values[name] ?? ""]));
}

/** What came of a saving that did not go through. */
type SaveFailure =
  /** FormFields the server refuses. */
  | { readonly kind: "problems"; readonly problems: readonly FormProblem[]; readonly text: string }
  /** Somebody else saved first. */
  | { readonly kind: "conflict"; readonly current: NonNullable<SaveResult["current"]> }
  /** No answer arrived: it may have been saved or not. */
  | { readonly kind: "unanswered" }
  | { readonly kind: "refused"; readonly text: string };

/** From here on a status tells of a server that failed: what a proxy answers in its place does not say whether it was done. */
const LEAST_FAILING = 500;

const REFUSALS: ReadonlySet<number> = new Set([CODE.badInput, CODE.conflict, CODE.rule]);

/** Whether the server looked at what was sent and would not have it. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && !(error instanceof TransportError) && REFUSALS.has(error.code);

/** Sorts a failed saving. */
export function saveFailure(error: unknown): SaveFailure {
  if (!(error instanceof ApiError)) return { kind: "refused", text: "保存失败" };
  if (error.code === 0 || (error instanceof TransportError && error.code >= LEAST_FAILING)) return { kind: "unanswered" };
  const { problems, current } = (error.result ?? {}) as Partial<SaveResult>;
  if (error.code === CODE.conflict && current !== undefined) return { kind: "conflict", current };
  if (error.code === CODE.badInput && problems !== undefined && problems.length > 0) {
    return { kind: "problems", problems, text: error.message };
  }
  return { kind: "refused", text: error.message };
}
