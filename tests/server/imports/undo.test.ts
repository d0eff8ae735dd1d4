import { beforeAll, expect, it } from "vitest";
import { stampUser } from "../../../src/server/auth/credentials.ts";
import type { UserWork } from "../../../src/server/engine/run-work.ts";
import { runWork } from "../../../src/server/engine/run-work.ts";
import { refuseUndo, undoLatest } from "../../../src/server/features/imports/undo-rows.ts";
import { type ImportRunRow, ImportRunStt } from "../../../src/server/generated/entities.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { NOW } from "../flows/fixtures/desk.ts";
import { module, registry } from "../flows/fixtures/real-registry.ts";
import { ImportDesk, type Imported, importer, PAGES } from "../import/fixtures/import-desk.ts";
import { SAMPLES } from "../import/fixtures/samples.ts";

const names = Object.keys(SAMPLES) as Imported[];
/** What is told stays told. */
const TOLD: ReadonlySet<string> = new Set(["EventLog", "Message"]);

describeEngine("undoing what an import has written", (open) => {
  let desk: ImportDesk;
  beforeAll(async () => {
    desk = await ImportDesk.open(open);
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

  it.each(names)("leaves the shop as it was: %s", async (name) => {
    const { rows, change, isUpdated } = SAMPLES[name](11);
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
    const id = Number(made?.id);
    const last = (await desk.events(name, id)).at(-1);
    expect(last).toMatchObject({ action: "delete", reason: `撤销导入 new ${name}`, UsrName: "王思远" });
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
