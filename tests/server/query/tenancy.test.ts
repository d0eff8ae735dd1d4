import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import type { Database } from "../../../src/server/db/connect.ts";
import { listPage } from "../../../src/server/query/list-page.ts";
import { listPlan } from "../../../src/server/query/list-plan.ts";
import { printModule } from "../../../src/server/query/print-rows.ts";
import { raiseDegree, readByIds } from "../../../src/server/query/rows-by-ids.ts";
import { scoped } from "../../../src/server/query/scope.ts";
import { showRow } from "../../../src/server/query/show/show-row.ts";
import { describeEngine, type Open } from "../db/fixtures/test-database.ts";
import { takeWallDown } from "../db/fixtures/without-wall.ts";
import { answersOf } from "./fixtures/corpus.ts";
import { canary, contextOf, fillSmall, SHOPS, SUPPLIERS, VIEWERS, viewerOf } from "./fixtures/small-database.ts";
import { moduleOf, smallRegistry } from "./fixtures/small-registry.ts";

/** Fields to read where the test asks for whole rows. */
const NAMES = ["Id", "Billid"];

const registry = smallRegistry();
const bills = moduleOf(registry, "bills");
const MISSING = { code: 404, message: "数据不存在或无权查看" };

/** Canaries this viewer must never see. */
function foreignTo({ shopId, side, provId }: Viewer): string[] {
  const all = SHOPS.flatMap((shop) => [canary(shop), ...SUPPLIERS.map((provid) => canary(shop, provid))]);
  const own = [
    canary(shopId),
    ...SUPPLIERS.filter((provid) => side === "shop" || provid === provId).map((provid) => canary(shopId, provid)),
  ];
  return all.filter((text) => !own.includes(text));
}

interface BillRow {
  readonly Id: number;
  readonly SHOP_ID: string;
  readonly provid: string;
  readonly Statu: number;
}

function mayRead(viewer: Viewer, row: BillRow): boolean {
  return row.SHOP_ID === viewer.shopId && (viewer.side === "shop" || (row.provid === viewer.provId && row.Statu > 0));
}

async function billRows(database: Database): Promise<BillRow[]> {
  const rows = await database.kysely.selectFrom("bill").select(["Id", "SHOP_ID", "provid", "Statu"]).orderBy("Id").execute();
  return rows.map((row) => ({ Id: Number(row.Id), SHOP_ID: String(row.SHOP_ID), provid: String(row.provid), Statu: Number(row.Statu) }));
}

/** Filled, and without the wall: here the conditions of the statements are tried (with it: app/second-wall.test.ts). */
async function openBare(open: Open): Promise<Database> {
  const database = await open();
  await fillSmall(database, registry);
  await takeWallDown(database);
  return database;
}

