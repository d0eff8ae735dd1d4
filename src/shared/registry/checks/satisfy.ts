import { type Cell, type CellField, cellFromLiteral, isScaled } from "../../domain/cell.ts";
import { addDays } from "../../domain/day.ts";
import { holds } from "../../domain/predicate.ts";
import type { FieldInfo } from "../catalogue.ts";
import { hasOrder } from "../comparable.ts";
import { comparisonOf, type Predicate, type Scalar } from "../language.ts";
import { literalProblem } from "./literal-fit.ts";

/*
 * Whether conditions can hold together. A row is looked for, field by field: each comparison speaks of one field, so it is enough
 * to try the values around those that the conditions name. What cannot be judged, as a comparison of two fields, counts as possible.
 * Long on purpose: the search and the values it tries say the same of each kind of condition, and are read together.
 */

/** What a condition may be asked of: a row, what flags may be, one side at a time. */
export interface World {
  readonly fields: ReadonlyMap<string, FieldInfo>;
  /** Flag to its declared values; one that is not there may be anything. */
  readonly flags: ReadonlyMap<string, readonly Scalar[]>;
  /** Sides of who acts; none: anybody, or nobody. */
  readonly sides: readonly string[];
}

/** One of several conditions, with what it is called when it is told. */
export interface Claim {
  readonly what: string;
  readonly condition: Predicate;
}

/** The fewest of these claims that cannot all hold; null: they can. */
export function conflictOf<T extends Claim>(claims: readonly T[], world: World): readonly T[] | null {
  if (canHold(claims, world)) return null;
  let core = [...claims];
  for (const claim of claims) {
    const fewer = core.filter((each) => each !== claim);
    if (!canHold(fewer, world)) core = fewer;
  }
  return core;
}

/** Whether the condition holds whatever the row is. */
export function alwaysHolds(condition: Predicate, world: World): boolean {
  return !canHold([{ what: "", condition: { not: condition } }], world);
}

function canHold(claims: readonly Claim[], world: World): boolean {
  const conditions = claims.map(({ condition }) => condition);
  const sides: readonly (string | null)[] = world.sides.length > 0 ? world.sides : [null];
  const candidates = candidatesOf(conditions, world.fields);
  return sides.some((side) => {
    const search = new Search(world, candidates, side);
    return search.canAll(conditions.map((condition) => ({ condition, isNot: false })));
  });
}

interface Goal {
  readonly condition: Predicate;
  readonly isNot: boolean;
}

type Test = (cell: Cell) => boolean;

/** Steps after which a condition is called possible: people write none that need so many. */
const PATIENCE = 20_000;
const TODAY = "2025-06-15";

class Search {
  private steps = 0;
  private readonly tests = new Map<string, Test[]>();

  constructor(
    private readonly world: World,
    private readonly candidates: ReadonlyMap<string, readonly Cell[]>,
    private readonly side: string | null,
  ) {}

  canAll([goal, ...rest]: readonly Goal[]): boolean {
    this.steps += 1;
    if (goal === undefined || this.steps > PATIENCE) return true;
    const { condition, isNot } = goal;
    if ("not" in condition) return this.canAll([{ condition: condition.not, isNot: !isNot }, ...rest]);
    const parts = "all" in condition ? condition.all : "any" in condition ? condition.any : null;
    if (parts === null) return this.canLeaf(goal, rest);
    const goals = parts.map((part) => ({ condition: part, isNot }));
    return "all" in condition !== isNot ? this.canAll([...goals, ...rest]) : goals.some((each) => this.canAll([each, ...rest]));
  }

  private canLeaf({ condition, isNot }: Goal, rest: readonly Goal[]): boolean {
    if ("flag" in condition) {
      const [flag, value] = condition.flag;
      const values = this.world.flags.get(flag);
      // A value that it cannot have is told by itself.
      if (!values?.includes(value)) return this.canAll(rest);
      return this.canBe(`flag ${flag}`, values, (cell) => (cell === value) !== isNot, rest);
    }
    if ("actor" in condition) {
      const [property, value] = condition.actor;
      const isSo = this.side === null || property !== "side" ? null : this.side === value;
      return isSo === isNot ? false : this.canAll(rest);
    }
    const field = fieldOf(condition);
    if (field === null) return this.canAll(rest);
    return this.canBe(field, this.candidates.get(field), this.testOf(condition, field, isNot), rest);
  }

  /** Whether one of the cells passes this test and all before it, and what is left can hold then. */
  private canBe(name: string, cells: readonly Cell[] | undefined, test: Test, rest: readonly Goal[]): boolean {
    if (cells === undefined) return this.canAll(rest);
    const known = this.tests.get(name) ?? [];
    const tests = [...known, test];
    if (!cells.some((cell) => tests.every((each) => each(cell)))) return false;
    this.tests.set(name, tests);
    const can = this.canAll(rest);
    this.tests.set(name, known);
    return can;
  }

