import { beforeAll, expect, it } from "vitest";
import type { UserWork } from "../../../src/server/engine/run-work.ts";
import { runWork } from "../../../src/server/engine/run-work.ts";
import { refuseUndo, undoLatest } from "../../../src/server/features/imports/undo-rows.ts";
import { type ImportRunRow, ImportRunStt } from "../../../src/server/generated/entities.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
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
    const [made] = await bring(name, rows, `new ${name}`, true);
    expect(made?.state).toBe("created");
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
});
