import { type RawBuilder, sql } from "kysely";
import { type Cell, cellToDb } from "../../shared/domain/cell.ts";
import type { Field } from "../../shared/registry/model.ts";

/** Column types, spelled as PostgreSQL's own `format_type` spells them. */
export type SqlType = "bigint" | "integer" | "boolean" | "date" | "timestamp(0) with time zone" | "text";
/** How two values may be compared: within one family, or a day with an instant. */
export type Family = "number" | "scaled" | "text" | "boolean" | "date" | "instant";

type Typed = Pick<Field, "type" | "codeType">;

/** Of the types that are no text, nor a list of codes. Instants have whole seconds, because cells have. */
const COLUMN: Readonly<Partial<Record<Field["type"], SqlType>>> = {
  id: "bigint",
  money: "bigint",
  price: "bigint",
  quantity: "bigint",
  rate: "bigint",
  int: "integer",
  bool: "boolean",
  date: "date",
  datetime: "timestamp(0) with time zone",
};

/** The column type of a field. */
export function sqlTypeOf({ type, codeType }: Typed): SqlType {
  return type === "enum" && codeType === "int" ? "integer" : (COLUMN[type] ?? "text");
}

const FAMILY: Readonly<Record<SqlType, Family>> = {
  bigint: "scaled",
  integer: "number",
  boolean: "boolean",
  date: "date",
  "timestamp(0) with time zone": "instant",
  text: "text",
};

export function familyOf(field: Typed): Family {
  return field.type === "id" ? "number" : FAMILY[sqlTypeOf(field)];
}

/** A value in SQL. Statements bind it; table definitions, which cannot, write it as a literal. */
export type MakeConstant = (type: SqlType, cell: Exclude<Cell, null>) => RawBuilder<unknown>;

/** A bound value with its type said, so that it means the same wherever it stands. */
export const bound = (type: SqlType, cell: Cell): RawBuilder<unknown> => CAST[type](sql.val(cellToDb(cell)));

/** `cast(value as type)`, from a closed list: no type name is ever put together. */
export const CAST: Readonly<Record<SqlType, (value: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  bigint: (value) => sql`cast(${value} as bigint)`,
  integer: (value) => sql`cast(${value} as integer)`,
  boolean: (value) => sql`cast(${value} as boolean)`,
  date: (value) => sql`cast(${value} as date)`,
  "timestamp(0) with time zone": (value) => sql`cast(${value} as timestamp(0) with time zone)`,
  text: (value) => sql`cast(${value} as text)`,
};

/** The same of a list of values, told in one parameter. */
export const CAST_LIST: Readonly<Record<SqlType, (values: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  bigint: (values) => sql`cast(${values} as bigint[])`,
  integer: (values) => sql`cast(${values} as integer[])`,
  boolean: (values) => sql`cast(${values} as boolean[])`,
  date: (values) => sql`cast(${values} as date[])`,
  "timestamp(0) with time zone": (values) => sql`cast(${values} as timestamp(0) with time zone[])`,
  text: (values) => sql`cast(${values} as text[])`,
};

/** What holds one of these values: one parameter and one text, however many they are. */
export function isAnyOf(expression: RawBuilder<unknown>, type: SqlType, cells: Iterable<Cell>): RawBuilder<boolean> {
  return sql<boolean>`${expression} = any(${CAST_LIST[type](sql.val([...cells].map(cellToDb)))})`;
}

/** A column of rows that are told as JSON. */
export const JSON_COLUMN: Readonly<Record<SqlType, (name: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  bigint: (name) => sql`${name} bigint`,
  integer: (name) => sql`${name} integer`,
  boolean: (name) => sql`${name} boolean`,
  date: (name) => sql`${name} date`,
  "timestamp(0) with time zone": (name) => sql`${name} timestamp(0) with time zone`,
  text: (name) => sql`${name} text`,
};

/** The instant a day begins in Shanghai, whatever the session's time zone. */
export function midnightOf(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(cast(${day} as timestamp) at time zone 'Asia/Shanghai')`;
}

/** The Shanghai day of an instant. */
export function dayOfInstant(instant: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cast(${instant} at time zone 'Asia/Shanghai' as date)`;
}