describeEngine("tenancy", (open) => {
  let database: Database;
  let rows: BillRow[];
  beforeAll(async () => {
    database = await openBare(open);
    rows = await billRows(database);
  });
  const contextFor = (viewer: Viewer) => contextOf(database.kysely, registry, viewer);
  /** One bill of every shop, supplier and state. */
  const samples = () => [...new Map(rows.map((row) => [`${row.SHOP_ID} ${row.provid} ${row.Statu}`, row])).values()];

  test.each(VIEWERS.map((viewer) => [viewer.userId, viewer] as const))(
    "no answer to %s holds anything foreign, nor any inner remark",
    async (_, viewer) => {
      const answers = await answersOf(
        database.kysely,
        registry,
        viewer,
        samples().map(({ Id }) => Id),
      );
      const foreign = foreignTo(viewer);
      let seen = 0;
      for (const [request, answer] of answers) {
        for (const text of foreign) expect(answer, request).not.toContain(text);
        expect(answer, request).not.toContain("秘密");
        expect(answer, request).not.toContain('secretNote":');
        if (answer.includes(canary(viewer.shopId, viewer.provId || "101"))) seen += 1;
      }
      expect(seen, "the own canary is seen, so the search would find others").toBeGreaterThan(20);
    },
  );

  test.each(VIEWERS.map((viewer) => [viewer.userId, viewer] as const))(
    "a foreign row and a missing row are the same to %s",
    async (_, viewer) => {
      const ctx = contextFor(viewer);
      for (const row of samples()) {
        const calls = [
          (id: number) => showRow(ctx, bills, id),
          (id: number) => readByIds(listPlan(ctx, bills), [id], NAMES),
          (id: number) => printModule(ctx, bills, "bill", [id]),
          (id: number) => raiseDegree(ctx, bills, [id]),
        ];
        for (const call of calls) {
          if (mayRead(viewer, row)) await expect(call(row.Id)).resolves.not.toThrow();
          else await expect(call(row.Id)).rejects.toMatchObject(MISSING);
          await expect(call(9_999_999)).rejects.toMatchObject(MISSING);
        }
      }
    },
  );

  test("one foreign id among many refuses all of them, wherever it stands, and changes nothing", async () => {
    const viewer = viewerOf(SHOPS[0], "101");
    const ctx = contextFor(viewer);
    const own = rows
      .filter((row) => mayRead(viewer, row))
      .slice(0, 4)
      .map(({ Id }) => Id);
    const foreign = rows
      .filter((row) => !mayRead(viewer, row))
      .slice(0, 3)
      .map(({ Id }) => Id);
    const degrees = () => database.kysely.selectFrom("bill").select(["Id", "Degree"]).orderBy("Id").execute();
    const before = await degrees();
    for (const id of [...foreign, 9_999_999, Number.MAX_SAFE_INTEGER, 1.5, Number.NaN]) {
      for (const at of [0, 2, 4]) {
        const ids = [...own.slice(0, at), id, ...own.slice(at)];
        await expect(readByIds(listPlan(ctx, bills), ids, NAMES)).rejects.toMatchObject(MISSING);
        await expect(printModule(ctx, bills, "bill", ids)).rejects.toMatchObject(MISSING);
        if (Number.isSafeInteger(id)) await expect(raiseDegree(ctx, bills, ids)).rejects.toMatchObject(MISSING);
      }
    }
    expect(await degrees()).toEqual(before);
    await raiseDegree(ctx, bills, [...own, ...own]);
    await raiseDegree(ctx, bills, own);
    const after = await degrees();
    expect(
      after
        .filter((row, index) => row.Degree === Number(before[index]?.Degree) + 2)
        .map((row) => Number(row.Id))
        .sort(),
    ).toEqual([...own].sort());
  });

  test("rows come in the order asked for", async () => {
    const ctx = contextFor(viewerOf(SHOPS[0]));
    const ids = rows
      .filter((row) => row.SHOP_ID === SHOPS[0])
      .slice(3, 9)
      .map(({ Id }) => Id)
      .reverse();
    expect((await readByIds(listPlan(ctx, bills), ids, NAMES)).map((row) => row.Id)).toEqual(ids);
    expect(await readByIds(listPlan(ctx, bills), [], NAMES)).toEqual([]);
  });

  test("a module's own condition holds for single rows too", async () => {
    const ctx = contextFor(viewerOf(SHOPS[0]));
    const [draft, current] = [0, 10].map((statu) => rows.find((row) => row.SHOP_ID === SHOPS[0] && row.Statu === statu)?.Id ?? 0);
    await expect(showRow(ctx, moduleOf(registry, "open"), draft ?? 0)).rejects.toMatchObject(MISSING);
    await expect(showRow(ctx, moduleOf(registry, "open"), current ?? 0)).resolves.toMatchObject({ row: { Id: current } });
  });

  test("updates reach own rows only", async () => {
    const viewer = viewerOf(SHOPS[1], "102");
    const scope = scoped(contextFor(viewer), bills);
    const entity = scope.entity("Bill");
    const [answer] = await scope.update(entity, "t").set({ visits: 12_345 }).execute();
    const own = rows.filter((row) => mayRead(viewer, row));
    expect(Number(answer?.numUpdatedRows)).toBe(own.length);
    const changed = await database.kysely.selectFrom("bill").select("Id").where("visits", "=", 12_345).orderBy("Id").execute();
    expect(changed.map((row) => Number(row.Id))).toEqual(own.map(({ Id }) => Id));
  });
});

