import { beforeAll, describe, expect, it } from "vitest";
import { runOpenJobs } from "../../../src/server/engine/jobs/job-runner.ts";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import type { ImportRunView } from "../../../src/shared/protocol/import.ts";
import { call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { EXPIRED, SHOP, TODAY } from "../app/fixtures/world.ts";
import { article, csv, GOODS, HEADINGS, Importer, RUNS } from "./fixtures/importing.ts";

const file = (...ids: readonly string[]) => csv([[...HEADINGS], ...ids.map((id) => article(id))]);

describe("who may bring files in, and see what was brought in", () => {
  let portal: Portal;
  let admin: Importer;
  let clerk: Importer;
  let run: ImportRunView;
  beforeAll(async () => {
    portal = await openPortal();
    await grant("clerk", GOODS, "query,add,edit,import");
    [admin, clerk] = [await importer("admin"), await importer("clerk")];
    run = await clerk.bring(GOODS, csv([[...HEADINGS], article("R1"), article("R2", { provid: "nobody" })]));
  });
  const importer = async (user: string) => new Importer(portal, await signIn(portal, user));
  const entityOf = (name: string) => {
    const entity = portal.registry.entities[name];
    if (!entity) throw new Error(`no entity ${name}`);
    return entity;
  };
  const grant = (GroupId: string, MdlId: number, Funcs: string, shop = SHOP) =>
    portal.database.kysely.transaction().execute(async (trx) => {
      await sqlStore(trx, shop).remove(entityOf("GroupModule"), { GroupId, MdlId });
      await sqlStore(trx, shop).insert(entityOf("GroupModule"), [{ GroupId, MdlId, Funcs }]);
    });
  const codes = async (one: Importer, mdl: number, id = run.run) => {
    const asked = ["Status", "BadRows", "Undo", "Preview", "Start", "Notices"];
    return Promise.all(asked.map(async (path) => (await one.ask(path, { mdl, run: id, mode: "good" })).Code));
  };

  it("whoever has the function on the page, and nobody else, by any of the calls", async () => {
    const other = await importer("none");
    for (const path of ["GetForm", "Template"]) expect((await other.ask(path, { mdl: GOODS })).Code, path).toBe(403);
    expect((await other.upload(GOODS, file("X1"))).Code).toBe(403);
    expect((await clerk.upload(8901, file("X1"))).Code).toBe(403);
    expect((await clerk.ask("GetForm", { mdl: 510 })).Code).toBe(403);
    expect((await call(portal, null, "Import/GetForm", { mdl: String(GOODS) })).status).toBe(401);
  });

  it("sees his own runs on the page; somebody else's are for the page of all runs", async () => {
    expect((await clerk.ask("Status", { mdl: GOODS, run: run.run })).Result).toMatchObject({ state: "done", mayUndo: true });
    expect(await codes(admin, GOODS)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await admin.ask("GetForm", { mdl: GOODS })).Result.runs).toEqual([]);
    expect((await admin.ask("Status", { mdl: RUNS, run: run.run })).Result).toMatchObject({ number: run.number, user: "名-clerk" });
    expect((await admin.file("BadRows", { mdl: RUNS, run: run.run })).name).toBe(`${run.number}-问题行.xlsx`);
    for (const functions of ["", "export"]) {
      await grant("clerk", RUNS, functions);
      expect((await clerk.ask("Status", { mdl: RUNS, run: run.run })).Code).toBe(403);
    }
    // What a supplier has brought in is his.
    const own = { provid: "102001", MdlId: 514, entity: "TaxInvoice", USER_ID: "s1", Billid: "DR1", stt: 20 };
    const [theirs] = await portal.database.kysely.transaction().execute((trx) => sqlStore(trx, SHOP).insert(entityOf("ImportRun"), [own]));
    expect((await admin.ask("Status", { mdl: RUNS, run: Number(theirs?.Id) })).Code).toBe(404);
    const list = await call(portal, admin.token, `Module/${RUNS}/GetPage`, {});
    expect(list.Result.rows.map(({ Billid }: { Billid: string }) => Billid)).toEqual([run.number]);
  });

  it("takes back what was brought in with the function on its page alone", async () => {
    await grant("clerk", RUNS, "query");
    const own = await clerk.bring(GOODS, file("R3"));
    await grant("clerk", GOODS, "query,add,edit");
    expect((await clerk.ask("Undo", { mdl: GOODS, run: own.run })).Code).toBe(403);
    expect((await clerk.ask("Undo", { mdl: RUNS, run: own.run })).Code).toBe(403);
    expect((await clerk.ask("BadRows", { mdl: RUNS, run: run.run })).Code).toBe(403);
    expect(await admin.undo(RUNS, own.run)).toMatchObject({ state: "undone" });
    await grant("clerk", GOODS, "query,add,edit,import");
  });

  it("another shop's runs are nobody's here, and what is written is the own shop's", async () => {
    await grant("admin", GOODS, "query,add,edit,import", EXPIRED);
    for (const user of ["late", "mall01"]) {
      const other = await importer(user);
      const told = await codes(other, RUNS);
      expect(
        told.every((code) => code === 404 || code === 403),
        `${user} ${told.join()}`,
      ).toBe(true);
      const list = await call(portal, other.token, `Module/${RUNS}/GetPage`, {});
      expect(list.Result?.rows ?? []).toEqual([]);
    }
    const supplier = await importer("s1");
    expect((await codes(supplier, RUNS)).every((code) => code === 403)).toBe(true);
    const shops = await portal.database.kysely.selectFrom("goods").select("SHOP_ID").where("GoodsId", "=", "R1").execute();
    expect(shops).toEqual([{ SHOP_ID: SHOP }]);
  });

  it("who loses the function while rows are written writes no more of them", async () => {
    const { Result } = await clerk.upload(GOODS, file("L1"));
    await grant("clerk", GOODS, "query,add,edit");
    expect((await clerk.ask("Start", { mdl: GOODS, run: Result.run, mode: "good" })).Code).toBe(403);
    await grant("clerk", GOODS, "query,add,edit,import");
    portal.stopping.abort();
    expect((await clerk.ask("Start", { mdl: GOODS, run: Result.run, mode: "good" })).Code).toBe(200);
    await grant("clerk", GOODS, "query,add,edit");
    const stopping = new AbortController().signal;
    const now = () => new Date(`${TODAY}T10:00:00+08:00`);
    await runOpenJobs({
      db: portal.database.kysely,
      registry: { current: () => portal.registry, isChanging: () => false },
      now,
      log: () => undefined,
      stopping,
    });
    const [ended] = await portal.database.kysely.selectFrom(entityOf("ImportRun").table).selectAll().where("Id", "=", Result.run).execute();
    expect(ended).toMatchObject({ stt: 30, message: "导入人已停用，或不再有导入权限，没有导入任何数据" });
  });
});
