/**
 * Conditions as SQL, agreeing with `holds()` row for row (tests/server/query/predicate-parity.test.ts).
 * `holds` knows only true and false, SQL also null. Null counts as false: and/or keep that, and a negation is written
 * `(…) is not true`, which is never null. So the result may stand wherever null and false mean the same (WHERE, ON, CASE WHEN).
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Cell } from "../../shared/domain/cell.ts";
import { operandCell, type PredicateEnv } from "../../shared/domain/predicate.ts";
import { type Comparison, comparisonOf, type Membership, type Predicate } from "../../shared/registry/language.ts";
import type { Field } from "../../shared/registry/model.ts";
import type { Columns } from "./scoped.ts";
import { bound, type Family, familyOf, isAnyOf, type MakeConstant, midnightOf, sqlTypeOf } from "./sql-type.ts";

export type Condition = RawBuilder<SqlBool>;
type Order = "=" | "<" | "<=" | ">" | ">=";
type Side = { readonly family: Family; readonly value: RawBuilder<unknown> };

export const TRUE: Condition = sql`true`;
export const FALSE: Condition = sql`false`;

/** The condition over the columns. `constant` writes the values in it: bound in statements, literal in table definitions. */
export function predicateSql(predicate: Predicate, columns: Columns, env: PredicateEnv, constant: MakeConstant = bound): Condition {
  const again = (inner: Predicate) => predicateSql(inner, columns, env, constant);
  const compared = comparisonOf(predicate);
  if (compared?.operator === "ne") return negated(again({ eq: compared.comparison }));
  if (compared) return comparison(compared.comparison, ORDERS[compared.operator as keyof typeof ORDERS], columns, env, constant);
  if ("in" in predicate) return membership(predicate.in, columns, env, constant);
  if ("nin" in predicate) return negated(membership(predicate.nin, columns, env, constant));
  if ("set" in predicate) return isSetSql(columns, predicate.set);
  if ("check" in predicate)
    throw new Error(`no condition in SQL looks at check digits (${predicate.check[0]}): the registry must have refused it`);
  if ("can" in predicate) return known(env.functions.has(predicate.can));
  if ("flag" in predicate) return known(env.flags[predicate.flag[0]] === predicate.flag[1]);
  if ("actor" in predicate) return known(env.actor[predicate.actor[0]] === predicate.actor[1]);
  if ("all" in predicate) return allOf(predicate.all.map(again));
  if ("any" in predicate) return anyOf(predicate.any.map(again));
  if ("not" in predicate) return negated(again(predicate.not));
  throw new Error(`no condition: ${JSON.stringify(predicate)}`);
}

const SIGNS: Readonly<Record<Order, RawBuilder<unknown>>> = { "=": sql`=`, "<": sql`<`, "<=": sql`<=`, ">": sql`>`, ">=": sql`>=` };
const ORDERS = { eq: "=", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

/** Every condition holds; true when there is none. */
export function allOf(parts: readonly Condition[]): Condition {
  return parts.length === 0 ? TRUE : sql`(${sql.join(parts, sql` and `)})`;
}

/** At least one condition holds; false when there is none. */
export function anyOf(parts: readonly Condition[]): Condition {
  return parts.length === 0 ? FALSE : sql`(${sql.join(parts, sql` or `)})`;
}

/** The condition does not hold, or says null. */
export function negated(condition: Condition): Condition {
  return sql`(${condition}) is not true`;
}

/** The field holds one of these values: one text, however many they are. */
export function holdsAnyOf(columns: Columns, name: string, cells: Iterable<Cell>): Condition {
  return isAnyOf(columns.expr(name), sqlTypeOf(fieldOf(columns, name)), cells);
}

/** The field holds something: not null and not empty text. */
export function isSetSql(columns: Columns, name: string): Condition {
  const value = columns.expr(name);
  return familyOf(fieldOf(columns, name)) === "text" ? sql`${value} <> ''` : sql`${value} is not null`;
}

function known(value: boolean): Condition {
  return value ? TRUE : FALSE;
}

function membership([name, values]: Membership, ...[columns, env, constant]: Rest): Condition {
  const field = fieldOf(columns, name);
  const cells = values.map((value) => operandCell(value, field, {}, env)).filter((cell) => cell !== null);
  if (cells.length === 0) return FALSE;
  return sql`${columns.expr(name)} in (${sql.join(cells.map((cell) => constant(sqlTypeOf(field), cell)))})`;
}

type Rest = readonly [columns: Columns, env: PredicateEnv, constant: MakeConstant];

function comparison([name, operand]: Comparison, order: Order, ...[columns, env, constant]: Rest): Condition {
  const field = fieldOf(columns, name);
  const left: Side = { family: familyOf(field), value: columns.expr(name) };
  if (typeof operand === "object" && "field" in operand) {
    const other = fieldOf(columns, operand.field);
    return compare(left, order, { family: familyOf(other), value: columns.expr(operand.field) });
  }
  const cell = operandCell(operand, field, {}, env);
  if (cell === null) return FALSE;
  const isDay = left.family === "instant" && typeof operand === "object" && "today" in operand;
  const right: Side = isDay
    ? { family: "date", value: constant("date", cell) }
    : { family: left.family, value: constant(sqlTypeOf(field), cell) };
  return compare(left, order, right);
}

const REVERSED: Readonly<Record<Order, Order>> = { "=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

function compare(left: Side, order: Order, right: Side): Condition {
  if (left.family === "date" && right.family === "instant") return compare(right, REVERSED[order], left);
  if (left.family === "instant" && right.family === "date") return instantToDay(left.value, order, right.value);
  if (left.family !== right.family) {
    throw new Error(`a predicate compares ${left.family} with ${right.family}: the registry must have refused it`);
  }
  const collated = left.family === "text" && order !== "=" ? sql`${left.value} collate "C"` : left.value;
  return sql`${collated} ${SIGNS[order]} ${right.value}`;
}

/** Cells are text, and a day is a prefix of each of its instants: less than all of them, equal to none. */
function instantToDay(instant: RawBuilder<unknown>, order: Order, day: RawBuilder<unknown>): Condition {
  if (order === "=") return FALSE;
  return order.startsWith("<") ? sql`${instant} < ${midnightOf(day)}` : sql`${instant} >= ${midnightOf(day)}`;
}

function fieldOf(columns: Columns, name: string): Field {
  const field = columns.fields[name];
  if (!field) throw new Error(`a predicate names the unknown field ${name}: the registry must have refused it`);
  return field;
}
