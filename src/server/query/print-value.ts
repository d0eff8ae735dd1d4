import { type Cell, cellToWire, isScaled, type Row } from "../../shared/domain/cell.ts";
import { fieldsOfPredicate, holds, type PredicateEnv } from "../../shared/domain/predicate.ts";
import { ON_PAPER, valueText } from "../../shared/domain/value-text.ts";
import { TYPE_DEFAULTS } from "../../shared/registry/build/type-defaults.ts";
import type { Predicate } from "../../shared/registry/language.ts";
import type { Dict, Entity, EnumValue, Field, PrintTemplate } from "../../shared/registry/model.ts";
import { computeRow } from "./computed-kinds.ts";
import { labelOf } from "./status-label.ts";

/** One document: its head row and its lines. Where the rows themselves are the lines, several heads make one document. */
export interface PrintRows {
  readonly heads: readonly [Row, ...Row[]];
  readonly lines: readonly Row[];
  readonly wording: Wording;
}

export interface PrintSetting {
  readonly template: PrintTemplate;
  /** Stands before the name of every document. */
  readonly shopName: string;
  /** The field whose value names the document. */
  readonly numberField: string;
  readonly head: PrintRules;
  /** The same as `head` where the template has no line entity. */
  readonly line: PrintRules;
  readonly mayPrint: { readonly head: (field: string) => boolean; readonly line: (field: string) => boolean };
  /** `yyyy-MM-dd HH:mm` */
  readonly printedAt: string;
}

/** What values of printed rows depend on. */
export interface PrintRules {
  readonly entity: Pick<Entity, "name" | "fields" | "machines">;
  readonly env: PredicateEnv;
  readonly labels: Dict<readonly EnumValue[]>;
}

/** A field of a row as it stands on paper. */
export function printValue(name: string, row: Row, rules: PrintRules): string {
  const field = rules.entity.fields[name];
  if (!field) throw new Error(`${rules.entity.name} has no field ${name}: the registry must have refused the template`);
  const cell = computeRow(row, [name], rules)[name] ?? null;
  if (cell === null) return "";
  const values = rules.labels[name] ?? field.values;
  if (values.length > 0) return labelOf(values, cell, rules.entity.fields, row, rules.env).text;
  return plainValue(field, cell);
}

/** A sum under a column, with the column's own decimals. */
export function printSum(field: Field | undefined, rows: readonly Row[]): string {
  if (!field) return "";
  const sum = rows.reduce((total, row) => total + BigInt(row[field.name] ?? 0), 0n);
  return isScaled(field.type) ? plainValue(field, sum) : valueText("integer", sum.toString(), ON_PAPER);
}

/** As the lists show it (TYPE_DEFAULTS), in the style of paper. */
function plainValue(field: Field, cell: Exclude<Cell, null>): string {
  return valueText(TYPE_DEFAULTS[field.type].format, cellToWire(field, cell) ?? "", ON_PAPER);
}

/** What a document is called, what is stamped across it and whether it is a draft, by its row. */
interface Wording {
  readonly title: string;
  readonly stamp: string | null;
  readonly isDraft: boolean;
}

/** 录入, in every list of states: what begins with another state was made by the system, and is no draft. */
const ENTERED = 0;

/** Whether a document is still being entered, by the state that its form goes by, its first (docs/decisions/92). */
function isDraft(row: Row, { entity }: PrintRules): boolean {
  const [machine] = Object.values(entity.machines);
  const state = machine && row[machine.field];
  return state !== undefined && state !== null && machine?.initial === ENTERED && Number(state) === ENTERED;
}

/** A page that calls the document something of its own means every row of it; else the first title whose condition holds. */
export function wordingOf({ title, titles, stamp }: PrintTemplate, pageTitle: string, row: Row, rules: PrintRules): Wording {
  const isTrue = (when: Predicate) => holds(when, rules.entity.fields, computeRow(row, fieldsOfPredicate(when), rules), rules.env);
  const byRow = titles.find(({ when }) => isTrue(when))?.title ?? title;
  return {
    title: pageTitle === title ? byRow : pageTitle,
    stamp: stamp !== null && isTrue(stamp.when) ? stamp.text : null,
    isDraft: isDraft(row, rules),
  };
}

export type SomeRows = [Row, ...Row[]];

/** Rows with the same key together, in the order in which the keys appear. */
export function groupRows(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, SomeRows> {
  const groups = new Map<string, SomeRows>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
