import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import { killHard, output, startProgram } from "../db/fixtures/child-process.ts";
import { addressOf, databaseUrl, openUsual } from "../db/fixtures/test-database.ts";
import { Desk, SHOP } from "./fixtures/desk.ts";

const DAY = "2025-06-30";
const UNDO = new Error("undo");

// Beside the embedded database's one transaction there is no other.
describe.skipIf(databaseUrl === undefined)("numbers (postgres)", () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(openUsual);
  });

  it("are not waited for, however long the work lasts that drew some", async () => {
    const long = await desk.db.startTransaction().execute();
    const first = await sqlStore(long, SHOP).nextNumber("AA", DAY);
    const others: string[] = [];
    for (let n = 0; n < 3; n++) others.push(await desk.work((store) => store.nextNumber("AA", DAY)));
    const last = await sqlStore(long, SHOP).nextNumber("AA", DAY);
    await long.commit().execute();
    expect([first, ...others, last]).toEqual([1, 2, 3, 4, 5].map((n) => `AA20250630000${n}`));
  });

  it("of work that is undone are given to nobody else, and a work that draws many leaves some out", async () => {
    const undone = desk.work(async (store) => {
      await store.nextNumber("BB", DAY);
      throw UNDO;
    });
    await expect(undone).rejects.toBe(UNDO);
    const many = await desk.work(async (store) => {
      const given: string[] = [];
      for (let n = 0; n < 40; n++) given.push(await store.nextNumber("BB", DAY));
      return given;
    });
    expect(many).toEqual(Array.from({ length: 40 }, (_, n) => `BB20250630${String(n + 2).padStart(4, "0")}`));
    const next = Number((await desk.work((store) => store.nextNumber("BB", DAY))).slice(-4));
    expect(next).toBeGreaterThan(41);
    expect(next).toBeLessThanOrEqual(41 + 16);
  });

  it("are drawn by many processes, some of which are killed, and none stands twice", async () => {
    const given: string[] = [];
    const start = () => {
      const drawing = startProgram("draw-numbers", addressOf(desk.database), SHOP, "CC", DAY);
      let text = "";
      drawing.stdout.on("data", (part) => {
        text += part;
      });
      return { drawing, whole: () => text.slice(0, text.lastIndexOf("\n")).split("\n") };
    };
    for (let round = 0; round < 2; round++) {
      const all = [start(), start(), start()];
      await Promise.all(all.map(({ drawing }) => output(drawing, "CC20250630")));
      await expect.poll(() => Math.min(...all.map(({ whole }) => whole().length)), { timeout: 60_000 }).toBeGreaterThan(200);
      await Promise.all(all.map(({ drawing }) => killHard(drawing)));
      for (const { whole } of all) given.push(...whole());
    }
    expect(given.every((number) => /^CC20250630\d{4,}$/.test(number))).toBe(true);
    expect(new Set(given).size).toBe(given.length);
    const next = await desk.work((store) => store.nextNumber("CC", DAY));
    expect(given).not.toContain(next);
  });

  it("are counted further than any document of the same instant: what is restored from a backup gives none again", async () => {
    await sql`create table drawn (number text primary key)`.execute(desk.db);
    await sql`grant all on drawn to public`.execute(desk.db);
    let isOver = false;
    const write = async () => {
      while (!isOver)
        await desk.db.transaction().execute(async (trx) => {
          const store = sqlStore(trx, SHOP);
          for (let n = 0; n < 5; n++) await sql`insert into drawn values (${await store.nextNumber("DD", DAY)})`.execute(trx);
        });
    };
    const writers = [write(), write(), write()];
    const seen: number[] = [];
    for (let n = 0; n < 60; n++) {
      const look = await desk.db
        .transaction()
        .setIsolationLevel("repeatable read")
        .execute(async (trx) => {
          const { rows } = await sql<{ most: string; last: string }>`
          select (select coalesce(max(substring(number from 11)::int), 0) from drawn) as most,
            (select coalesce(max(last), 0) from _number where prefix = 'DD') as last`.execute(trx);
          return rows[0];
        });
      expect(Number(look?.last)).toBeGreaterThanOrEqual(Number(look?.most));
      seen.push(Number(look?.most));
    }
    isOver = true;
    await Promise.all(writers);
    expect(Math.max(...seen)).toBeGreaterThan(0);
  });
});
