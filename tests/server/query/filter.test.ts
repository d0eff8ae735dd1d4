import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { listPage } from "../../../src/server/query/list-page.ts";
import type { WireRow } from "../../../src/shared/protocol/list.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { contextOf, fillSmall, viewerOf } from "./fixtures/small-database.ts";
import { moduleOf, smallRegistry } from "./fixtures/small-registry.ts";

const SHOP = "0000000001";
const registry = smallRegistry();

describeEngine("list filters", (open) => {
  let database: Database;
  let everything: readonly WireRow[];
  beforeAll(async () => {
    database = await open();
    await fillSmall(database, registry);
    const names = ["50%_off", "50xyoff", "a\\b", "a\\\\b", "O'Hara; drop table bill", "ABC", "abc", "中文－全角", "%", "_"];
    const rows = names.map((Provider, n) => ({ SHOP_ID: SHOP, provid: "103", Provider, Billid: `ZZ${n}`, Statu: 50 }));
    await database.kysely.insertInto("bill").values(rows).execute();
    everything = await page([]);
  });

  const page = async (filter: readonly unknown[]) =>
    (
      await listPage(contextOf(database.kysely, registry, viewerOf(SHOP)), moduleOf(registry, "bills"), {
        rows: "5000",
        filter: JSON.stringify(filter),
      })
    ).rows;
  const ids = async (filter: readonly unknown[]) => (await page(filter)).map((row) => row.Id);
  const names = async (operator: string, value?: unknown) =>
    (await page([{ field: "Provider", operator, value }])).map((row) => row.Provider);
  const matching = (test: (row: WireRow) => boolean) => everything.filter(test).map((row) => row.Id);

  describe("text", () => {
    test.each([
      ["50%", ["50%_off"]],
      ["_off", ["50%_off"]],
      ["%", ["%", "50%_off"]],
      ["_", ["_", "50%_off"]],
      ["a\\b", ["a\\b"]],
      ["\\\\", ["a\\\\b"]],
      ["O'Hara; drop", ["O'Hara; drop table bill"]],
      ["aBc", ["ABC", "abc"]],
      ["－全", ["中文－全角"]],
      ["nowhere", []],
    ])("contains %s", async (text, found) => {
      expect((await names("contains", text)).sort()).toEqual([...found].sort());
    });

    test("startswith", async () => {
      expect((await names("startswith", "50")).sort()).toEqual(["50%_off", "50xyoff"]);
      expect(await names("startswith", "0%")).toEqual([]);
      expect((await names("startswith", "AB")).sort()).toEqual(["ABC", "abc"]);
    });

    test("equal is exact", async () => {
      expect(await names("eq", "abc")).toEqual(["abc"]);
      expect(await names("in", ["abc", "%"])).toEqual(["%", "abc"]);
    });
  });

  describe("empty fields", () => {
    test("equal nothing, differ from everything, are neither less nor greater", async () => {
      const [empty, set] = [matching((row) => row.Remark === null), matching((row) => row.Remark !== null)];
      expect(empty.length).toBeGreaterThan(0);
      expect(await ids([{ field: "Remark", operator: "null" }])).toEqual(empty);
      expect(await ids([{ field: "Remark", operator: "nnull" }])).toEqual(set);
      expect(await ids([{ field: "Remark", operator: "ne", value: "zzz" }])).toEqual(matching(() => true));
      expect(await ids([{ field: "Remark", operator: "nin", value: ["zzz"] }])).toEqual(matching(() => true));
      expect(await ids([{ field: "Remark", operator: "gt", value: " " }])).toEqual(set);
    });

    test("a list of none", async () => {
      expect(await ids([{ field: "Statu", operator: "in", value: [] }])).toEqual([]);
      expect(await ids([{ field: "Statu", operator: "nin", value: [] }])).toHaveLength(everything.length);
    });
  });

  test("a day on a time is the whole day", async () => {
    const dayOf = (row: WireRow) => (row.createtime === null ? null : String(row.createtime).slice(0, 10));
    const on = (operator: string, value: unknown) => ids([{ field: "createtime", operator, value }]);
    const day = "2025-06-10";
    const known = (test: (own: string) => boolean) => matching((row) => dayOf(row) !== null && test(String(dayOf(row))));
    expect(await on("eq", day)).toEqual(known((own) => own === day));
    expect(await on("ne", day)).toEqual(matching((row) => dayOf(row) !== day));
    expect(await on("lt", day)).toEqual(known((own) => own < day));
    expect(await on("lte", day)).toEqual(known((own) => own <= day));
    expect(await on("gt", day)).toEqual(known((own) => own > day));
    expect(await on("gte", day)).toEqual(known((own) => own >= day));
    expect(await on("between", ["2025-06-05", day])).toEqual(known((own) => own >= "2025-06-05" && own <= day));
    expect(await on("in", [day, "2025-06-12"])).toEqual(known((own) => own === day || own === "2025-06-12"));
    expect(await on("nin", [day])).toEqual(matching((row) => dayOf(row) !== day));
    expect(await on("eq", "2025-06-10 09:00:00")).toEqual(matching((row) => row.createtime === "2025-06-10 09:00:00"));
    expect(await on("between", ["2025-06-10 09:00", day])).toEqual(
      known((own) => own === day).filter((id) => matching((row) => String(row.createtime) >= "2025-06-10 09:00").includes(id)),
    );
    expect(await on("lte", "9999-12-31")).toEqual(known(() => true));
  });

  test("groups", async () => {
    const found = await ids([
      {
        operator: "or",
        value: [
          { field: "Statu", operator: "eq", value: 50 },
          {
            operator: "and",
            value: [
              { field: "visits", operator: "gt", value: 5 },
              { field: "Isstop", operator: "eq", value: true },
            ],
          },
        ],
      },
      { field: "Provider", operator: "startswith", value: "供应商" },
    ]);
    expect(found).toEqual(
      matching((row) => (row.Statu === 50 || (Number(row.visits) > 5 && row.Isstop === true)) && String(row.Provider).startsWith("供应商")),
    );
  });

  test("numbers and computed fields, against a plain reading of the rows", async () => {
    const numeric = fc.constantFrom(
      "TotalMoney",
      "lineMoney",
      "visits",
      "linecount",
      "linetotal",
      "daysleft",
      "rate",
      "amount",
      "price",
      "taskcount",
      "Statu",
    );
    const test = fc.record({ field: numeric, operator: fc.constantFrom("eq", "ne", "lt", "lte", "gt", "gte"), pick: fc.nat() });
    await fc.assert(
      fc.asyncProperty(test, async ({ field, operator, pick }) => {
        const value = everything[pick % everything.length]?.[field] ?? 0;
        const [own, limit] = [(row: WireRow) => Number(row[field]), Number(value)];
        const holds: Record<string, (row: WireRow) => boolean> = {
          eq: (row) => own(row) === limit,
          ne: (row) => row[field] === null || own(row) !== limit,
          lt: (row) => own(row) < limit,
          lte: (row) => own(row) <= limit,
          gt: (row) => own(row) > limit,
          gte: (row) => own(row) >= limit,
        };
        const expected = matching((row) => (row[field] === null ? operator === "ne" : holds[operator]?.(row) === true));
        expect(await ids([{ field, operator, value }]), `${field} ${operator} ${value}`).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test("a thousand values and two hundred conditions still answer", async () => {
    const list = Array.from({ length: 1000 }, (_, n) => `DD101${String(n).padStart(4, "0")}`);
    expect(await ids([{ field: "Billid", operator: "in", value: list }])).toHaveLength(40);
    const many = Array.from({ length: 200 }, () => ({ field: "Provider", operator: "contains", value: "%a%a%a%a%" }));
    expect(await ids(many)).toEqual([]);
  });
});
