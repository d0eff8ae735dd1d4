import { fieldsOfCases } from "../../domain/cases.ts";
import type { EntityInfo } from "../catalogue.ts";
import type { RawCalc, RawCalcOperand } from "../generated/raw.ts";
import type { Cases } from "../language.ts";
import { pathOf } from "../lookup.ts";
import type { Check } from "./check.ts";

/** No derived field is written from itself, not even by way of others: a saving would have to begin with its own result. */
export const derivedCycles: Check = ({ entities }) =>
  [...entities.values()].flatMap((entity) => {
    const told = new Set<string>();
    return [...entity.fields.values()].flatMap(({ name, at }) => {
      const cycle = told.has(name) ? null : cycleFrom(name, entity);
      if (cycle === null) return [];
      for (const each of cycle) told.add(each);
      return [at.in("derived").problem(`derived from itself: ${[...cycle, name].join(" → ")}`)];
    });
  });

/** The way from a field back to it; null: there is none. */
function cycleFrom(start: string, entity: EntityInfo): string[] | null {
  const seen = new Set<string>();
  const walk = (name: string, way: readonly string[]): string[] | null => {
    for (const next of inputsOf(name, entity)) {
      if (next === start) return [...way, name];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...way, name]);
      if (found) return found;
    }
    return null;
  };
  return walk(start, []);
}

/** The fields of the same row that a derived field is made of. */
function inputsOf(name: string, { fields }: EntityInfo): string[] {
  const { copy, calc, cases } = fields.get(name)?.raw.derived ?? {};
  return [...(copy ? [pathOf(copy).via] : []), ...(calc ? operandsOf(calc) : []), ...(cases ? fieldsOfCases(cases as Cases) : [])];
}

function operandsOf(calc: RawCalc | Exclude<RawCalcOperand, string | number>): string[] {
  const operands = Object.values(calc).flat() as RawCalcOperand[];
  return operands.flatMap((operand) => (typeof operand === "string" ? [operand] : typeof operand === "number" ? [] : operandsOf(operand)));
}
