import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Database, Db } from "../../../../src/server/db/connect.ts";
import type { Entity, Field, Registry } from "../../../../src/shared/registry/model.ts";
import type { Change } from "../../../../src/shared/registry/plan/change.ts";
import { IS_LONG } from "../../../e2e/long.ts";
import { databaseUrl, openPostgres } from "../../db/fixtures/test-database.ts";
import { checksum, convert, go, oneEntity, SHOP, serve, typed } from "./data-world.ts";

const LONG = 3_600_000;
const ROWS = 1_000_000;
/** Seconds for which writers may wait, for a step and its way back. */
const LOCKED = 60;

const code = (value: number) => ({ code: value, text: String(value), shown: String(value), tone: "plain" as const, retitle: [] });
const states = (...codes: readonly number[]): Partial<Field> => ({ codeType: "int", values: codes.map(code) });
const asc = (field: string) => ({ field, descending: false });

/** A document as the shipped ones are: two dozen columns, a unique number, and lists by state, day, supplier and amount. */
function bills({ money = "money", convertMoney = null as Field["convert"], amount = "TotalMoney", paid = 50 } = {}): Registry {
  const fields = [
    typed("Billid", "string", { length: 20 }),
    typed("provid", "string", { length: 20 }),
    typed("busdate", "date"),
    typed("createtime", "datetime"),
    typed("Statu", "enum", states(0, 10, paid)),
    typed("MdlId", "int"),
    typed(amount, money as "money", { convert: convertMoney }),
    ...Array.from({ length: 6 }, (_, at) => typed(`m${at}`, "money")),
    ...Array.from({ length: 8 }, (_, at) => typed(`s${at}`, "string", { length: 100 })),
    typed("Isstop", "bool"),
  ];
  const more: Partial<Entity> = {
    unique: [["Billid"]],
    indexes: [[asc("Statu"), asc("busdate")], [asc("busdate")], [asc("provid"), asc(amount)], [asc("createtime")]],
  };
  return oneEntity(fields, more);
}

/** Reads a page, or writes a row, again and again until it is stopped; the longest that one took, in ms. */
function again(db: Db, work: (db: Db) => Promise<unknown>): () => Promise<number> {
  let [isOver, longest] = [false, 0];
  const done = db.connection().execute(async (one) => {
    await sql`set lock_timeout = 0`.execute(one);
    await sql`set statement_timeout = 0`.execute(one);
    while (!isOver) {
      const started = performance.now();
      // A name that has just changed is no answer, but it is one without waiting.
      await work(one).catch(() => undefined);
      longest = Math.max(longest, performance.now() - started);
    }
  });
  return async () => {
    isOver = true;
    await done;
    return longest;
  };
}

describe.skipIf(databaseUrl === undefined || !IS_LONG)("a million rows", () => {
  const plain = bills();
  const renamed = (at: Change["at"], was: string, is: string): Change => ({ class: "access", verb: "renamed", part: null, at, was, is });
  const sample = { entity: "Sample" };
  const cases: readonly (readonly [string, Registry, Registry, readonly Change[], readonly Change[]])[] = [
    ["money becomes a quantity", bills({ money: "quantity", convertMoney: convert("money") }), plain, [], []],
    [
      "a money field is renamed",
      bills({ amount: "Total" }),
      bills({ amount: "Total" }),
      [renamed({ ...sample, field: "Total" }, "TotalMoney", "Total")],
      [renamed({ ...sample, field: "TotalMoney" }, "Total", "TotalMoney")],
    ],
    [
      "a state with rows is renamed",
      bills({ paid: 60 }),
      bills({ paid: 60 }),
      [renamed({ ...sample, field: "Statu", code: "60" }, "50", "60")],
      [renamed({ ...sample, field: "Statu", code: "50" }, "60", "50")],
    ],
    ["a module is renamed", plain, plain, [renamed({ module: "511" }, "510", "511")], [renamed({ module: "510" }, "511", "510")]],
  ];

  it("are renamed and converted within a minute of locked writes, lists answer meanwhile, and the way back gives the bytes", {
    timeout: LONG,
  }, async () => {
    const database = await openPostgres();
    const { kysely: db } = database;
    await serve(db, plain);
    await fill(database);
    const before = await checksum(db, plain);
    for (const [name, is, followed, there, back] of cases) {
      let locked = 0;
      for (const [way, was, next, under, renamings] of [
        ["there", plain, is, followed, there],
        ["back", is, plain, renamingsOf(back) ? plain : is, back],
      ] as const) {
        const stopReading = again(db, (one) =>
          sql`select * from sample where "SHOP_ID" = ${SHOP} order by "Id" desc limit 50`.execute(one),
        );
        // A row of the state and of the module that are renamed.
        const stopWriting = again(db, (one) =>
          sql`update sample set s0 = s0 where "SHOP_ID" = ${SHOP} and "Id" = ${sql.lit(ROWS - 2)}`.execute(one),
        );
        const started = performance.now();
        await database.withoutTimeouts((one) => go(one, was, next, under, renamings));
        const took = performance.now() - started;
        const [read, write] = [await stopReading(), await stopWriting()];
        locked += write;
        console.log(`${name}, ${way}: ${seconds(took)} s in all, writes waited ${seconds(write)} s, the longest list ${seconds(read)} s`);
        // A list waits while names change, never while values do.
        expect(read).toBeLessThan(Math.max(5000, took / 2));
      }
      expect(await checksum(db, plain), name).toBe(before);
      expect(locked, name).toBeLessThan(LOCKED * 1000);
    }
  });

  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const renamingsOf = (changes: readonly Change[]) => changes.length > 0;

  async function fill({ withoutTimeouts }: Database): Promise<void> {
    await withoutTimeouts(async (db) => {
      await sql`
        insert into sample ("SHOP_ID", "Billid", provid, busdate, createtime, "Statu", "MdlId", "TotalMoney", m0, m1, m2, m3, m4, m5, s0, s1, s2, s3)
        select ${SHOP}, 'JS20250630' || n, lpad((n % 400)::text, 4, '0'), date '2025-01-01' + (n % 180)::int,
          timestamptz '2025-01-01' + n * interval '15 s', (array[0, 10, 50])[1 + n % 3], (array[510, 520])[1 + n % 2],
          n * 7 - 1000000, n, n, n, n, n, n, 'remark ' || n, 'one', 'two', 'three'
        from generate_series(1, ${sql.lit(ROWS)}) as n`.execute(db);
      await sql`analyze sample`.execute(db);
    });
  }
});
