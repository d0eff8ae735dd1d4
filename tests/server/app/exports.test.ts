import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { forgetOldExports } from "../../../src/server/engine/exports/export-desk.ts";
import { ExportStore } from "../../../src/server/engine/exports/export-store.ts";
import { type ExportView, MOST_IN_BROWSER } from "../../../src/shared/protocol/export.ts";
import { databaseUrl, describeEngine } from "../db/fixtures/test-database.ts";
import { describeStores } from "../storage/fixtures/stores.ts";
import { ended, exported, fileOf, open as openBook, streamed, textsIn } from "./fixtures/exported.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { SHOP } from "./fixtures/world.ts";

/** Sales: as many as are written by the server, of which each call here sees those of one day. */
const PAGE = "8908";
const MANY = databaseUrl === undefined ? 3000 : 30_000;
const DAY = "2025-05-01";
const FEW_DAY = "2025-05-02";
const only = (day: string) => ({ filter: JSON.stringify([{ field: "busdate", operator: "between", value: [day, day] }]) });

describeStores("a long export", (openStore) =>
  describeEngine("rows", (open) => {
    let portal: Portal;
    let token: string;
    const sales = () => portal.registry.entities.Sale?.table ?? "";
    const db = () => portal.database.kysely;
    const ask = (path: string, params: Readonly<Record<string, string>> = {}, as = token) =>
      call(portal, as, `Module/${PAGE}/${path}`, params);
    const folders = () => portal.store.files().filter((name) => name.startsWith("export-"));
    beforeAll(async () => {
      portal = await openPortal({ open, store: await openStore() });
      token = await signIn(portal, "admin");
      const sale = {
        SHOP_ID: SHOP,
        provid: "102001",
        Provider: "102001",
        StoreId: "0501",
        StoreName: "东区店",
        saleMoney: 1234,
        amount: 1000,
      };
      const rows = (count: number, busdate: string, from = 0) =>
        Array.from({ length: count }, (_, n) => ({ ...sale, busdate, GoodsId: `=${from + n}` }));
      for (let at = 0; at < MANY; at += 3000)
        await db()
          .insertInto(sales())
          .values(rows(3000, DAY, at))
          .execute();
      await db().insertInto(sales()).values(rows(3, FEW_DAY)).execute();
    });

    /** Has it begun, and begun to read. */
    const running = async (job: string) => {
      for (let tries = 0; tries < 1000; tries++) {
        const view = (await ask("ExportStatus", { job })).Result as ExportView;
        if (view.state !== "waiting" && view.total !== null) return view;
        await sleep(5);
      }
      throw new Error("the export does not begin");
    };
    const start = async (params = {}) => ((await ask("Export", { ...only(DAY), ...params })).Result as ExportView).job;

    it("has the rows of one moment, whatever is changed meanwhile", async () => {
      const job = await start({ format: "csv" });
      await running(job);
      if (databaseUrl !== undefined) {
        await db().updateTable(sales()).set({ StoreName: "改过" }).where("busdate", "=", DAY).where("Id", "<", 1000).execute();
        await db().updateTable(sales()).set({ StoreName: "改过" }).where("busdate", "=", DAY).where("Id", ">=", 1000).execute();
      }
      expect(await ended(portal, token, PAGE, job)).toMatchObject({ state: "ready", rows: MANY, total: MANY });
      const text = (await fileOf(portal, token, PAGE, job)).toString("utf8");
      const lines = text.trimEnd().split("\r\n");
      expect(lines.filter((line) => line.includes("东区店"))).toHaveLength(MANY);
      expect(text).not.toContain("改过");
      expect(lines[1]?.startsWith("1,")).toBe(true);
      if (databaseUrl !== undefined) await db().updateTable(sales()).set({ StoreName: "东区店" }).where("StoreName", "=", "改过").execute();
    });

    it("that meets the tables of the next model is written once that one is served", async () => {
      const rename = (from: string, to: string) => db().schema.alterTable(sales()).renameColumn(from, to).execute();
      portal.beginChange();
      await rename("StoreName", "StoreTitle");
      const job = await start({ ...only(FEW_DAY), format: "csv" });
      // Longer than it takes to meet them.
      await sleep(1_000);
      expect((await ask("ExportStatus", { job })).Result).not.toMatchObject({ state: "failed" });
      await rename("StoreTitle", "StoreName");
      // Another version, as any model that changes tables is: it may have been met just before, and be told after.
      portal.changeRegistry({ ...portal.registry, version: "next" });
      expect(await ended(portal, token, PAGE, job)).toMatchObject({ state: "ready", rows: 3 });
      portal.changeRegistry(portal.registry);
    });

    it("holds texts that begin like a formula as texts, in both kinds of files", async () => {
      const [csv, xlsx] = [
        await exported(portal, token, PAGE, { ...only(FEW_DAY), format: "csv" }),
        await exported(portal, token, PAGE, only(FEW_DAY)),
      ];
      const text = (await fileOf(portal, token, PAGE, csv.job)).toString("utf8");
      expect(text).toContain(",'=0,");
      expect(text).not.toMatch(/,"?[=+@]/);
      const bytes = await fileOf(portal, token, PAGE, xlsx.job);
      expect(textsIn(openBook(bytes)).flat()).toContain("=0");
      expect(JSON.stringify(openBook(bytes).Sheets)).not.toContain('"f":');
    });

    it("says in how many words it is narrowed, or the filter itself", async () => {
      const told = await exported(portal, token, PAGE, { ...only(FEW_DAY), told: "营业日期：2025-05-02" });
      expect(textsIn(openBook(await fileOf(portal, token, PAGE, told.job)), 1)[1]).toEqual(["查询条件", "营业日期：2025-05-02"]);
      expect((await streamed(portal, token, PAGE, only(FEW_DAY))).head.about.filter).toBe(only(FEW_DAY).filter);
    });

    it("is its maker's alone: for others it is not there", async () => {
      const { job } = await exported(portal, token, PAGE, only(FEW_DAY));
      const supplier = await signIn(portal, "s1");
      const none = await ask("ExportStatus", { job: "none" });
      expect(none).toMatchObject({ Code: 404 });
      const own = (await call(portal, supplier, "Module/510/Export", {})).Result as ExportView;
      await ended(portal, supplier, "510", own.job);
      for (const path of ["ExportStatus", "ExportCancel", "ExportFile"]) {
        expect((await call(portal, token, `Module/510/${path}`, { job: own.job })).body, path).toBe(none.body);
        // Nor on another page of his own.
        expect((await call(portal, token, `Module/510/${path}`, { job })).body, path).toBe(none.body);
      }
      expect((await ask("ExportStatus")).Result.exports.map((one: ExportView) => one.job)).not.toContain(own.job);
      expect((await call(portal, supplier, "Module/510/ExportFile", { job: own.job })).status).toBe(200);
    });

    it("needs the right at its start, and for its file, which is not given with other rights than it was made with", async () => {
      const clerk = await signIn(portal, "clerk");
      for (const path of ["Export", "ExportRows"])
        expect(await call(portal, clerk, `Module/8901/${path}`), path).toMatchObject({ Code: 403, Msg: portal.registry.messages.NOFUNC });
      const { job } = await exported(portal, token, PAGE, only(FEW_DAY));
      await db().updateTable("_export").set({ rights: "others" }).where("id", "=", job).execute();
      expect(await ask("ExportFile", { job })).toMatchObject({ Code: 403, Msg: "您的权限在导出之后有变化，请重新导出" });
    });

    it("is not begun for somebody who may no longer sign in when his turn has come", async () => {
      const user = portal.registry.entities.User?.table ?? "";
      const jobs = [await start(), await start(), await start()];
      await db().updateTable(user).set({ statu: 0 }).where("USER_ID", "=", "admin").execute();
      const last = async () =>
        (
          await db()
            .selectFrom("_export")
            .select(["state", "note"])
            .where("id", "=", jobs[2] ?? "")
            .execute()
        )[0];
      await expect.poll(last).toEqual({ state: "failed", note: "账号已停用" });
      await db().updateTable(user).set({ statu: 1 }).where("USER_ID", "=", "admin").execute();
      token = await signIn(portal, "admin");
      for (const job of jobs.slice(0, 2)) await ended(portal, token, PAGE, job);
    });
    const stateOf = async (id: string) => (await db().selectFrom("_export").select("state").where("id", "=", id).executeTakeFirst())?.state;

    it("has the columns that were asked for, of the user's own list", async () => {
      expect(
        (await streamed(portal, token, PAGE, { ...only(FEW_DAY), columns: "StoreName,GoodsId" })).head.plan.columns.map(
          ({ field }) => field,
        ),
      ).toEqual(["StoreName", "GoodsId"]);
      for (const path of ["Export", "ExportRows"]) {
        expect(await ask(path, { columns: "StoreName,pwd" }), path).toMatchObject({ Code: 400, Msg: "参数 columns 应为列表中的列" });
        expect(await ask(path, { group: "pwd" }), path).toMatchObject({ Code: 400, Msg: "参数 group 应为列表中的列" });
        expect((await ask(path, { filter: "[{" })).Code, path).toBe(400);
        expect(await ask(path, { told: "长".repeat(2001) }), path).toMatchObject({ Code: 400 });
      }
      expect(await ask("Export", { format: "pdf" })).toMatchObject({ Code: 400, Msg: "参数 format 只支持 xlsx 或 csv" });
    });

    it("is cancelled: nothing is left of it", async () => {
      const before = folders();
      const job = await start();
      await running(job);
      expect((await ask("ExportCancel", { job })).Result).toMatchObject({ state: "cancelled" });
      expect((await ask("ExportFile", { job })).Code).toBe(404);
      await sleep(300);
      expect(await stateOf(job)).toBe("cancelled");
      expect(folders()).toEqual(before);
      const ready = await exported(portal, token, PAGE, only(FEW_DAY));
      expect(folders()).toHaveLength(before.length + 1);
      await ask("ExportCancel", { job: ready.job });
      expect(folders()).toEqual(before);
    });

    it("longer than the browser writes is refused to it, and to everybody beyond what the shop allows", async () => {
      if (databaseUrl === undefined) return;
      const { rows, end } = await streamed(portal, token, PAGE, only(DAY));
      expect(end).toEqual({ Code: 422, Msg: `一次最多导出 ${MOST_IN_BROWSER} 行，现在的行数更多，请缩小查询范围后再导出` });
      expect(rows.length).toBeLessThanOrEqual(MOST_IN_BROWSER);
    });

    it("is told to be interrupted where its server is no more, and is no file", async () => {
      const store = new ExportStore(db(), () => new Date(Date.parse("2025-01-01T00:00:00Z")));
      const maker = { userId: "admin", shopId: SHOP };
      const lost = await store.open({ maker, mdl: Number(PAGE), title: "x", format: "csv", rights: "" });
      await db()
        .updateTable("_export")
        .set({ created: new Date(Date.now() + 10 ** 11).toISOString() })
        .where("id", "=", lost)
        .execute();
      expect((await ask("ExportStatus", { job: lost })).Result).toMatchObject({
        state: "failed",
        note: "服务器重新启动，导出已中断，请重新导出",
      });
      expect((await ask("ExportFile", { job: lost })).Code).toBe(404);
      await db().deleteFrom("_export").where("id", "=", lost).execute();
    });

    it("waits in line, and so many of one user only", async () => {
      const jobs: string[] = [];
      for (let n = 0; n < 5; n++) jobs.push(await start({ format: "csv" }));
      expect(await ask("Export", only(DAY))).toMatchObject({ Code: 429, Msg: "您已有 5 个导出在进行，请等其中一个完成后再导出" });
      const states = await Promise.all(jobs.map(stateOf));
      expect(states.filter((state) => state === "waiting").length).toBeGreaterThanOrEqual(2);
      for (const job of jobs) expect((await ended(portal, token, PAGE, job)).state).toBe("ready");
    });

    it("is kept for a day", async () => {
      const { job, expires } = await exported(portal, token, PAGE, only(FEW_DAY));
      expect(expires).not.toBeNull();
      portal.advance(24 * 3_600_000 + 1000);
      token = await signIn(portal, "admin");
      expect((await ask("ExportFile", { job })).Code).toBe(404);
      expect((await ask("ExportStatus")).Result.exports).toEqual([]);
      const now = new Date(Date.now() + 10 ** 12);
      await forgetOldExports(new ExportStore(db(), () => now), portal.store.storage);
      expect(folders()).toEqual([]);
      expect(await db().selectFrom("_export").select("id").execute()).toEqual([]);
    });

    it("is ended by the server's own end, and says so", async () => {
      const job = await start();
      await running(job);
      await portal.app.close();
      const row = await db().selectFrom("_export").select(["state", "note"]).where("id", "=", job).executeTakeFirst();
      expect(row).toEqual({ state: "failed", note: "服务器重新启动，导出已中断，请重新导出" });
      expect(folders()).toEqual([]);
    });
  }),
);
