import { type ActorField, type Comparator, type Comparison, comparisonOf, type Operand, type Predicate } from "../registry/language.ts";
import type { Dict } from "../registry/model.ts";
import { type Cell, type CellField, cellFromLiteral, compareCells, type Row } from "./cell.ts";
import { passes } from "./checks.ts";
import { addDays } from "./day.ts";
import { remembered } from "./remembered.ts";

/** What a condition may look at besides the row. */
export interface PredicateEnv {
  /** `yyyy-MM-dd` */
  readonly today: string;
  readonly actor: Readonly<Record<ActorField, string | boolean>>;
  /** Function keys held on the module at hand, lower case. */
  readonly functions: ReadonlySet<string>;
  /** Flags of the profile of the row's shop. */
  readonly flags: Dict<string | boolean | readonly string[]>;
}

/**
 * Whether the condition holds for the row. Two-valued: an empty field equals nothing, differs from everything, is
 * neither less nor greater. The SQL made from the same predicate agrees (src/server/query/predicate-sql.ts; a
 * property test compares them).
 */
export function holds(predicate: Predicate, fields: Dict<CellField>, row: Row, env: PredicateEnv): boolean {
  return testOf(predicate, fields)(row, env);
}

type Test = (row: Row, env: PredicateEnv) => boolean;

/** A condition is asked of every row of a page: it is taken apart once. By condition, with the fields that it was asked of last. */
const tests = new WeakMap<Predicate, { readonly fields: Dict<CellField>; readonly test: Test }>();

function testOf(predicate: Predicate, fields: Dict<CellField>): Test {
  const known = tests.get(predicate);
  if (known?.fields === fields) return known.test;
  const test = makeTest(predicate, fields);
  tests.set(predicate, { fields, test });
  return test;
}

function makeTest(predicate: Predicate, fields: Dict<CellField>): Test {
  const again = (inner: Predicate) => makeTest(inner, fields);
  const not =
    (test: Test): Test =>
    (row, env) =>
      !test(row, env);
  const compared = comparisonOf(predicate);
  if (compared?.operator === "ne") return not(again({ eq: compared.comparison }));
  if (compared) return comparing(compared.comparison, ORDER[compared.operator as keyof typeof ORDER], fields);
  if ("in" in predicate) return anyTest(predicate.in[1].map((value) => again({ eq: [predicate.in[0], value] })));
  if ("nin" in predicate) return not(again({ in: predicate.nin }));
  if ("set" in predicate) return (row) => isSet(row[predicate.set] ?? null);
  if ("check" in predicate) return (row) => passes(predicate.check[1], row[predicate.check[0]] ?? null);
  if ("can" in predicate) return (_, env) => env.functions.has(predicate.can);
  if ("flag" in predicate) return (_, env) => env.flags[predicate.flag[0]] === predicate.flag[1];
  if ("actor" in predicate) return (_, env) => env.actor[predicate.actor[0]] === predicate.actor[1];
  if ("all" in predicate) return not(anyTest(predicate.all.map((part) => not(again(part)))));
  if ("any" in predicate) return anyTest(predicate.any.map(again));
  if ("not" in predicate) return not(again(predicate.not));
  throw new Error(`no condition: ${JSON.stringify(predicate)}`);
}

function anyTest(parts: readonly Test[]): Test {
  return (row, env) => {
    for (const part of parts) if (part(row, env)) return true;
    return false;
  };
}

function comparing([name, operand]: Comparison, isAs: (order: number) => boolean, fields: Dict<CellField>): Test {
  let literal: Cell | undefined;
  const rightOf: (row: Row, env: PredicateEnv) => Cell = (row, env) => {
    if (typeof operand === "object") return operandCell(operand, fieldOf(fields, name), row, env);
    literal ??= cellFromLiteral(fieldOf(fields, name), operand);
    return literal;
  };
  return (row, env) => {
    const left = row[name] ?? null;
    const right = rightOf(row, env);
    return left !== null && right !== null && isAs(compareCells(left, right));
  };
}

/** What the order of two cells must be; `ne` is what `eq` is not, also of an empty cell. */
const ORDER = {
  eq: (order) => order === 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
} as const satisfies Record<Exclude<Comparator, "ne">, (order: number) => boolean>;

/** A cell that holds something: not null and not empty text. */
export function isSet(cell: Cell): boolean {
  return cell !== null && cell !== "";
}

/** The value of a comparison's right side as a cell of the left field's type. */
export function operandCell(operand: Operand, field: CellField, row: Row, env: PredicateEnv): Cell {
  if (typeof operand !== "object") return cellFromLiteral(field, operand);
  if ("field" in operand) return row[operand.field] ?? null;
  if ("today" in operand) return addDays(env.today, operand.today);
  return env.actor[operand.actor];
}

function fieldOf(fields: Dict<CellField>, name: string): CellField {
  const field = fields[name];
  if (!field) throw new Error(`predicate names the unknown field ${name}: the registry must have refused it`);
  return field;
}

/** Every field a condition reads. */
export const fieldsOfPredicate = remembered((predicate: Predicate): readonly string[] => {
  if ("all" in predicate) return predicate.all.flatMap(fieldsOfPredicate);
  if ("any" in predicate) return predicate.any.flatMap(fieldsOfPredicate);
  if ("not" in predicate) return fieldsOfPredicate(predicate.not);
  if ("set" in predicate) return [predicate.set];
  if ("in" in predicate) return [predicate.in[0]];
  if ("nin" in predicate) return [predicate.nin[0]];
  if ("check" in predicate) return [predicate.check[0]];
  if ("can" in predicate || "flag" in predicate || "actor" in predicate) return [];
  const [name, operand] = Object.values(predicate)[0] as readonly [string, Operand];
  return typeof operand === "object" && "field" in operand ? [name, operand.field] : [name];
});

const TRUE: Predicate = { all: [] };
const FALSE: Predicate = { any: [] };

/**
 * The condition with everything decided that does not depend on the row: who acts, what he may do, the shop's flags. What is
 * left looks at fields and at the day, so that it can travel to a browser that knows nothing else.
 */
export function settlePredicate(predicate: Predicate, env: PredicateEnv): Predicate {
  const again = (inner: Predicate) => settlePredicate(inner, env);
  const settled = ([name, operand]: Comparison): Comparison =>
    typeof operand === "object" && "actor" in operand ? [name, env.actor[operand.actor]] : [name, operand];
  const compared = comparisonOf(predicate);
  if (compared) return { [compared.operator]: settled(compared.comparison) } as unknown as Predicate;
  if ("can" in predicate) return env.functions.has(predicate.can) ? TRUE : FALSE;
  if ("flag" in predicate) return env.flags[predicate.flag[0]] === predicate.flag[1] ? TRUE : FALSE;
  if ("actor" in predicate) return env.actor[predicate.actor[0]] === predicate.actor[1] ? TRUE : FALSE;
  if ("all" in predicate) return { all: predicate.all.map(again) };
  if ("any" in predicate) return { any: predicate.any.map(again) };
  return "not" in predicate ? { not: again(predicate.not) } : predicate;
}