  private testOf(condition: Predicate, name: string, isNot: boolean): Test {
    const info = this.world.fields.get(name);
    // A text that passes a check is one; which texts do not, nobody tries.
    if ("check" in condition) return (cell) => isNot || (cell !== null && cell !== "");
    if (info === undefined || !isJudged(condition, info)) return () => true;
    const fields = { [name]: cellField(info) };
    const env = { today: TODAY, actor: NOBODY, functions: new Set<string>(), flags: {} };
    return (cell) => holds(condition, fields, { [name]: cell }, env) !== isNot;
  }
}

const NOBODY = { USER_ID: "", UsrName: "", SHOP_ID: "", PROV_ID: "", side: "", isconfirm: false };

/** The one field that a condition without further conditions speaks of; null: none, or several, or whoever acts. */
function fieldOf(condition: Predicate): string | null {
  if ("set" in condition) return condition.set;
  if ("check" in condition) return condition.check[0];
  if ("in" in condition) return condition.in[0];
  if ("nin" in condition) return condition.nin[0];
  const compared = comparisonOf(condition);
  if (compared === null) return null;
  const [name, operand] = compared.comparison;
  return typeof operand === "object" && !("today" in operand) ? null : name;
}

/** What a condition compares its field with; undefined: it is no comparison. */
function operandOf(condition: Predicate) {
  return comparisonOf(condition)?.comparison[1];
}

/** What fits the field; the rest is told by itself. A plain day is not comparable with one counted from today. */
function isJudged(condition: Predicate, field: FieldInfo): boolean {
  const literals = literalsOf(condition);
  const operator = comparisonOf(condition)?.operator ?? "eq";
  if (operator !== "eq" && operator !== "ne" && !hasOrder(field)) return false;
  if (isTime(field)) return literals.length === 0;
  const isPlain = typeof operandOf(condition) !== "object";
  return isPlain && literals.every((value) => value !== "" && literalProblem(field, value) === null);
}

function literalsOf(condition: Predicate): readonly Scalar[] {
  if ("in" in condition) return condition.in[1];
  if ("nin" in condition) return condition.nin[1];
  const operand = operandOf(condition);
  return operand === undefined || typeof operand === "object" ? [] : [operand];
}

function isTime({ raw: { type } }: FieldInfo): boolean {
  return type === "date" || type === "datetime";
}

function cellField({ raw, values }: FieldInfo): CellField {
  return { type: raw.type, codeType: values.every(({ code }) => typeof code === "number") ? "int" : "text", length: null };
}

/** Values worth trying for each field: empty, those that are named, those around them, the least and the greatest. */
function candidatesOf(conditions: readonly Predicate[], fields: ReadonlyMap<string, FieldInfo>): ReadonlyMap<string, readonly Cell[]> {
  const leaves = conditions.flatMap(leavesOf);
  const named = new Map<string, Predicate[]>();
  for (const leaf of leaves) {
    const name = fieldOf(leaf);
    if (name !== null) named.set(name, [...(named.get(name) ?? []), leaf]);
  }
  const made = new Map<string, readonly Cell[]>();
  for (const [name, own] of named) {
    const info = fields.get(name);
    const isKnown = info !== undefined && (info.raw.type !== "enum" || info.hasKnownCodes);
    if (isKnown) made.set(name, cellsOf(info, own));
  }
  return made;
}

const FAR = 1_000_000_000_000;

function cellsOf(field: FieldInfo, leaves: readonly Predicate[]): readonly Cell[] {
  const { type } = field.raw;
  if (type === "bool") return [null, true, false];
  if (type === "enum") return [null, ...field.values.map(({ code }) => code)];
  if (isTime(field)) {
    const days = leaves.flatMap((leaf) => {
      const operand = operandOf(leaf);
      return typeof operand === "object" && "today" in operand ? [addDays(TODAY, operand.today)] : [];
    });
    const around = days.flatMap((day) => [addDays(day, -1), day, addDays(day, 1)]);
    return [null, "1900-01-01", ...around, "9999-12-31"];
  }
  const cells = leaves.flatMap(literalsOf).flatMap((value): Cell[] => {
    if (literalProblem(field, value) !== null) return [];
    const cell = cellFromLiteral(cellField(field), value);
    if (typeof cell === "bigint") return [cell - 1n, cell, cell + 1n];
    if (typeof cell === "number") return [cell - 1, cell, cell + 1];
    return [cell, `${cell}x`];
  });
  if (type === "id" || type === "int") return [null, -FAR, ...cells, FAR];
  if (isScaled(type)) return [null, BigInt(-FAR), ...cells, BigInt(FAR)];
  return [null, "!", ...cells, "\u{10ffff}"];
}

function leavesOf(condition: Predicate): Predicate[] {
  if ("all" in condition) return condition.all.flatMap(leavesOf);
  if ("any" in condition) return condition.any.flatMap(leavesOf);
  return "not" in condition ? leavesOf(condition.not) : [condition];
}
