import { type RawBuilder, sql } from "kysely";
import { cellFromLiteral, isScaled } from "../../../shared/domain/cell.ts";
import { type Conversion, decimalsOf, isText, type StoredForm } from "../../../shared/domain/conversion.ts";
import { LARGEST, LEAST, SCALE as PLACES } from "../../../shared/domain/scaled.ts";
import type { Scalar } from "../../../shared/registry/language.ts";
import { CAST, dayOfInstant, midnightOf, type SqlType, sqlTypeOf } from "../../query/sql-type.ts";
import { literal } from "../sync-schema-ddl.ts";

type Sql = RawBuilder<unknown>;

/*
 * Long on purpose: every pair of forms that a value may be made of and into, in one table; the same is said for one cell in
 * src/shared/domain/convert-cell.ts.
 */

/** A converted value as SQL. Everything is null, and `isRounded` false, where there is nothing to convert. */
export interface ConvertedSql {
  /** Of no meaning where there is a problem. */
  readonly value: Sql;
  /** Why it cannot be made: one of the kinds of an obstacle, as text. */
  readonly problem: Sql;
  /** Whether a part of what the value says is lost. */
  readonly isRounded: Sql;
}

/**
 * The value of a column of one form as a value of another (docs/decisions/69). Never throws in the database: what cannot be made is a
 * problem. Numbers are scaled whole numbers in the column (docs/decisions/38), so 123.45 as money, 12345, is 123450 as a quantity.
 */
export function convertSql(value: Sql, conversion: Conversion): ConvertedSql {
  const { from, to, map } = conversion;
  const plain = readers(conversion)({ value, text: textSql(value, from), from });
  const keys = Object.keys(map);
  if (keys.length === 0) return plain;
  const text = textSql(value, from);
  const isMapped = sql`coalesce(${text} in (${sql.join(keys.map((key) => sql.lit(key)))}), false)`;
  const cases = keys.map((key) => sql`when ${sql.lit(key)} then ${constant(to, map[key] ?? null)}`);
  return {
    value: sql`case ${text} ${sql.join(cases, sql` `)} else ${plain.value} end`,
    problem: sql`case when ${isMapped} then null else ${plain.problem} end`,
    isRounded: sql`(not ${isMapped} and ${plain.isRounded})`,
  };
}

/** A value of a file as the column holds it. */
export function constant(form: StoredForm, value: Scalar | null): Sql {
  const type = sqlTypeOf(form);
  const cell = value === null ? null : cellFromLiteral(form, value);
  return cell === null ? nothing(type) : literal(type, cell);
}

const nothing = (type: SqlType): Sql => CAST[type](sql`null`);

/** One unit of a number's last digit. */
const UNIT: Readonly<Record<number, Sql>> = { 0: sql`1`, 2: sql`0.01`, 3: sql`0.001`, 4: sql`0.0001`, 6: sql`0.000001` };
/** How many of those make one. */
const SCALE: Readonly<Record<number, Sql>> = { 0: sql`1`, 2: sql`100`, 3: sql`1000`, 4: sql`10000`, 6: sql`1000000` };

/** A number as it is said, not as it is stored; multiplied, as a quotient of the database's would be cut. */
export function numberSql(value: Sql, decimals: number): Sql {
  return sql`(${value}::numeric * ${UNIT[decimals]})`;
}

/** A value as people write it: what a map names, and what becomes of it in a text. */
export function textSql(value: Sql, { type }: StoredForm): Sql {
  if (isScaled(type)) {
    const number = numberSql(value, PLACES[type]);
    if (LEAST[type] === PLACES[type]) return sql`round(${number}, ${sql.lit(LEAST[type])})::text`;
    return sql`round(${number}, greatest(scale(trim_scale(${number})), ${sql.lit(LEAST[type])}))::text`;
  }
  if (type === "date") return sql`to_char(${value}, 'YYYY-MM-DD')`;
  if (type === "datetime") return sql`to_char(${value} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`;
  return sql`${value}::text`;
}