describeEngine("non-interference", (open) => {
  test("whatever changes out of a supplier's sight, no answer changes", async () => {
    const database = await openBare(open);
    const viewer = viewerOf(SHOPS[0], "101");
    const ids = (await billRows(database)).filter((_, index) => index % 7 === 0).map(({ Id }) => Id);
    const before = await answersOf(database.kysely, registry, viewer, ids);
    await disturb(database, viewer);
    const after = await answersOf(database.kysely, registry, viewer, ids);
    expect(before.size).toBeGreaterThan(200);
    for (const [request, answer] of before) expect(after.get(request), request).toBe(answer);
  });

  test("and the same for a shop and the other shop's rows", async () => {
    const database = await openBare(open);
    const viewer = viewerOf(SHOPS[0]);
    const before = await answersOf(database.kysely, registry, viewer, [1, 100]);
    await unchain(database);
    for (const table of ["bill", "bill_line", "provider", "grade", "board", "event_log", "task_state"]) {
      await sql`delete from ${sql.id(table)} where "SHOP_ID" <> ${viewer.shopId}`.execute(database.kysely);
    }
    await sql`update bill set "secretNote" = 'x'`.execute(database.kysely);
    expect(await answersOf(database.kysely, registry, viewer, [1, 100])).toEqual(before);
  });
});

describeEngine("a view's joined rows", (open) => {
  /** Bills beside the bill they name as theirs, whoever's that is; the view's own rows alone say nothing about it. */
  const mates = smallRegistry({
    "schemas/entities/bill.json": (json) => ({
      ...json,
      fields: { ...(json.fields as object), mate: { title: "关联单", type: "string", length: 20 } },
    }),
    "schemas/entities/vbillline.json": (json) => {
      const fields = json.fields as Readonly<Record<string, object>>;
      return {
        ...json,
        view: { of: "Bill", join: { mate: { entity: "Bill", on: { Billid: "mate" } } } },
        fields: {
          ...fields,
          provid: { ...fields.provid, from: "provid" },
          Billid: { ...fields.Billid, from: "Billid" },
          GoodsName: { ...fields.GoodsName, from: "mate.Provider" },
          money: { ...fields.money, from: "mate.TotalMoney" },
        },
      };
    },
  });

  test("another supplier's is empty to a supplier, and so is one that the side may not see", async () => {
    const database = await open();
    await fillSmall(database, mates);
    await takeWallDown(database);
    const named = { DD1010001: "DD1020001", DD1010004: "DD1010000", DD1010007: "DD1010001" };
    for (const [Billid, mate] of Object.entries(named)) {
      await database.kysely.updateTable("bill").set({ mate }).where("Billid", "=", Billid).execute();
    }
    const joined = async (viewer: Viewer) => {
      const filter = JSON.stringify([{ field: "Billid", operator: "in", value: Object.keys(named) }]);
      const asked = { rows: "100", sort: "Id", filter };
      const page = await listPage(contextOf(database.kysely, mates, viewer), moduleOf(mates, "joined"), asked);
      return page.rows.map((row) => [row.Billid, row.GoodsName]);
    };
    const of = (provid: string) => `供应商${canary(SHOPS[0], provid)}`;
    expect(await joined(viewerOf(SHOPS[0])), "the shop sees all three").toEqual([
      ["DD1010001", of("102")],
      ["DD1010004", of("101")],
      ["DD1010007", of("101")],
    ]);
    expect(await joined(viewerOf(SHOPS[0], "101")), "not the other supplier's, and not the draft").toEqual([
      ["DD1010001", null],
      ["DD1010004", null],
      ["DD1010007", of("101")],
    ]);
  });
});

