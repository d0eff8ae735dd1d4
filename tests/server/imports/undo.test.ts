import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { stampUser } from "../../../src/server/auth/credentials.ts";
import type { UserWork } from "../../../src/server/engine/run-work.ts";
import { runWork } from "../../../src/server/engine/run-work.ts";
import { refuseUndo, undoLatest } from "../../../src/server/features/imports/undo-rows.ts";
import { type ImportRunRow, ImportRunStt } from "../../../src/server/generated/entities.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { takeWallDown } from "../db/fixtures/without-wall.ts";
import { NOW, STRANGER } from "../flows/fixtures/desk.ts";
import { module, registry } from "../flows/fixtures/real-registry.ts";
import { ImportDesk, type Imported, importer, OTHER_SHOP, PAGES } from "../import/fixtures/import-desk.ts";
import { inOtherShop, SAMPLES } from "../import/fixtures/samples.ts";

const names = Object.keys(SAMPLES) as Imported[];
/** What is told stays told. */
const TOLD: ReadonlySet<string> = new Set(["EventLog", "Message"]);

describeEngine("undoing what an import has written", (open) => {
  let desk: ImportDesk;
  beforeAll(async () => {
    desk = await ImportDesk.open(open);
    // What is the other shop's the program leaves alone by itself, as there may be no wall behind it.
    await takeWallDown(desk.database);
  });
  /** All rows of the shop but what is told, and but their versions. */
  const world = async (): Promise<Record<string, readonly Row[]>> => {
    const stored = Object.values(registry.entities).filter(
      ({ view, tenancy, name }) => view === null && tenancy !== "global" && !TOLD.has(name),
    );
    const tables: Record<string, readonly Row[]> = {};
    for (const { name } of stored) tables[name] = (await desk.find(name, {})).map(({ rowver: _version, ...row }) => row);
    // What came and went again has left a place in the stock, with nothing in it.
    tables.Stock = (tables.Stock ?? []).filter(({ amount }) => amount !== 0n);
    return tables;
  };
  const runOf = (name: Imported, run: string) => ({ Billid: run, entity: name, created: 1, stt: ImportRunStt.done }) as ImportRunRow;
  const inWork = <T extends object>(name: Imported, work: (at: UserWork) => Promise<T>): Promise<T> =>
    runWork(desk.as(importer()), module(PAGES[name]), { body: [] }, work);
  const undo = (name: Imported, run: string) =>
    inWork(name, async (at) => {
      await refuseUndo(at, runOf(name, run));
      return undoLatest(at, runOf(name, run));
    });
  const bring = (name: Imported, rows: readonly Record<string, string>[], run: string, next = false) =>
    desk.bring(PAGES[name], rows, { run, next });

  /** All rows of the other shop, with what is told and noted there. */
  const there = async (): Promise<string> => {
    const tables = Object.values(registry.entities).filter(({ view, tenancy }) => view === null && tenancy !== "global");
    const sums = [...tables.map(({ table }) => table), "_import_row"].map(async (table) => {
      const { rows } = await sql<{ rows: number; sum: string | null }>`
        select count(*)::int as rows, md5(string_agg(to_jsonb(t)::text, '' order by to_jsonb(t)::text)) as sum
        from ${sql.table(table)} t where t."SHOP_ID" = ${OTHER_SHOP}`.execute(desk.db);
      return [table, rows[0]];
    });
    return JSON.stringify(await Promise.all(sums));
  };

  it.each(names)("leaves the shop as it was, and another one's run of the same name: %s", async (name) => {
    const { rows, change, isUpdated } = SAMPLES[name](11);
    const who = importer({ shopId: OTHER_SHOP });
    for (const run of [`new ${name}`, `changed ${name}`]) {
      const theirs = inOtherShop(name, run === `new ${name}` ? rows : SAMPLES[name](12).rows);
      const ends = await desk.bring(PAGES[name], theirs, { run, next: name !== "Recede", who });
      expect(ends.flatMap(({ problems }) => problems)).toEqual([]);
    }
    const beyond = await there();
    const before = await world();
    // From what follows a return nothing leads back.
    const [made] = await bring(name, rows, `new ${name}`, name !== "Recede");
    expect([made?.state, made?.problems]).toEqual(["created", []]);
    const between = await world();
    expect(between).not.toEqual(before);
    if (isUpdated) {
      const changed = rows.map((row, index) => (index === 0 ? { ...row, ...change } : row));
      expect((await bring(name, changed, `changed ${name}`))[0]?.state).toBe("updated");
      // What a later run has changed is in the way of the earlier one.
      await expect(undo(name, `new ${name}`)).rejects.toThrow(/^不能撤销：.*导入后已被修改/);
      expect(await undo(name, `changed ${name}`)).toEqual({ undone: 1, inTheWay: [] });
      expect(await world()).toEqual(between);
    }
    expect(await undo(name, `new ${name}`)).toEqual({ undone: 1, inTheWay: [] });
    expect(await world()).toEqual(before);
    expect(await there()).toBe(beyond);
    const id = Number(made?.id);
    const last = (await desk.events(name, id)).at(-1);
    expect(last).toMatchObject({ action: "delete", reason: `撤销导入 new ${name}`, UsrName: "王思远" });
  });

  it("takes back what was only submitted, as who wrote it may not approve it", async () => {
    const before = await world();
    const [made] = await bring("Contract", SAMPLES.Contract(14).rows, "submitted", true);
    await desk.patch("Contract", { Id: Number(made?.id) }, { Statu: 10 });
    await sql`update _import_row n set rowver = t.rowver from contract t where n.run = 'submitted' and n.row_id = t."Id"`.execute(desk.db);
    expect(await undo("Contract", "submitted")).toEqual({ undone: 1, inTheWay: [] });
    expect((await world()).Contract).toEqual(before.Contract);
    const reasons = (await desk.events("Contract", Number(made?.id))).slice(-3).map(({ action, reason }) => [action, reason]);
    expect(reasons).toEqual(["reject", "reopen", "delete"].map((action) => [action, "撤销导入 submitted"]));
  });

  // As 反审核 leaves it: what the first contract of a supplier has said stands in his file (docs/decisions/98).
  it("leaves in the supplier's file what his first contract said", async () => {
    const before = await world();
    const rows = SAMPLES.Contract(13).rows.map((row) => ({ ...row, provid: STRANGER }));
    const [made] = await bring("Contract", rows, "first contract", true);
    expect([made?.state, made?.problems]).toEqual(["created", []]);
    expect(await undo("Contract", "first contract")).toEqual({ undone: 1, inTheWay: [] });
    const [{ Provider: providers = [], ...left }, { Provider: were = [], ...was }] = [await world(), before];
    expect(left).toEqual(was);
    const filed = { OperMode: 2, settleCycle: 1, settleDays: 15, taxRate: 90_000n, contractend: "2026-06-29" };
    expect(providers).toEqual(were.map((row) => (row.provid === STRANGER ? { ...row, ...filed } : row)));
  });

  it("is refused where the documents have gone a way that nothing leads back from", async () => {
    const place = { StoreId: "S1", GoodsId: "G1" };
    if ((await desk.patch("Stock", place, { amount: 9000n })) === 0) await desk.put("Stock", { ...place, provid: "105001", amount: 9000n });
    const [made] = await bring("Recede", SAMPLES.Recede(12).rows, "cleared", true);
    expect([made?.state, made?.problems]).toEqual(["created", []]);
    await expect(undo("Recede", "cleared")).rejects.toThrow("不能撤销：退货单 ERP-T12 已清退，没有相反的操作");
  });

  it("is refused once an account was used, or nothing is noted of it any more", async () => {
    await bring("User", SAMPLES.User(12).rows, "used");
    await stampUser(desk.db, registry, "zhao.liu12", "lastlogin", NOW);
    await expect(undo("User", "used")).rejects.toThrow("不能撤销：用户 zhao.liu12 赵六 已登录过");
    await expect(undo("User", "forgotten")).rejects.toThrow("不能撤销：这次导入的明细已过保存期");
  });
});