interface Read {
  readonly value: Sql;
  readonly text: Sql;
  readonly from: StoredForm;
}

function readers(conversion: Conversion): (read: Read) => ConvertedSql {
  const { to } = conversion;
  if (isText(to.type)) return (read) => asText(read, conversion);
  if (to.type === "enum") return (read) => asCode(read, to);
  if (to.type === "bool") return asFlag;
  if (to.type === "date") return (read) => asDay(read, conversion);
  if (to.type === "datetime") return asInstant;
  return (read) => asNumber(read, conversion);
}

function asText({ text }: Read, { to: { length }, cut }: Conversion): ConvertedSql {
  if (length === null) return { value: text, problem: NO_PROBLEM, isRounded: sql`false` };
  const isLong = sql`coalesce(char_length(${text}) > ${sql.lit(length)}, false)`;
  if (cut) return { value: sql`left(${text}, ${sql.lit(length)})`, problem: NO_PROBLEM, isRounded: isLong };
  const problem = sql`case when ${isLong} then 'long' end`;
  return { value: sql`case when not ${isLong} then ${text} end`, problem, isRounded: sql`false` };
}

const NO_PROBLEM = sql`null::text`;

/** Of a text that is empty nothing can be read, and nothing is wrong with it. */
export const isFilledSql = (value: Sql, { type }: Pick<StoredForm, "type">): Sql =>
  isText(type) || type === "enum" ? sql`${value}::text <> ''` : sql`${value} is not null`;

const isFilled = ({ value, from }: Read) => isFilledSql(value, from);

/** What could be read, and a problem of this kind where there is something that could not be. */
function readOr(read: Read, value: Sql, problem: "unfit" | "code"): ConvertedSql {
  return { value, problem: sql`case when ${isFilled(read)} and ${value} is null then ${sql.lit(problem)} end`, isRounded: sql`false` };
}

const DECIMAL = sql`'^-?[0-9]{1,15}([.][0-9]+)?$'`;
const WHOLE = sql`'^-?[0-9]{1,9}$'`;

/** The number that a value says; null: none. */
function numberOf({ value, text, from }: Read): Sql {
  const decimals = decimalsOf(from.type);
  if (decimals !== null) return numberSql(value, decimals);
  if (from.type === "bool") return sql`(${value}::int)::numeric`;
  if (from.type === "enum" && from.codeType === "int") return sql`${value}::numeric`;
  return sql`(case when ${text} ~ ${DECIMAL} then ${text}::numeric end)`;
}

/** Beyond these no value of the type is stored (src/shared/domain/cell.ts). */
const LIMIT: Readonly<Record<string, bigint>> = {
  int: 2_147_483_648n,
  money: LARGEST.money,
  price: LARGEST.price,
  quantity: 1_000_000_000_000_000_000n,
  rate: 9_223_372_036_854_775_807n,
};

/** A number that gets more decimals loses nothing: whole numbers are multiplied, which is fast where there are millions. */
function asLongerNumber(value: Sql, to: StoredForm, decimals: number): ConvertedSql {
  const factor = 10n ** BigInt(decimals);
  const limit = sql.raw(`${((LIMIT[to.type] ?? 0n) + factor - 1n) / factor}`);
  const fits = sql`(${value} > -${limit} and ${value} < ${limit})`;
  return {
    value: sql`case when ${fits} then ${CAST[sqlTypeOf(to)](sql`${value}::bigint * ${sql.raw(String(factor))}`)} end`,
    problem: sql`case when not ${fits} then 'range' end`,
    isRounded: sql`false`,
  };
}

