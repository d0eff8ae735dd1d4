import { beforeAll, expect, it } from "vitest";
import { describeEnginesInLong } from "../db/fixtures/test-database.ts";
import { entity } from "../flows/fixtures/real-registry.ts";
import { type Cells, ImportDesk, type Imported, importPages, PAGES } from "./fixtures/import-desk.ts";
import { SAMPLES } from "./fixtures/samples.ts";

const names = Object.keys(SAMPLES) as Imported[];

it("every entity that can be brought in is tried", () => {
  expect([...new Set(importPages.map((page) => page.entity))].sort()).toEqual([...names].sort());
});

describeEnginesInLong("a file of rows", (open) => {
  let desk: ImportDesk;
  beforeAll(async () => {
    desk = await ImportDesk.open(open);
  });

  it.each(names)("brings in what is not there, finds it again, and changes what it may: %s", async (name) => {
    const { rows, change, isUpdated } = SAMPLES[name](1);
    const first = await desk.bring(PAGES[name], rows, { run: `first ${name}` });
    expect(first.map(({ state, problems }) => [state, problems])).toEqual(rows.map(() => ["created", []]));
    const id = Number(first[0]?.id);
    expect(first.map((end) => [end.id, end.key])).toEqual(rows.map(() => [id, first[0]?.key]));
    const stored = await desk.row(name, id);
    expect((await desk.events(name, id)).map(({ action, reason, UsrName }) => [action, reason, UsrName])).toEqual([
      ["create", "导入", "王思远"],
    ]);
    expect(await desk.noted(`first ${name}`)).toMatchObject([{ entity: name, row_id: String(id), action: "created", before: null }]);

    const again = await desk.bring(PAGES[name], rows, { run: `again ${name}` });
    expect(again).toEqual(first.map((end) => ({ ...end, state: "same" })));
    expect(await desk.row(name, id)).toEqual(stored);
    expect([await desk.noted(`again ${name}`), (await desk.events(name, id)).length]).toEqual([[], 1]);

    const changed: Cells[] = rows.map((row, index) => (index === 0 ? { ...row, ...change } : row));
    const [end] = await desk.bring(PAGES[name], changed, { run: `changed ${name}` });
    if (!isUpdated) {
      expect(end).toMatchObject({ state: "refused", id });
      expect(end?.problems[0]?.message).toMatch(/已存在，内容与系统中的不同，不能通过导入修改$/);
      expect(await desk.row(name, id)).toEqual(stored);
      return;
    }
    expect(end).toMatchObject({ state: "updated", id, problems: [] });
    const left = await desk.row(name, id);
    const [field = ""] = Object.keys(change);
    expect(left[field]).not.toEqual(stored[field]);
    if (entity(name).fields.rowver) expect(left.rowver).toBe(Number(stored.rowver) + 1);
    const [, edited] = await desk.events(name, id);
    expect(edited).toMatchObject({ action: "edit", UsrName: "王思远" });
    expect(edited?.reason).toMatch(/^导入；/);
    expect(edited?.reason).toContain(entity(name).fields[field]?.title);
    const [noted] = await desk.noted(`changed ${name}`);
    expect(noted).toMatchObject({ action: "updated", row_id: String(id) });
    expect(Object.keys(noted?.before as object)).toContain(field);
  });

  it.each(names)("tries everything and keeps nothing: %s", async (name) => {
    const { rows } = SAMPLES[name](2);
    const before = await desk.find(name, {});
    const ends = await desk.bring(PAGES[name], rows, { run: `trial ${name}`, isTrial: true });
    expect(ends.map(({ state }) => state)).toEqual(rows.map(() => "created"));
    expect([await desk.find(name, {}), await desk.noted(`trial ${name}`)]).toEqual([before, []]);
    if (name === "User") expect((await desk.bringAll(PAGES[name], rows, { isTrial: true })).notice).toBeUndefined();
  });

  it.each(names)("refuses one and brings in the others: %s", async (name) => {
    const [good, bad] = [SAMPLES[name](3), SAMPLES[name](4)];
    const wrong = bad.rows.map((row, index) => (index === 0 ? { ...row, Remark: "\u0007", [Object.keys(row)[0] ?? ""]: "\u0007" } : row));
    const ends = await desk.bring(PAGES[name], [...wrong, ...good.rows]);
    expect(ends.map(({ state }) => state)).toEqual([...wrong.map(() => "refused"), ...good.rows.map(() => "created")]);
  });
});
