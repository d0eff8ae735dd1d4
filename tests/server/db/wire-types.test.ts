import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { KEEPS_PLAN } from "../../../src/server/db/driver/kept-plan.ts";
import { describeEngines } from "./fixtures/test-database.ts";

const AT = "timestamptz '2026-03-01 00:30:00.12+00'";

/** SQL, and the value it must give in both engines. */
const VALUES: readonly (readonly [expression: string, value: unknown])[] = [
  ["9007199254740993::int8", "9007199254740993"],
  ["(-1)::int8", "-1"],
  ["12345678901234567.89::numeric(20,2)", "12345678901234567.89"],
  ["'NaN'::numeric", "NaN"],
  ["sum(x) from (values (1::int8), (2)) as t(x)", "3"],
  ["count(*) from (values (1)) as t(x)", "1"],
  ["date '2026-02-28'", "2026-02-28"],
  [AT, "2026-03-01 08:30:00.12+08"],
  ["timestamp '2026-02-28 23:59:59'", "2026-02-28 23:59:59"],
  ["(timestamptz '2026-02-28 16:00:00+00')::date", "2026-03-01"],
  ["interval '1 day 02:03'", "1 day 02:03:00"],
  ["true", true],
  ["null::bool", null],
  ["42::int4", 42],
  ["(-3)::int2", -3],
  ["0.1::float8 + 0.2::float8", 0.30000000000000004],
  ["'Infinity'::float8", Number.POSITIVE_INFINITY],
  ["'供应商 \"甲\"'::text", '供应商 "甲"'],
  ["'ab'::char(4)", "ab  "],
  ['\'{"b":1,"a":[null,true]}\'::jsonb', { b: 1, a: [null, true] }],
  ["'[1, 2]'::json", [1, 2]],
  ["'\\x00ff'::bytea", Buffer.from([0, 255])],
  ["'5c1ea0f4-0e5e-4a39-9c8f-9a5a7d7a1a11'::uuid", "5c1ea0f4-0e5e-4a39-9c8f-9a5a7d7a1a11"],
  ["array[9007199254740993, null]::int8[]", ["9007199254740993", null]],
  ["array['a,b', 'NULL', '', 'q\"\\', '甲']::text[]", ["a,b", "NULL", "", 'q"\\', "甲"]],
  [
    "array[[1,2],[3,4]]::int4[]",
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ["array[]::text[]", []],
  ["array[true, false]", [true, false]],
  [`array[${AT}]`, ["2026-03-01 08:30:00.12+08"]],
];

/** Values sent as parameters, with their type, and what comes back. */
const PARAMETERS: readonly (readonly [type: string, sent: unknown, back: unknown])[] = [
  ["int8", 12n, "12"],
  ["int8", "9007199254740993", "9007199254740993"],
  ["numeric", "0.10", "0.10"],
  ["bool", true, true],
  ["text", "", ""],
  ["text", null, null],
  ["date", "2026-02-28", "2026-02-28"],
  ["timestamptz", new Date(0), "1970-01-01 08:00:00+08"],
  ["jsonb", { a: "甲" }, { a: "甲" }],
  ["jsonb", "[1]", [1]],
  ["int8[]", ["1", 2, 3n, null], ["1", "2", "3", null]],
  ["text[]", ["a", 'b"\\,'], ["a", 'b"\\,']],
  ["bytea", Buffer.from([1, 2]), Buffer.from([1, 2])],
];

describeEngines("values", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  it.each(VALUES)("%s", async (expression, value) => {
    const asked = sql.raw<{ v: unknown; n: unknown }>(`select ${expression.replace(/ from |$/, " as v, null as n$&")}`);
    // As one statement, and as one that the connection keeps.
    for (const db of [database.kysely, database.kysely.withPlugin(KEEPS_PLAN)])
      expect((await asked.execute(db)).rows).toEqual([{ v: value, n: null }]);
  });

  it.each(PARAMETERS)("parameter %s %s", async (type, sent, back) => {
    const { rows } = await sql<{ v: unknown }>`select ${sent}::${sql.raw(type)} as v`.execute(database.kysely);
    expect(rows).toEqual([{ v: back }]);
  });

  it("sends errors with their SQLSTATE and goes on", async () => {
    await expect(sql`select 1/0`.execute(database.kysely)).rejects.toMatchObject({ code: "22012" });
    await expect(sql`select nothing`.execute(database.kysely)).rejects.toMatchObject({ code: "42703" });
    await expect(sql`select ${"\0"}::text`.execute(database.kysely)).rejects.toMatchObject({ code: "22021" });
    expect(await database.ping()).toBe(true);
  });

  it("tells with an error who has asked, not where the driver heard of it", async () => {
    const failed = await sql`select 1/0`.execute(database.kysely).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Error);
    expect((failed as Error).stack).toMatch(/^error: division by zero\n.*tenant-driver/s);
  });

  it("reads a large answer whole", async () => {
    const { rows } = await sql<{ id: number; text: string }>`
      select id, repeat('字', 100) as text from generate_series(1, 20000) id`.execute(database.kysely);
    expect(rows).toHaveLength(20_000);
    expect(rows.at(-1)).toEqual({ id: 20_000, text: "字".repeat(100) });
  });
});
