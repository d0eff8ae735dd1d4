import { type Cell, CellError, cellFromWire, isScaled } from "../../shared/domain/cell.ts";
import { OPERATORS, type Operator } from "../../shared/protocol/list.ts";
import type { Field } from "../../shared/registry/model.ts";
import type { Readable } from "../../shared/registry/rights/readable.ts";
import { jsonOf } from "../base/params.ts";
import { isInSql } from "./computed-kinds.ts";
import { familyOf } from "./sql-type.ts";
import type { WireProblems } from "./wire-problems.ts";

/** A checked filter: every field known and readable, every value a cell. */
export type Filter = FilterTest | { readonly operator: "and" | "or"; readonly parts: readonly Filter[] };

export interface FilterTest {
  readonly field: Field;
  readonly operator: Operator;
  readonly values: readonly FilterValue[];
}

/** Of a field of instants also a day, which means the whole of it ({@link isWholeDay}). */
export type FilterValue = Exclude<Cell, null>;

const LIMITS = { clauses: 200, depth: 5, list: 1000, text: 200_000 } as const;

const NO_VALUE: readonly Operator[] = ["null", "nnull"];
const LISTS: readonly Operator[] = ["in", "nin"];
const TEXT_ONLY: readonly Operator[] = ["contains", "startswith"];
const ORDERED: readonly Operator[] = ["lt", "lte", "gt", "gte", "between"];
const BIGINT_LIMIT = 2n ** 63n;
const DAY_LENGTH = "2025-06-30".length;

/** Whether a filter compares instants with a day: the length tells them apart. */
export function isWholeDay(field: Field, value: unknown): value is string {
  return field.type === "datetime" && typeof value === "string" && value.length === DAY_LENGTH;
}

/** Reads the `filter` parameter; adds to `problems` whatever is wrong. */
export function parseFilter(text: string, readable: Readable, problems: WireProblems): Filter | null {
  if (text === "") return null;
  const raw = text.length > LIMITS.text ? undefined : jsonOf(text);
  if (!Array.isArray(raw)) {
    problems.add("filter", text.length > LIMITS.text ? "过长" : "应为JSON数组");
    return null;
  }
  let clauses = 0;
  return { operator: "and", parts: readNodes(raw, "filter", 1) };

  function readNodes(nodes: readonly unknown[], place: string, depth: number): Filter[] {
    // guard check: tests/server/query/list-request.test.ts
    if (depth > LIMITS.depth) {
      problems.add(place, `嵌套不能超过${LIMITS.depth}层`);
      return [];
    }
    return nodes.flatMap((node, index) => {
      clauses += 1;
      if (clauses === LIMITS.clauses + 1) problems.add("filter", `条件不能超过${LIMITS.clauses}个`);
      return clauses > LIMITS.clauses ? [] : (readNode(node, `${place}[${index}]`, depth) ?? []);
    });
  }

  function readNode(node: unknown, place: string, depth: number): Filter | null {
    if (typeof node !== "object" || node === null || Array.isArray(node)) {
      problems.add(place, "应为对象");
      return null;
    }
    const { field, operator, value, ...others } = node as Record<string, unknown>;
    for (const name of Object.keys(others)) problems.addUnknown(place, "属性", name, ["field", "operator", "value"]);
    if (operator === "and" || operator === "or") {
      if (field !== undefined) problems.add(`${place}.field`, "条件组没有字段");
      if (!Array.isArray(value) || value.length === 0) problems.add(`${place}.value`, "应为条件数组，不能为空");
      return { operator, parts: readNodes(Array.isArray(value) ? value : [], `${place}.value`, depth + 1) };
    }
    return readTest(field, operator, value, place);
  }

  function readTest(name: unknown, operator: unknown, value: unknown, place: string): FilterTest | null {
    const field = readField(name, place);
    const known = OPERATORS.find((each) => each === operator);
    if (known === undefined) {
      problems.addUnknown(`${place}.operator`, "操作符", typeof operator === "string" ? operator : typeof operator, OPERATORS);
      return null;
    }
    if (field === null) return null;
    if (!isOperatorFor(known, field)) {
      problems.add(`${place}.operator`, `${field.title}不能用“${known}”`);
      return null;
    }
    const values = readValues(field, known, value, `${place}.value`);
    return values && { field, operator: known, values };
  }

  function readField(name: unknown, place: string): Field | null {
    const field = typeof name === "string" ? readable.find(name) : undefined;
    if (!field) problems.addUnknown(`${place}.field`, "字段", typeof name === "string" ? name : typeof name, readable.fields.keys());
    else if (isInSql(field)) return field;
    else problems.add(`${place}.field`, `${field.title}不能筛选`);
    return null;
  }

  function readValues(field: Field, operator: Operator, value: unknown, place: string): FilterValue[] | null {
    if (NO_VALUE.includes(operator)) return [];
    if (LISTS.includes(operator)) {
      if (Array.isArray(value) && value.length <= LIMITS.list) return readAll(field, value, place);
      problems.add(place, `应为最多${LIMITS.list}个值的数组`);
      return null;
    }
    if (operator === "between") {
      if (Array.isArray(value) && value.length === 2) return readAll(field, value, place);
      problems.add(place, "应为两个值的数组");
      return null;
    }
    const one = readValue(field, value, place);
    return one === null ? null : [one];
  }

  function readAll(field: Field, values: readonly unknown[], place: string): FilterValue[] | null {
    const read = values.map((value, index) => readValue(field, value, `${place}[${index}]`));
    return read.every((value) => value !== null) ? read : null;
  }

  function readValue(field: Field, value: unknown, place: string): FilterValue | null {
    try {
      return filterValueOf(field, value);
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      problems.add(place, `${field.title}${error.message}`);
      return null;
    }
  }
}

/** Whether the comparison means anything for the field's type. */
function isOperatorFor(operator: Operator, field: Field): boolean {
  const family = familyOf(field);
  if (TEXT_ONLY.includes(operator)) return family === "text";
  return family !== "boolean" || !ORDERED.includes(operator);
}

/** Throws CellError with what is wrong with the value. */
function filterValueOf(field: Field, value: unknown): FilterValue {
  // What a ref names is a code.
  const asked = { ...field, isIdentity: field.isIdentity || field.ref !== null };
  const cell = cellFromWire(isWholeDay(field, value) ? { ...asked, type: "date" } : asked, value);
  if (cell === null) throw new CellError("缺少值");
  if (isScaled(field.type) && (BigInt(cell) >= BIGINT_LIMIT || BigInt(cell) <= -BIGINT_LIMIT)) throw new CellError("超出范围");
  return cell;
}
