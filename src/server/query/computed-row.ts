import type { Cell, Row } from "../../shared/domain/cell.ts";
import type { Computed, Field } from "../../shared/registry/model.ts";
import type { RowRules } from "./computed-def.ts";
import { cellOfRow, inputsOf, isOfRow } from "./computed-kinds.ts";

/**
 * Fills these computed fields into rows, from the row's own cells. A value that is there already stays. Values that come from other
 * rows only the database can tell.
 */
export function rowComputer(names: Iterable<string>, rules: RowRules): (row: Row) => Row {
  const steps = inOrder(names, rules);
  if (steps.length === 0) return (row) => row;
  return (row) => {
    const filled: Record<string, Cell> = { ...row };
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
