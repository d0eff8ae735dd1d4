import type { Calc, CalcOperand } from "../registry/language.ts";
import type { Dict, Field } from "../registry/model.ts";
import { type Cell, isScaled, type Row } from "./cell.ts";
import { divideRounded, SCALE } from "./scaled.ts";

/** The calculation over a row's cells at the field's scale, as src/server/query/calc-sql.ts does it in the database. */
export function calcRow(calc: Calc, fields: Dict<NumberField>, row: Row, field: NumberField): Cell {
  const scale = scaleOf(field);
  const exact =
    "ratio" in calc ? ratio(operand(calc.ratio[0], fields, row), operand(calc.ratio[1], fields, row), scale) : inner(calc, fields, row);
  const value = exact && rescale(exact, scale);
  if (!value) return null;
  return isScaled(field.type) ? value.value : Number(value.value);
}

/** Every field a calculation reads. */
export function fieldsOfCalc(calc: Calc): string[] {
  const operands = Object.values(calc).flat() as CalcOperand[];
  return operands.flatMap((part) => (typeof part === "object" ? fieldsOfCalc(part) : typeof part === "string" ? [part] : []));
}

interface Scaled {
  readonly value: bigint;
  readonly scale: number;
}

function operand(of: CalcOperand, fields: Dict<NumberField>, row: Row): Scaled | null {
  if (typeof of === "object") return inner(of, fields, row);
  if (typeof of === "number") return { value: BigInt(of), scale: 0 };
  const cell = row[of] ?? null;
  return cell === null ? null : { value: BigInt(cell), scale: scaleOf(fields[of]) };
}

function inner(calc: Calc, fields: Dict<NumberField>, row: Row): Scaled | null {
  const parts = (Object.values(calc).flat() as CalcOperand[]).map((part) => operand(part, fields, row));
  if (!parts.every((part) => part !== null)) return null;
  const [first, ...others] = parts;
  if (first === undefined) return null;
  if ("ratio" in calc) return ratio(first, others[0] ?? null, NESTED_RATIO_SCALE);
  if ("mul" in calc) return others.reduce((a, b) => ({ value: a.value * b.value, scale: a.scale + b.scale }), first);
  const scale = Math.max(...parts.map((part) => part.scale));
  const values = others.map((part) => rescale(part, scale).value);
  const start = rescale(first, scale).value;
  return { value: values.reduce((sum, value) => ("add" in calc ? sum + value : sum - value), start), scale };
}

function ratio(numerator: Scaled | null, divisor: Scaled | null, scale: number): Scaled | null {
  if (numerator === null || divisor === null || divisor.value === 0n) return null;
  const shift = scale + divisor.scale - numerator.scale;
  const [n, d] =
    shift >= 0 ? [numerator.value * 10n ** BigInt(shift), divisor.value] : [numerator.value, divisor.value * 10n ** BigInt(-shift)];
  return { value: divideRounded(n, d), scale };
}

function rescale({ value, scale }: Scaled, to: number): Scaled {
  if (scale <= to) return { value: value * 10n ** BigInt(to - scale), scale: to };
  return { value: divideRounded(value, 10n ** BigInt(scale - to)), scale: to };
}

/** What arithmetic must know of a field. */
export type NumberField = Pick<Field, "type" | "name">;

/** Decimals kept of a ratio inside a larger calculation; a ratio that is the whole calculation has its field's. */
export const NESTED_RATIO_SCALE = 6;

/** Decimals of a number field's stored whole number. */
export function scaleOf(field: NumberField | undefined): number {
  if (field && isScaled(field.type)) return SCALE[field.type];
  if (field?.type === "int") return 0;
  throw new Error(`${field?.name ?? "an unknown field"} is no number: the registry must have refused it`);
}