function asNumber(read: Read, { from, to, rounding }: Conversion): ConvertedSql {
  const [many, few] = [decimalsOf(from.type), decimalsOf(to.type)];
  if (many !== null && few !== null && few >= many) return asLongerNumber(read.value, to, few - many);
  const number = numberOf(read);
  const scaled = sql`(${number} * ${SCALE[decimalsOf(to.type) ?? 0]})`;
  const rounded = {
    exact: sql`trunc(${scaled})`,
    down: sql`trunc(${scaled})`,
    // The database's own rounding goes away from zero.
    "half-up": sql`round(${scaled})`,
    "half-even": sql`(case when abs(${scaled} - trunc(${scaled})) = 0.5 then 2 * round(${scaled} / 2) else round(${scaled}) end)`,
  }[rounding];
  const fits = sql`abs(${rounded}) < ${sql.raw(String(LIMIT[to.type]))}`;
  const loses = sql`coalesce(${scaled} <> ${rounded}, false)`;
  const exact = rounding === "exact" ? sql`when ${loses} then 'rounded'` : sql``;
  return {
    value: sql`case when ${fits} then ${CAST[sqlTypeOf(to)](rounded)} end`,
    problem: sql`case when ${isFilled(read)} then case when ${number} is null then 'unfit' when not (${fits}) then 'range' ${exact} end end`,
    isRounded: rounding === "exact" ? sql`false` : loses,
  };
}

function asCode(read: Read, { codeType, values }: StoredForm): ConvertedSql {
  const { text, from } = read;
  if (codeType === "text") {
    const codes = sql.join(values.map(({ code }) => sql.lit(String(code))));
    return readOr(read, sql`(case when ${text} in (${codes}) then ${text} end)`, "code");
  }
  const isWritten = isText(from.type) || (from.type === "enum" && from.codeType === "text") || from.type.startsWith("date");
  const number = isWritten ? sql`(case when ${text} ~ ${WHOLE} then ${text}::numeric end)` : numberOf(read);
  const codes = sql.join(values.map(({ code }) => sql.lit(Number(code))));
  return readOr(read, sql`(case when ${number} in (${codes}) then (${number})::integer end)`, "code");
}

function asFlag(read: Read): ConvertedSql {
  const { text, from } = read;
  const isWritten = isText(from.type) || (from.type === "enum" && from.codeType === "text");
  const value = isWritten
    ? sql`(case when ${text} in ('true', '1') then true when ${text} in ('false', '0') then false end)`
    : sql`(case ${numberOf(read)} when 1 then true when 0 then false end)`;
  return readOr(read, value, "unfit");
}

const DAY = sql`'^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'`;
const TIME = sql`'^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$'`;

/** The day that a text names, as there is one in the calendar from 1900 on; null: none. */
function dayOfText(text: Sql): Sql {
  const last = sql`extract(day from (left(${text}, 8) || '01')::date + interval '1 month - 1 day')`;
  return sql`(case when ${text} ~ ${DAY} then case when left(${text}, 4) >= '1900' then
    case when right(${text}, 2)::int <= ${last} then ${text}::date end end end)`;
}

function asDay(read: Read, { rounding }: Conversion): ConvertedSql {
  const { value, text, from } = read;
  if (from.type !== "datetime") return readOr(read, dayOfText(text), "unfit");
  const loses = sql`coalesce((${value} at time zone 'Asia/Shanghai')::time <> '00:00', false)`;
  if (rounding !== "exact") return { value: dayOfInstant(value), problem: NO_PROBLEM, isRounded: loses };
  const problem = sql`case when ${loses} then 'rounded' end`;
  return { value: sql`case when not ${loses} then ${dayOfInstant(value)} end`, problem, isRounded: sql`false` };
}

function asInstant(read: Read): ConvertedSql {
  const { value, text, from } = read;
  if (from.type === "date") return { value: midnightOf(value), problem: NO_PROBLEM, isRounded: sql`false` };
  const [day, time] = [sql`left(${text}, 10)`, sql`substr(${text}, 12)`];
  const instant = sql`(case when ${text} ~ '^.{10}[ T]' then case when ${time} ~ ${TIME} and ${dayOfText(day)} is not null then
    ((${day} || ' ' || ${time})::timestamp at time zone 'Asia/Shanghai') end end)`;
  return readOr(read, CAST["timestamp(0) with time zone"](instant), "unfit");
}
