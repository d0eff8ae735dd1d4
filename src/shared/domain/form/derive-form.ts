import type { FormField, FormSpec } from "../../protocol/form.ts";
import { calcRow, fieldsOfCalc } from "../calc.ts";
import { casesCell, fieldsOfCases } from "../cases.ts";
import type { Cell, Row } from "../cell.ts";
import { convertCell, sumCells } from "../convert-cell.ts";
import { holds, isSet } from "../predicate.ts";
import { type Fills, type FormCells, type FormFields, formEnv, type LineRows, lineFieldsOf } from "./form-cells.ts";

/**
 * The form with every derived field written anew: lines first, then the head with its totals over them. Copied values and
 * parts of places come from `fills`; one that is not there stays as it is, or empties with the field it follows.
 */
export function deriveForm(spec: FormSpec, head: Row, lines: LineRows, fills: Fills, today: string): FormCells {
  const derived: Record<string, readonly Row[]> = {};
  for (const [entity, rows] of Object.entries(lines)) {
    const fields = lineFieldsOf(spec, entity);
    derived[entity] = rows.map((row, index) => deriveRow(fields, row, fills.lines[entity]?.[index] ?? NOTHING, today));
  }
  const total: TotalOf = (of, to, row) => totalOf(spec, derived, of, to, row, today);
  return { head: deriveFields(spec.fields, head, fills.head, today, total), lines: derived };
}

/** A single row, e.g. a line, with its derived fields; `fill` holds what is copied into it. */
export function deriveRow(fields: FormFields, row: Row, fill: Row, today: string): Row {
  return deriveFields(fields, row, fill, today, (_of, to) => row[to.name]);
}

const NOTHING: Row = {};

type Total = Extract<FormField["derived"], { kind: "total" }>;
/** undefined: the lines are not known here, the value stays. */
type TotalOf = (of: Total, to: FormField, row: Row) => Cell | undefined;

function deriveFields(fields: FormFields, row: Row, fill: Row, today: string, total: TotalOf): Row {
  const done: Record<string, Cell> = { ...row };
  for (const field of inOrder(fields)) {
    const cell = derive(field, fields, done, fill, today, total);
    if (cell !== undefined) done[field.name] = cell;
  }
  return done;
}

function derive(field: FormField, fields: FormFields, row: Row, fill: Row, today: string, total: TotalOf): Cell | undefined {
  const { derived } = field;
  switch (derived?.kind) {
    case "copy":
      return followed(fill[field.name], row[derived.via]);
    case "origin":
      return followed(fill[field.name], row[derived.of]);
    case "calc":
      return fieldsOfCalc(derived.calc).every((name) => fields[name]) ? calcRow(derived.calc, fields, row, field) : undefined;
    case "cases":
      return fieldsOfCases(derived.cases).every((name) => fields[name])
        ? casesCell(derived.cases, field, fields, row, formEnv(today))
        : undefined;
    case "total":
      return total(derived, field, row);
    default:
      return undefined;
  }
}

/** A value that follows another field: told, or gone with it, or unknown. */
function followed(told: Cell | undefined, leader: Cell | undefined): Cell | undefined {
  if (leader !== undefined && !isSet(leader)) return null;
  return told;
}

function totalOf(spec: FormSpec, lines: LineRows, { of, field, where }: Total, to: FormField, row: Row, today: string): Cell | undefined {
  const rows = lines[of];
  const fields = lineFieldsOf(spec, of);
  const summed = fields[field];
  if (rows === undefined || summed === undefined) return row[to.name];
  const counted = where === null ? rows : rows.filter((line) => holds(where, fields, line, formEnv(today)));
  return convertCell(
    sumCells(
      summed.type,
      counted.map((line) => line[field] ?? null),
    ),
    summed,
    to,
  );
}

const orders = new WeakMap<FormFields, readonly FormField[]>();

/** The derived fields, each after those it is made of. */
function inOrder(fields: FormFields): readonly FormField[] {
  const known = orders.get(fields);
  if (known) return known;
  const sorted: FormField[] = [];
  const seen = new Set<string>();
  const visit = (name: string) => {
    const field = fields[name];
    if (!field?.derived || seen.has(name)) return;
    seen.add(name);
    for (const input of inputsOf(field.derived)) visit(input);
    sorted.push(field);
  };
  for (const name of Object.keys(fields)) visit(name);
  orders.set(fields, sorted);
  return sorted;
}

function inputsOf(derived: NonNullable<FormField["derived"]>): string[] {
  if (derived.kind === "calc") return fieldsOfCalc(derived.calc);
  return derived.kind === "cases" ? fieldsOfCases(derived.cases) : [];
}
