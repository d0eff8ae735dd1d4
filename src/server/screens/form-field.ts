import { type Cell, cellFromLiteral, cellToWire, dayCell } from "../../shared/domain/cell.ts";
import { addDays, dayOf, timeOf } from "../../shared/domain/day.ts";
import { type PredicateEnv, settlePredicate } from "../../shared/domain/predicate.ts";
import type { FormField } from "../../shared/protocol/form.ts";
import type { Derived, EnumValue, Field } from "../../shared/registry/model.ts";
import { statusLabels } from "./project-columns.ts";

/** What a field of a form depends on besides the field itself. */
export interface FieldUse {
  readonly isWritable: boolean;
  /** The codes as the page shows them; left out: as the entity does. */
  readonly labels?: readonly EnumValue[] | undefined;
  readonly initial: Cell;
  readonly env: PredicateEnv;
}

/** Whose functions are ticked stands beside them. */
const HOLDER = "absent";

/** A stored field as a form works with it. */
export function formFieldOf(field: Field, { isWritable, labels = field.values, initial, env }: FieldUse): FormField {
  return {
    name: field.name,
    title: field.title,
    type: field.type,
    codeType: field.codeType,
    note: field.note,
    isRequired: field.isRequired,
    isFixed: field.isFixed,
    isWritable,
    length: field.length,
    minLength: field.minLength,
    min: field.min === null ? null : String(field.min),
    max: field.max === null ? null : String(field.max),
    check: field.check,
    ...(field.isIdentity && { isIdentity: true }),
    ...(field.setting !== null && { setting: field.setting }),
    input: field.input,
    options: statusLabels(labels),
    narrowedBy: field.input === "functions" ? [HOLDER] : [...Object.values(field.ref?.narrow ?? {}), ...(field.ref?.offer?.by ?? [])],
    derived: field.derived === null ? null : settleDerived(field.derived, env),
    prefill: field.prefill,
    readFrom: field.readFrom,
    initial: cellToWire(field, initial),
  };
}

/** The days that a setting says, by its key. */
export type DaysOf = (key: string) => number;

/** What a new row starts with, where nobody says otherwise. */
export function initialCell(field: Field, env: PredicateEnv, now: Date, daysOf: DaysOf): Cell {
  const { initial, opening } = field;
  if (initial !== null) return cellFromLiteral(field, initial);
  if (opening === null) return field.type === "bool" ? false : null;
  if ("today" in opening) return dayCell(field, addDays(dayOf(now), opening.today));
  if ("todayPlus" in opening) return dayCell(field, addDays(dayOf(now), daysOf(opening.todayPlus)));
  if ("now" in opening) return cellFromLiteral(field, field.type === "date" ? dayOf(now) : timeOf(now));
  return cellFromLiteral(field, env.actor[opening.actor]);
}

function settleDerived(derived: Derived, env: PredicateEnv): Derived {
  if (derived.kind === "total" && derived.where !== null) return { ...derived, where: settlePredicate(derived.where, env) };
  if (derived.kind !== "cases") return derived;
  const settled = derived.cases.map(({ when, value }) => (when === undefined ? { value } : { when: settlePredicate(when, env), value }));
  return { ...derived, cases: settled };
}