/** Lets a test change the log, which the database keeps from everybody. */
async function unchain({ kysely }: Database): Promise<void> {
  await sql`alter table event_log disable trigger user`.execute(kysely);
}

/** Changes everything the supplier cannot see: other rows, drafts, hidden columns, and adds some more. */
async function disturb(database: Database, { shopId, provId }: Viewer): Promise<void> {
  const db = database.kysely;
  await unchain(database);
  const others = sql<boolean>`("SHOP_ID" <> ${shopId} or "provid" is distinct from ${provId})`;
  await sql`update bill set "TotalMoney" = 777, "Provider" = 'canary changed', "Statu" = 10, "Remark" = 'r', "GradeId" = null where ${others}`.execute(
    db,
  );
  await sql`update bill set "TotalMoney" = 778, "Provider" = 'canary changed', "Remark" = null where "Statu" = 0`.execute(db);
  await sql`update bill set "secretNote" = 'changed', "GradeId" = "GradeId"`.execute(db);
  await sql`update bill_line set "secretNote" = 'changed'`.execute(db);
  await sql`update bill_line set "money" = 9, "GoodsName" = 'changed' where ${others}`.execute(db);
  await sql`update bill_line set "money" = 8, "GoodsName" = 'draft' where "Billid" in (select "Billid" from bill where "Statu" = 0)`.execute(
    db,
  );
  await sql`delete from bill where ${others} and "Id" % 2 = 0`.execute(db);
  await sql`update provider set "Provider" = 'changed', "secretNote" = 'x' where ${others}`.execute(db);
  await sql`update grade set "GradeName" = 'changed' where "SHOP_ID" <> ${shopId}`.execute(db);
  await sql`update board set "title" = 'changed' where "SHOP_ID" <> ${shopId} or "audience" <> 'all'`.execute(db);
  await sql`update event_log set "reason" = 'changed' where ${others}`.execute(db);
  await sql`update task_state set "taskcount" = 99 where ${others} or "side" = 'shop'`.execute(db);
  const Billid = "DD1010001";
  await db
    .insertInto("bill_line")
    .values({ SHOP_ID: shopId, provid: "102", Billid, LineNo: 99, GoodsName: "foreign line", money: 5 })
    .execute();
  const event = { SHOP_ID: shopId, action: "pay", reason: "foreign" };
  const elsewhere = { ...event, provid: provId, entity: "Other" };
  const ids = Array.from({ length: 60 }, (_, n) => String(n + 1));
  await db
    .insertInto("event_log")
    .values(
      ids.flatMap((bllid) => [
        { ...event, provid: "102", entity: "Bill", bllid },
        { ...elsewhere, bllid },
      ]),
    )
    .execute();
  const unread = ids.map((bllid) => ({ SHOP_ID: shopId, provid: provId, entity: "Other", bllid, side: "supplier", taskcount: 5 }));
  await db.insertInto("task_state").values(unread).execute();
}

describe("scope", () => {
  const nothing = null as never;
  test.each([
    ["no viewer", undefined],
    ["an empty viewer", {}],
    ["no shop", viewerOf("")],
    ["a short shop", viewerOf("1")],
    ["a shop with a space", viewerOf("000000001 ")],
    ["a shop with more behind it", viewerOf("0000000001\n")],
    ["a supplier without a code", viewerOf("0000000001", "101", { provId: "" })],
    ["a supplier with a blank code", viewerOf("0000000001", "101", { provId: "  " })],
    ["a supplier with null", viewerOf("0000000001", "101", { provId: null as never })],
    ["a shop user with a code", viewerOf("0000000001", "101", { side: "shop" })],
    ["an unknown side", viewerOf("0000000001", "", { side: "admin" as never })],
  ])("fails closed: %s", (_, viewer) => {
    expect(() => scoped({ db: nothing, registry, viewer: viewer as Viewer, now: new Date() })).toThrow(/no scope/);
  });

  test("no context is no scope", () => {
    expect(() => scoped(undefined as never)).toThrow(/no scope/);
    expect(() => scoped({} as never)).toThrow(/no scope/);
  });
});
