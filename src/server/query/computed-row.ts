import { calcRow, fieldsOfCalc } from "../../shared/domain/calc.ts";
import { casesCell, fieldsOfCases } from "../../shared/domain/cases.ts";
import type { Cell, Row } from "../../shared/domain/cell.ts";
import { daysBetween } from "../../shared/domain/day.ts";
import { fieldsOfPredicate, holds, type PredicateEnv } from "../../shared/domain/predicate.ts";
import type { Computed, Dict, Entity, EnumValue, Field } from "../../shared/registry/model.ts";
import { labelOf } from "./status-label.ts";

/** How a row's own computed fields come about, besides its cells. */
export interface RowRules {
  readonly entity: Pick<Entity, "name" | "fields">;
  readonly env: PredicateEnv;
  /** Field to its codes as the page shows them; the entity's own where left out. */
  readonly labels?: Dict<readonly EnumValue[]>;
}

/**
 * Fills these computed fields into rows, from the row's own cells: calc, cases, daysUntil, label, viewer. A value that is
 * there already stays. Values that come from other rows (lookup, count, total, unread) only the database can tell.
 */
export function rowComputer(names: Iterable<string>, rules: RowRules): (row: Row) => Row {
  const steps = inOrder(names, rules);
  if (steps.length === 0) return (row) => row;
  return (row) => {
    const filled: Record<string, Cell> = { ...row };
    for (const { field, computed } of steps) {
      const cell = filled[field.name] === undefined ? compute(field, computed, filled, rules) : undefined;
      if (cell !== undefined) filled[field.name] = cell;
    }
    return filled;
  };
}

/** {@link rowComputer} for a single row. */
export function computeRow(row: Row, names: Iterable<string>, rules: RowRules): Row {
  return rowComputer(names, rules)(row);
}

/** The fields a computed field is made of. */
export function inputsOf({ computed }: Field, labels: RowRules["labels"] = {}, fields: Dict<Field> = {}): string[] {
  switch (computed?.kind) {
    case "calc":
      return fieldsOfCalc(computed.calc);
    case "cases":
      return fieldsOfCases(computed);
    case "daysUntil":
      return [computed.field];
    case "label":
      return [computed.of, ...retitleFields(labels[computed.of] ?? fields[computed.of]?.values ?? [])];
    case "viewer":
      return fieldsOfPredicate(computed.when);
    default:
      return [];
  }
}

/** The fields that decide which text a code gets. */
export function retitleFields(values: readonly EnumValue[]): string[] {
  return values.flatMap(({ retitle }) => retitle.flatMap(({ when }) => fieldsOfPredicate(when)));
}

interface Step {
  readonly field: Field;
  readonly computed: Computed;
}

/** The computed fields among the names and what they are made of, inputs first. */
function inOrder(names: Iterable<string>, { entity, labels }: RowRules): Step[] {
  const steps = new Map<string, Step>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    const field = entity.fields[name];
    if (!field || field.computed === null || seen.has(name)) return;
    seen.add(name);
    for (const input of inputsOf(field, labels, entity.fields)) visit(input);
    steps.set(name, { field, computed: field.computed });
  };
  for (const name of names) visit(name);
  return [...steps.values()];
}

function compute(field: Field, computed: Computed, row: Row, { entity, env, labels }: RowRules): Cell | undefined {
  const { fields } = entity;
  switch (computed.kind) {
    case "calc":
      return calcRow(computed.calc, fields, row, field);
    case "cases":
      return casesCell(computed, field, fields, row, env);
    case "daysUntil": {
      const day = row[computed.field] ?? null;
      return day === null ? null : daysBetween(env.today, String(day).slice(0, 10));
    }
    case "label": {
      const values = labels?.[computed.of] ?? fields[computed.of]?.values ?? [];
      return labelOf(values, row[computed.of] ?? null, fields, row, env).text;
    }
    case "viewer":
      return holds(computed.when, fields, row, env);
    default:
      return undefined;
  }
}
