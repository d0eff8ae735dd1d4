import { beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import type { Database } from "../../../src/server/db/connect.ts";
import { listPage } from "../../../src/server/query/list-page.ts";
import type { ListParameters } from "../../../src/server/query/parse-list-request.ts";
import type { WireRow } from "../../../src/shared/protocol/list.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { BILLS_EACH, canary, contextOf, fillSmall, VIEWERS, viewerOf } from "./fixtures/small-database.ts";
import { MODULE } from "./fixtures/small-files.ts";
import { hiding, moduleOf, smallRegistry } from "./fixtures/small-registry.ts";

const SHOP = "0000000001";
const registry = smallRegistry();
const shop = viewerOf(SHOP);
const supplier = viewerOf(SHOP, "101");
type Name = keyof typeof MODULE;

describeEngine("listPage", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await fillSmall(database, registry);
  });
  const list = (viewer: Viewer, name: Name, parameters: ListParameters = {}) =>
    listPage(contextOf(database.kysely, registry, viewer), moduleOf(registry, name), parameters);
  const filtered = (viewer: Viewer, name: Name, ...filter: unknown[]) =>
    list(viewer, name, { rows: "999999999", filter: JSON.stringify(filter) });
  const all = async (viewer: Viewer, name: Name, parameters: ListParameters = {}) =>
    (await list(viewer, name, { rows: "999999999", ...parameters })).rows;
  const bill = async (viewer: Viewer, number: string) =>
    (await filtered(viewer, "bills", { field: "Billid", operator: "eq", value: number })).rows[0];

  describe("a row as it travels", () => {
    test("stored, computed, looked up, counted, labelled", async () => {
      const mark = canary(SHOP, "101");
      const row = await bill(shop, "DD1010010");
      expect(row).toEqual({
        Id: expect.any(Number),
        id: row?.Id,
        rowver: 1,
        Billid: "DD1010010",
        provid: "101",
        Provider: `供应商${mark}`,
        GradeId: "A",
        GradeName: `A级${canary(SHOP)}`,
        ShopName: `商场${canary(SHOP)}`,
        busdate: "2025-06-11",
        createtime: "2025-06-11 10:00:00",
        amount: "10.005",
        accepted: "5.000",
        price: "20.09",
        TotalMoney: "9876.50",
        costMoney: "78.71",
        taxRate: "0.130000",
        visits: 10,
        Isstop: false,
        Isstop_text: expect.any(String),
        Isstop_tone: expect.any(String),
        Statu: 10,
        Statu_text: "待确认",
        Statu_tone: "info",
        StatuZH: "待确认",
        StatuZH_text: "待确认",
        StatuZH_tone: "info",
        lineMoney: "201.00",
        rate: "0.499750",
        size: "big",
        size_text: "大",
        size_tone: "plain",
        linecount: 2,
        linetotal: "300.03",
        daysleft: -19,
        taskcount: 1,
        canPay: true,
        canPay_text: expect.any(String),
        canPay_tone: expect.any(String),
        Remark: `备注10${mark}`,
        Degree: 0,
        _actions: ["pay"],
      });
    });

    test("a retitled status shows its other text, with the code unchanged", async () => {
      const rows = await all(shop, "bills", {
        filter: JSON.stringify([
          { field: "TotalMoney", operator: "lt", value: "0" },
          { field: "Statu", operator: "eq", value: 10 },
        ]),
      });
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toMatchObject({ Statu: 10, Statu_text: "待对账", Statu_tone: "warning", StatuZH: "待对账" });
    });

    test("what a text depends on is read even when it is not asked for", async () => {
      const filter = JSON.stringify([{ field: "TotalMoney", operator: "lt", value: "0" }]);
      const [row] = await all(shop, "bills", { columns: "StatuZH", filter, rows: "1" });
      expect(row).toMatchObject({ StatuZH: "待对账", StatuZH_tone: "warning" });
      expect(Object.keys(row ?? {})).not.toContain("TotalMoney");
      expect((await all(shop, "bills", { columns: "Statu", filter, rows: "1" }))[0]).toMatchObject({ Statu: 10, Statu_text: "待对账" });
    });

    test("each side has its own unread counts", async () => {
      const [ours, theirs] = [await all(shop, "bills"), await all(supplier, "bills")];
      const number = (row: WireRow) => Number(String(row.Billid).slice(-4));
      expect(ours.map((row) => row.taskcount)).toEqual(ours.map((row) => number(row) % 3));
      expect(theirs.map((row) => row.taskcount)).toEqual(theirs.map((row) => number(row) % 2));
    });

    test("a name is looked up where the entity itself is closed to suppliers", async () => {
      expect(await bill(supplier, "DD1010010")).toMatchObject({ GradeName: `A级${canary(SHOP)}`, ShopName: `商场${canary(SHOP)}` });
    });

    test("unread counts and actions are the viewer's own", async () => {
      const [ours, theirs] = [await bill(shop, "DD1010013"), await bill(supplier, "DD1010013")];
      expect([ours?.taskcount, theirs?.taskcount]).toEqual([1, 1]);
      const [mine, his] = [await bill(shop, "DD1010016"), await bill(supplier, "DD1010016")];
      expect([mine?.taskcount, his?.taskcount]).toEqual([1, 0]);
      expect([mine?._actions, his?._actions]).toEqual([["pay"], ["accept"]]);
      expect((await bill(shop, "DD1010022"))?._actions, "stopped").toEqual([]);
      expect((await bill(shop, "DD1010012"))?._actions, "a draft").toEqual(["submit", "edit", "delete"]);
      const powerless = viewerOf(SHOP, "", { rights: new Map([[MODULE.bills, new Set(["query"])]]) });
      expect((await bill(powerless, "DD1010016"))?._actions).toEqual([]);
      expect(await bill(powerless, "DD1010016")).toMatchObject({ canPay: false });
    });

    test("a transition is the side's that may run it, whatever a module says of its button", async () => {
      const module = moduleOf(registry, "bills");
      const actions = module.actions.map((action) => ({ ...action, audience: ["shop", "supplier"] as const }));
      const { rows } = await listPage(contextOf(database.kysely, registry, supplier), { ...module, actions }, { rows: "5000" });
      const offered = new Set(rows.flatMap((row) => row._actions as unknown as string[]));
      expect([...offered]).toEqual(["accept"]);
    });

    test("only the columns asked for, and always the key", async () => {
      const [row] = await all(shop, "bills", { columns: "Provider,statu", rows: "1" });
      expect(Object.keys(row ?? {}).sort()).toEqual(["Id", "Provider", "Statu", "Statu_text", "Statu_tone", "_actions", "id", "rowver"]);
    });
  });

  describe("pages", () => {
    test.each(["1", "7", "35", "79", "80", "81", "5000"])("of %s rows are all rows, each once", async (rows) => {
      const [everything, seen]: [readonly WireRow[], WireRow[]] = [await all(shop, "bills"), []];
      for (let page = 1; seen.length < 80; page += 1) {
        const answer = await list(shop, "bills", { rows, page: String(page), sort: "Provider" });
        expect(answer.total).toBe(80);
        expect(answer.truncated).toBeUndefined();
        seen.push(...answer.rows);
        if (answer.rows.length === 0) break;
      }
      expect(seen.map((row) => row.Id).sort()).toEqual(everything.map((row) => row.Id).sort());
    });

    test("beyond the end there is nothing but the total", async () => {
      expect(await list(shop, "bills", { page: "999999999", rows: "999999999" })).toMatchObject({ rows: [], total: 80 });
    });

    test("newest first unless told otherwise", async () => {
      const ids = (await all(shop, "bills")).map((row) => Number(row.Id));
      expect(ids).toEqual([...ids].sort((a, b) => b - a));
    });

    test.each(["TotalMoney", "lineMoney", "busdate", "linecount", "Billid", "createtime", "Remark", "Provider"])(
      "sorted by %s",
      async (name) => {
        for (const order of ["asc", "desc"]) {
          const rows = await all(shop, "bills", { sort: `${name},Id`, order: `${order},asc` });
          const values = rows.map((row) => row[name]).filter((value) => value !== null && value !== undefined);
          const numeric = values.every((value) => /^-?[\d.]+$/.test(String(value)));
          const sorted = [...values].sort((a, b) =>
            numeric ? Number(a) - Number(b) : String(a) < String(b) ? -1 : Number(String(a) > String(b)),
          );
          expect(values).toEqual(order === "asc" ? sorted : sorted.reverse());
          expect(rows).toHaveLength(80);
        }
      },
    );
  });

  describe("sums", () => {
    test.each(VIEWERS.map((viewer) => [viewer.userId, viewer] as const))("the footer is the sum over all pages: %s", async (_, viewer) => {
      for (const name of ["bills", "open", "lines", "line-view", "daily"] as const) {
        const module = moduleOf(registry, name);
        const first = await list(viewer, name, { rows: "9" });
        const rows: WireRow[] = [];
        for (let page = 1; page <= Math.ceil(first.total / 9); page += 1)
          rows.push(...(await list(viewer, name, { rows: "9", page: String(page) })).rows);
        for (const sum of module.footer?.sums ?? []) {
          if (sum.ratio !== null) continue;
          const total = rows.reduce((cents, row) => cents + thousandths(row[sum.field]), 0n);
          expect(thousandths(first.footer[sum.field]), `${name}.${sum.field}`).toBe(total);
        }
        expect(rows.length, name).toBe(first.total);
        expect(first.total, name).toBeGreaterThan(0);
      }
    });

    test("over nothing: zeros, and no ratio", async () => {
      const { total, footer } = await filtered(shop, "bills", { field: "Billid", operator: "eq", value: "none" });
      expect({ total, footer }).toEqual({
        total: 0,
        footer: { TotalMoney: "0.00", costMoney: "0.00", lineMoney: "0.00", linetotal: "0.00", amount: "0.000", rate: "" },
      });
    });

    test("a ratio is that of the sums", async () => {
      const rows = await all(shop, "bills");
      const sum = (name: string) => rows.reduce((total, row) => total + Number(row[name]), 0);
      const { footer } = await list(shop, "bills");
      expect(Number(footer.rate)).toBeCloseTo(sum("accepted") / sum("amount"), 6);
    });

    test("what a side may not read is not summed for it either, nor sent", async () => {
      const module = hiding(moduleOf(registry, "bills"), "costMoney", "accepted");
      const answer = await listPage(contextOf(database.kysely, registry, supplier), module, {});
      expect(Object.keys(answer.footer).sort()).toEqual(["TotalMoney", "amount", "lineMoney", "linetotal"]);
      for (const row of answer.rows) expect(Object.keys(row)).not.toContain("costMoney");
      const ours = await listPage(contextOf(database.kysely, registry, shop), module, {});
      // Of 40 bills n of either supplier s: 777 n + s, in 分.
      expect(ours.footer.costMoney).toBe("12202.40");
      expect(Object.keys(ours.footer)).toHaveLength(6);
    });
  });

  describe("views", () => {
    test("rows of lines with values of their head, one for one", async () => {
      const rows = await all(shop, "line-view");
      const lines = await all(shop, "lines");
      expect(rows.map((row) => row.Id)).toEqual(lines.map((row) => row.Id));
      const row = rows.find((each) => each.Billid === "DD1010010");
      expect(row).toMatchObject({
        Provider: `供应商${canary(SHOP, "101")}`,
        GradeName: `A级${canary(SHOP)}`,
        busdate: "2025-06-11",
        price: "66.67",
      });
    });

    test("only the rows its condition holds for", async () => {
      const own = { SHOP_ID: "0000000005", provid: "1", Billid: "B" };
      await database.kysely
        .insertInto("bill")
        .values({ ...own, Statu: 10 })
        .execute();
      await database.kysely
        .insertInto("bill_line")
        .values([
          { ...own, LineNo: 0 },
          { ...own, LineNo: 1 },
          { ...own, LineNo: null },
        ])
        .execute();
      expect((await list(viewerOf("0000000005"), "line-view")).total).toBe(1);
      expect((await list(viewerOf("0000000005"), "lines")).total).toBe(3);
    });

    test("groups: one row each, computed over the groups", async () => {
      const [bills, days] = [await all(shop, "bills"), await all(shop, "daily")];
      const keyOf = (row: WireRow) => [row.Provider ?? row.firstBill?.toString().slice(0, 5), row.busdate, row.GradeName].join("|");
      const groups = new Map<string, WireRow[]>();
      for (const row of bills) {
        const key = [String(row.Billid).slice(0, 5), row.busdate, row.GradeName].join("|");
        groups.set(key, [...(groups.get(key) ?? []), row]);
      }
      expect(days).toHaveLength(groups.size);
      for (const day of days) {
        const members = groups.get(keyOf(day)) ?? [];
        expect(day.bills).toBe(members.length);
        expect(thousandths(day.TotalMoney)).toBe(members.reduce((sum, row) => sum + thousandths(row.TotalMoney), 0n));
        expect(thousandths(day.profit)).toBe(thousandths(day.TotalMoney) - thousandths(day.costMoney));
      }
      expect(new Set(days.map((day) => day.Id)).size, "every group has a key of its own").toBe(days.length);
    });
  });

  test("a page that is not for the viewer's side is refused", async () => {
    await expect(list(supplier, "grades")).rejects.toMatchObject({ code: 403, message: "没有操作权限" });
    expect((await list(shop, "grades")).total).toBe(2);
    expect((await list(viewerOf(SHOP, "", { isMall: true }), "grades")).total, "malls read what is for shops").toBe(2);
  });

  test("an entity closed to suppliers has no rows for them, whatever a module says", async () => {
    const module = moduleOf(registry, "grades");
    const opened = { ...module, readable: { ...module.readable, supplier: module.readable.shop } };
    expect(await listPage(contextOf(database.kysely, registry, supplier), opened, {})).toMatchObject({ rows: [], total: 0 });
  });

  test("5000 rows at most, and it says so", async () => {
    const many = "0000000003";
    const grades = Array.from({ length: 12_001 }, (_, n) => ({ SHOP_ID: many, GradeId: `G${n}`, GradeName: `等级${n}` }));
    for (let start = 0; start < grades.length; start += 4000) {
      await database.kysely
        .insertInto("grade")
        .values(grades.slice(start, start + 4000))
        .execute();
    }
    const viewer = viewerOf(many);
    const pages = await Promise.all(["1", "2", "3", "4"].map((page) => list(viewer, "grades", { page, rows: "999999999" })));
    expect(pages.map(({ rows }) => rows.length)).toEqual([5000, 5000, 2001, 0]);
    expect(pages.map(({ truncated }) => truncated)).toEqual([true, true, undefined, undefined]);
    expect(new Set(pages.flatMap(({ rows }) => rows.map((row) => row.Id))).size).toBe(12_001);
    expect((await list(viewer, "grades", { rows: "5000" })).truncated).toBeUndefined();
  });

  test("sums are exact beyond every float", async () => {
    const rich = "0000000004";
    const rows = Array.from({ length: 3000 }, (_, n) => ({
      SHOP_ID: rich,
      provid: "1",
      Billid: `B${n}`,
      Statu: 10,
      TotalMoney: "999999999999999",
      amount: "999999999999999999",
      price: "999999999999999",
    }));
    await database.kysely.insertInto("bill").values(rows).execute();
    const { footer, rows: shown } = await list(viewerOf(rich), "bills", { rows: "1" });
    expect(footer).toMatchObject({
      TotalMoney: "29999999999999970.00",
      amount: "2999999999999999997.000",
      lineMoney: "29999999999999969970000000000000.00",
      rate: "0.000000",
    });
    expect(shown[0]).toMatchObject({
      TotalMoney: "9999999999999.99",
      amount: "999999999999999.999",
      lineMoney: "9999999999999989990000000000.00",
    });
  });

  test("suppliers see no lines of what they do not see", async () => {
    const drafts = (await all(shop, "bills")).filter((row) => row.Statu === 0).map((row) => row.Billid);
    const [ours, theirs] = [await all(shop, "lines"), await all(supplier, "lines")];
    expect(ours.filter((row) => drafts.includes(row.Billid ?? null)).length).toBeGreaterThan(0);
    expect(theirs.filter((row) => drafts.includes(row.Billid ?? null))).toEqual([]);
    const expected = ours.filter((row) => String(row.Billid).startsWith("DD101") && !drafts.includes(row.Billid ?? null));
    expect(theirs).toHaveLength(expected.length);
  });

  test(`each supplier has ${BILLS_EACH} bills, and sees what is no draft`, async () => {
    expect((await list(shop, "bills")).total).toBe(2 * BILLS_EACH);
    expect((await list(supplier, "bills")).total).toBe(26);
    expect((await list(supplier, "boards")).total).toBe(1);
    expect((await list(shop, "boards")).total).toBe(2);
    expect((await list(shop, "open")).total).toBe(26);
  });
});

/** A decimal text in thousandths; nothing counts nothing. */
function thousandths(text: unknown): bigint {
  if (text === null) return 0n;
  const match = /^(-?)(\d+)(?:\.(\d{1,3}))?$/.exec(String(text));
  if (!match) throw new Error(`no decimal: ${String(text)}`);
  const value = BigInt(`${match[2]}${(match[3] ?? "").padEnd(3, "0")}`);
  return match[1] === "-" ? -value : value;
}
