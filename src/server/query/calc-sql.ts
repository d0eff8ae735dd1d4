/**
 * Exact arithmetic in SQL: whole numbers with a known scale, in numeric so that nothing overflows. The same rules in
 * TypeScript: src/shared/domain/calc.ts; a property test compares them.
 */
import { type RawBuilder, sql } from "kysely";
import { NESTED_RATIO_SCALE, scaleOf } from "../../shared/domain/calc.ts";
import type { Calc, CalcOperand } from "../../shared/registry/language.ts";
import type { Columns } from "./scoped.ts";

interface Scaled {
  readonly value: RawBuilder<unknown>;
  readonly scale: number;
}

/** The calculation at this scale: exact until the end, then rounded half away from zero. Null when any operand is. */
export function calcSql(calc: Calc, columns: Columns, scale: number): RawBuilder<unknown> {
  if ("ratio" in calc) return ratioSql(operand(calc.ratio[0], columns), operand(calc.ratio[1], columns), scale).value;
  return rescaleSql(inner(calc, columns), scale);
}

/** A scaled number at another scale. */
export function rescaleSql({ value, scale: from }: Scaled, to: number): RawBuilder<unknown> {
  if (from === to) return value;
  // Not a division: numeric division rounds to some decimals of its own before round() sees it.
  if (from > to) return sql`round(${value} * ${tenTo(to - from)})`;
  return sql`(${value} * ${tenTo(to - from)})`;
}

function operand(of: CalcOperand, columns: Columns): Scaled {
  if (typeof of === "object") return inner(of, columns);
  if (typeof of === "number") return { value: sql`cast(${String(of)} as numeric)`, scale: 0 };
  return { value: sql`cast(${columns.expr(of)} as numeric)`, scale: scaleOf(columns.fields[of]) };
}

function inner(calc: Calc, columns: Columns): Scaled {
  if ("ratio" in calc) return ratioSql(operand(calc.ratio[0], columns), operand(calc.ratio[1], columns), NESTED_RATIO_SCALE);
  if ("mul" in calc) {
    const [a, b] = [operand(calc.mul[0], columns), operand(calc.mul[1], columns)];
    return { value: sql`(${a.value} * ${b.value})`, scale: a.scale + b.scale };
  }
  const parts = ("add" in calc ? calc.add : calc.sub).map((part) => operand(part, columns));
  const scale = Math.max(...parts.map((part) => part.scale));
  const values = parts.map((part) => rescaleSql(part, scale));
  return { value: sql`(${sql.join(values, "add" in calc ? sql` + ` : sql` - `)})`, scale };
}

function ratioSql(numerator: Scaled, divisor: Scaled, scale: number): Scaled {
  const [n, d] = [sql.ref("q.n"), sql.ref("q.d")];
  const [top, bottom] = terms(numerator, divisor, scale);
  return { value: sql`(select ${dividedSql(n, d)} from (select ${top} as n, ${bottom} as d) as q)`, scale };
}

/** A quotient at this scale whose parts stand in the select itself, as window functions must; null for a divisor of 0. */
export function quotientSql(numerator: Scaled, divisor: Scaled, scale: number): RawBuilder<unknown> {
  const [top, bottom] = terms(numerator, divisor, scale);
  return dividedSql(top, bottom);
}

/** Numerator and divisor, so that their whole quotient has this scale. */
function terms(numerator: Scaled, divisor: Scaled, scale: number): [RawBuilder<unknown>, RawBuilder<unknown>] {
  const shift = scale + divisor.scale - numerator.scale;
  if (shift >= 0) return [sql`(${numerator.value} * ${tenTo(shift)})`, divisor.value];
  return [numerator.value, sql`(${divisor.value} * ${tenTo(-shift)})`];
}

/** Rounded with whole numbers only: (2|n| + |d|) div 2|d|, with the sign put back. */
function dividedSql(n: RawBuilder<unknown>, d: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(sign(${n}) * sign(${d}) * div(2 * abs(${n}) + abs(${d}), 2 * nullif(abs(${d}), 0)))`;
}

/** 10 to the power, as an exact numeric. */
function tenTo(power: number): RawBuilder<unknown> {
  const text = power >= 0 ? `1${"0".repeat(power)}` : `0.${"0".repeat(-power - 1)}1`;
  return sql`cast(${sql.val(text)} as numeric)`;
}
