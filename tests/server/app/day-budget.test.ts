import { beforeAll, describe, expect, it } from "vitest";
import { ExportStore } from "../../../src/server/engine/exports/export-store.ts";
import { forgetOldBudgets } from "../../../src/server/http/day-budget.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { picture, send } from "./fixtures/uploads.ts";
import { SHOP } from "./fixtures/world.ts";

const DAY_MS = 86_400_000;

describeEngine("what a user and a shop may have in a day", (open) => {
  let portal: Portal;
  beforeAll(async () => {
    const dailyLimits = { rows: { user: 2500, shop: 4000 }, exports: { user: 2, shop: 3 }, uploads: { user: 1, shop: 2 } };
    portal = await openPortal({ open, settings: { dailyLimits } });
  });

  const exportedBy = async (user: string, page = "1") => {
    const { Code, Msg } = await call(portal, await signIn(portal, user), "Module/510/GetPage", { page, purpose: "export" });
    return Code === 200 ? 200 : `${Code} ${Msg}`;
  };

  it("is so many exports, each counted once however many pieces it comes in", async () => {
    expect([await exportedBy("s1"), await exportedBy("s1", "2"), await exportedBy("s1", "3"), await exportedBy("s1")]).toEqual([
      200, 200, 200, 200,
    ]);
    expect(await exportedBy("s1")).toBe("429 您今天的导出次数已达上限（2），请明天再试，或联系系统管理员调整每日限额");
  });

  it("counts for the whole shop, and not for others", async () => {
    // What a user was refused does not count for his shop.
    expect(await exportedBy("admin")).toBe(200);
    expect(await exportedBy("admin")).toBe("429 贵单位今天的导出次数已达上限（3），请明天再试，或联系系统管理员调整每日限额");
    expect(await exportedBy("s3")).toBe(200);
  });

  it("is so many uploads", async () => {
    const token = await signIn(portal, "s1");
    const bytes = await picture().png().toBuffer();
    const upload = async () => (await send(portal, token, bytes, { filename: "a.png" })).Code;
    expect([await upload(), await upload()]).toEqual([200, 429]);
  });

  it("is so many rows, counted in thousands", async () => {
    const token = await signIn(portal, "s2");
    const list = async () => (await call(portal, token, "Module/8901/GetPage", { page: "1", rows: "999999999" })).Code;
    const { database, registry } = portal;
    const table = registry.entities.Order?.table ?? "";
    const [order] = await database.kysely.selectFrom(table).selectAll().where("provid", "=", "102002").where("Statu", ">", 0).execute();
    if (order === undefined) throw new Error("no order");
    const { Id: _id, ...row } = order;
    const more = Array.from({ length: 1000 }, (_, n) => ({ ...row, Billid: `DD-${n}` }));
    for (let n = 0; n < 1000; n += 100)
      await database.kysely
        .insertInto(table)
        .values(more.slice(n, n + 100))
        .execute();
    expect([await list(), await list(), await list(), await list()]).toEqual([200, 200, 200, 429]);
    expect(await list()).toBe(429);
  });

  it("begins anew every day, and what was yesterday's is forgotten", async () => {
    portal.advance(DAY_MS);
    expect(await exportedBy("s1")).toBe(200);
    const days = async () =>
      (await portal.database.kysely.selectFrom("_spent").select("day").distinct().orderBy("day").execute()).map(({ day }) => day);
    expect(await days()).toEqual(["2025-06-30", "2025-07-01"]);
    await forgetOldBudgets(portal.database.kysely, new Date("2025-07-02T10:00:00+08:00"));
    expect(await days()).toEqual(["2025-07-01"]);
  });

  it("is used up by no export that is refused for what it asks, or as too many are under way; and by many at once as by one after another", async () => {
    portal.advance(DAY_MS);
    const token = await signIn(portal, "s1");
    const ask = (path: string, params: Readonly<Record<string, string>>) => call(portal, token, `Module/510/${path}`, params);
    for (const path of ["Export", "ExportRows", "GetPage"])
      for (const wrong of [{ columns: "nix" }, { filter: "[7]" }, { sort: "nix" }])
        expect((await ask(path, { purpose: "export", ...wrong })).Code, `${path} ${JSON.stringify(wrong)}`).toBe(400);
    expect((await ask("Export", { format: "pdf" })).Code).toBe(400);
    const store = new ExportStore(portal.database.kysely, () => new Date("2025-07-03T10:00:00+08:00"));
    const one = { maker: { userId: "s1", shopId: SHOP }, mdl: 510, title: "x", format: "csv", rights: "" } as const;
    const opened = await Promise.all(Array.from({ length: 5 }, () => store.open(one)));
    expect(await ask("Export", {})).toMatchObject({ Code: 429, Msg: expect.stringMatching(/^您已有 5 个导出在进行/) });
    for (const id of opened) await store.cancel(id);
    const clerk = await signIn(portal, "clerk");
    expect((await call(portal, clerk, "Module/8901/Export", { format: "pdf" })).Code).toBe(403);
    const together = await Promise.all(["Export", "ExportRows", "GetPage", "Export"].map((path) => ask(path, { purpose: "export" })));
    expect(together.map(({ Code }) => Code).sort()).toEqual([200, 200, 429, 429]);
  });
});

describe("readiness", () => {
  it("tells whether a row can be written", async () => {
    const portal = await openPortal();
    const ready = async () => (await portal.app.inject({ method: "GET", url: "/readyz" })).statusCode;
    expect(await ready()).toBe(200);
    await portal.database.kysely.schema.dropTable("_ready").execute();
    // What was found a moment ago is told again; so many who ask do not write so often.
    expect(await ready()).toBe(200);
    await expect.poll(ready).toBe(503);
  });
});
