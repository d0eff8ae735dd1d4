import type { RawBuilder } from "kysely";
import type { Cell, Row } from "../../shared/domain/cell.ts";
import type { Computed, ComputedBy, ComputedKind, Entity, Field } from "../../shared/registry/model.ts";
import { calc } from "./computed-calc.ts";
import { cases } from "./computed-cases.ts";
import { copy } from "./computed-copy.ts";
import { count } from "./computed-count.ts";
import { daysUntil } from "./computed-days-until.ts";
import type { ComputedDef, OtherRows, RowRules } from "./computed-def.ts";
import { label } from "./computed-label.ts";
import { total } from "./computed-total.ts";
import { unread } from "./computed-unread.ts";
import { when } from "./computed-when.ts";
import type { AtRow } from "./scoped.ts";

/** Every way to compute a field. A kind of the language without one does not compile. */
export const COMPUTED = { calc, cases, copy, count, daysUntil, label, total, unread, when } satisfies {
  [K in ComputedKind]-?: ComputedDef<K>;
};

/** A kind's definition with what the file says to it; the cast is safe because both are keyed by the very kind. */
function bound(computed: Computed): { readonly def: ComputedDef<ComputedKind>; readonly said: ComputedBy<ComputedKind>[ComputedKind] } {
  const said = (computed as unknown as ComputedBy<ComputedKind>)[computed.kind];
  return { def: COMPUTED[computed.kind] as unknown as ComputedDef<ComputedKind>, said };
}

/** Whether a field can be selected, filtered, sorted and summed by in SQL: it is stored, or does not exist only after reading. */
export function isInSql({ computed }: Field): boolean {
  return computed === null || bound(computed).def.sql !== undefined;
}

/** A computed field as an expression of its field's type. */
export function computedSql(field: Field, computed: Computed, at: AtRow): RawBuilder<unknown> {
  const { def, said } = bound(computed);
  if (def.sql === undefined) throw new Error(`${at.entity.name}.${field.name} exists only after reading`);
  return def.sql(said, at, field);
}

/** The fields of its row that a computed field is made of. */
export function inputsOf({ computed }: Field, rules: Omit<RowRules, "env">): readonly string[] {
  if (computed === null) return [];
  const { def, said } = bound(computed);
  return def.inputs?.(said, rules) ?? [];
}

/** Whether the row's own cells decide the field. */
function isOfRow(computed: Computed): boolean {
  return bound(computed).def.fromRow !== undefined;
}

/** The field from the row's own cells; undefined: other rows decide it. */
function cellOfRow(field: Field, computed: Computed, row: Row, rules: RowRules): Cell | undefined {
  const { def, said } = bound(computed);
  return def.fromRow?.(said, row, rules, field);
}

/** The field from other rows; undefined: the row alone decides it. */
export async function cellOfOthers(field: Field, computed: Computed, others: OtherRows): Promise<Cell | undefined> {
  const { def, said } = bound(computed);
  return def.fromOthers?.(said, others, field);
}

/** Whose rows a computed field looks for, by which of their fields; null: nobody's. */
export function lookedFor({ computed }: Field, entity: Entity): { readonly entity: string; readonly field: string } | null {
  if (computed === null) return null;
  const { def, said } = bound(computed);
  return def.looksFor?.(said, entity) ?? null;
}

/**
 * Fills these computed fields into rows, from the row's own cells. A value that is there already stays. Values that come from other
 * rows only the database can tell.
 */
export function rowComputer(names: Iterable<string>, rules: RowRules): (row: Row) => Row {
  const steps = inOrder(names, rules);
  if (steps.length === 0) return (row) => row;
  return (row) => {
    const filled: Record<string, Cell> = {};
    // Key by key: docs/decisions/138.
    for (const name in row) filled[name] = row[name] as Cell;
    for (const { field, computed } of steps) {
      const cell = filled[field.name] === undefined ? cellOfRow(field, computed, filled, rules) : undefined;
      if (cell !== undefined) filled[field.name] = cell;
    }
    return filled;
  };
}

/** {@link rowComputer} for a single row. */
export function computeRow(row: Row, names: Iterable<string>, rules: RowRules): Row {
  return rowComputer(names, rules)(row);
}

interface Step {
  readonly field: Field;
  readonly computed: Computed;
}

/** Those among the names, and what they are made of, that the row's own cells decide: inputs first. */
function inOrder(names: Iterable<string>, rules: RowRules): Step[] {
  const steps = new Map<string, Step>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    const field = rules.entity.fields[name];
    if (!field || field.computed === null || seen.has(name)) return;
    seen.add(name);
    if (!isOfRow(field.computed)) return;
    for (const input of inputsOf(field, rules)) visit(input);
    steps.set(name, { field, computed: field.computed });
  };
  for (const name of names) visit(name);
  return [...steps.values()];
}
