import { type Cell, isScaled, type Row } from "../../../shared/domain/cell.ts";
import { divideRounded, SCALE } from "../../../shared/domain/scaled.ts";
import type { Calc, CalcOperand } from "../../../shared/registry/language.ts";
import type { Dict, Field } from "../../../shared/registry/model.ts";

/** An exact number: numerator and divisor (never zero). */
interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

/** The calculation over the row, rounded half away from zero to the scale of `target`; empty when any operand is. */
export function evaluateCalc(calc: Calc, target: Field, fields: Dict<Field>, row: Row): Cell {
  const value = evaluate(calc, fields, row);
  if (value === null) return null;
  if (isScaled(target.type)) return divideRounded(value.n * 10n ** BigInt(SCALE[target.type]), value.d);
  return Number(divideRounded(value.n, value.d));
}

/** Every field a calculation reads. */
export function fieldsOfCalc(calc: Calc): string[] {
  const operands: readonly CalcOperand[] = Object.values(calc)[0] ?? [];
  return operands.flatMap((operand) => (typeof operand === "string" ? [operand] : fieldsOfCalc(operand)));
}

function evaluate(operand: CalcOperand, fields: Dict<Field>, row: Row): Fraction | null {
  if (typeof operand === "string") return read(operand, fields, row);
  const values: Fraction[] = [];
  for (const inner of Object.values(operand)[0] as readonly CalcOperand[]) {
    const value = evaluate(inner, fields, row);
    if (value === null) return null;
    values.push(value);
  }
  const [first = ZERO, second = ZERO] = values;
  if ("add" in operand) return values.reduce(add);
  if ("sub" in operand) return add(first, { n: -second.n, d: second.d });
  if ("mul" in operand) return { n: first.n * second.n, d: first.d * second.d };
  return second.n === 0n ? null : { n: first.n * second.d, d: first.d * second.n };
}

const ZERO: Fraction = { n: 0n, d: 1n };
const add = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });

function read(name: string, fields: Dict<Field>, row: Row): Fraction | null {
  const field = fields[name];
  if (!field) throw new Error(`calculation names the unknown field ${name}: the registry must have refused it`);
  const cell = row[name] ?? null;
  if (cell === null) return null;
  if (isScaled(field.type)) return { n: BigInt(cell as bigint), d: 10n ** BigInt(SCALE[field.type]) };
  return { n: BigInt(Number(cell)), d: 1n };
}
