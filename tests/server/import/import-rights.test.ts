import { beforeAll, describe, expect, it } from "vitest";
import { importKeys, importSpec } from "../../../src/server/engine/import/spec.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { SUPPLIER, viewer } from "../flows/fixtures/desk.ts";
import { entity, module, registry } from "../flows/fixtures/real-registry.ts";
import { ImportDesk, type Imported, importer, importPages, PAGES, without } from "./fixtures/import-desk.ts";
import { SAMPLES } from "./fixtures/samples.ts";

describeEngine("who brings rows in", (open) => {
  let desk: ImportDesk;
  beforeAll(async () => {
    desk = await ImportDesk.open(open);
  });

  it.each(Object.keys(SAMPLES) as Imported[])("needs the import's right, and those of the form: %s", async (name) => {
    const page = PAGES[name];
    expect(importSpec(desk.as(without(page, "import")), module(page))).toBeNull();
    const whole = desk.spec(page);
    const withoutRight = desk.bring(page, SAMPLES[name](1).rows, { who: without(page, "import"), spec: whole });
    await expect(withoutRight).rejects.toMatchObject({ code: 403 });
    const hasButton = (button: string) => module(page).actions.some((action) => action.name === button && action.transition === null);
    const spec = importSpec(desk.as(without(page, "add")), module(page));
    if (!hasButton("create")) expect(spec).toEqual(whole);
    else if (entity(name).import?.update.length === 0) expect(spec).toBeNull();
    else expect(spec).toMatchObject({ mayCreate: false, mayUpdate: true, next: [] });
  });

  it("makes nothing without the form's right to, and changes nothing without that one", async () => {
    const { rows, change } = SAMPLES.Goods(1);
    const changer = without(PAGES.Goods, "add");
    expect(await desk.bring(PAGES.Goods, rows, { who: changer })).toMatchObject([
      { state: "refused", problems: [{ message: "商品 N1 不存在，没有新增的权限" }] },
    ]);
    await desk.bring(PAGES.Goods, rows);
    const changed = [{ ...rows[0], ...change }];
    expect(await desk.bring(PAGES.Goods, changed, { who: without(PAGES.Goods, "edit") })).toMatchObject([
      { state: "refused", problems: [{ message: "商品 N1 已存在，没有修改的权限" }] },
    ]);
    expect(await desk.bring(PAGES.Goods, changed, { who: changer })).toMatchObject([{ state: "updated" }]);
  });

  it("is told by the keys that are needed", () => {
    expect(importKeys(registry, module(PAGES.Goods))).toEqual(["add", "edit", "import"]);
    expect(importKeys(registry, module(PAGES.Sale))).toEqual(["import"]);
    expect([...importKeys(registry, module(PAGES.Order))].sort()).toEqual(["add", "audit", "edit", "import"]);
  });

  it("says what has to be said: what a form fills in need not be", () => {
    const needed = (name: Imported) => desk.spec(PAGES[name]).columns.flatMap((column) => (column.isRequired ? [column.name] : []));
    expect(needed("Order")).toEqual(["provid", "StoreId", "OrderLine.GoodsId", "OrderLine.amount"]);
    expect(needed("Goods")).toEqual(["GoodsId", "GoodsName", "unit", "provid"]);
    expect(needed("Sale")).toEqual(["busdate", "StoreId", "GoodsId", "amount", "saleMoney"]);
  });

  it("lets new documents go further only where he may, in order", async () => {
    const page = PAGES.Recede;
    expect(desk.spec(page).next.map(({ action }) => action)).toEqual(["audit", "clear"]);
    expect(desk.spec(page, without(page, "audit")).next).toEqual([]);
    expect(desk.spec(page, without(page, "clear")).next.map(({ action }) => action)).toEqual(["audit"]);
    const stateOf = async (n: number, more: object) => {
      const [end] = await desk.bring(PAGES.Order, SAMPLES.Order(n).rows, more);
      return (await desk.row("Order", Number(end?.id))).Statu;
    };
    expect(await stateOf(1, {})).toBe(0);
    expect(await stateOf(2, { next: true })).toBe(10);
    expect(await stateOf(3, { next: true, who: without(PAGES.Order, "audit") })).toBe(0);
  });

  it("sees and writes no column that the page keeps from his side", async () => {
    const supplier = { ...viewer(SUPPLIER), hasAll: true };
    for (const page of importPages) {
      const spec = importSpec(desk.as(supplier), page);
      const of = entity(page.entity);
      const may = [of.save.create, of.save.edit].some((rule) => rule?.by.includes("supplier")) && page.audience.includes("supplier");
      expect(spec !== null, page.entry.title).toBe(may);
      for (const { name } of spec?.columns ?? []) expect(page.readable.supplier).toContain(name);
      expect(spec?.columns.map(({ name }) => name) ?? []).not.toContain(of.supplierField);
    }
  });

  it("gives nobody more than he holds, row by row", async () => {
    const page = PAGES.User;
    // The importer of this test is no administrator: his group holds nothing.
    await desk.put("User", { USER_ID: "xiao.wang", UsrName: "小王", UserKind: "retail", GroupId: "G02" });
    const who = importer({ userId: "xiao.wang", hasAll: false });
    const { ends, notice } = await desk.bringAll(
      page,
      [
        { USER_ID: "new.one", UsrName: "甲", GroupId: "G02" },
        { USER_ID: "new.two", UsrName: "乙", GroupId: "G01" },
        { USER_ID: "new.three", UsrName: "丙", GroupId: "G02" },
      ],
      { who },
    );
    expect(ends.map(({ state }) => state)).toEqual(["created", "refused", "created"]);
    expect(ends[1]?.problems[0]?.message).toMatch(/^用户“new.two”的权限超出您自己的权限/);
    expect(notice?.split("\n").map((line) => /new\.(one|two|three)/.exec(line)?.[1])).toEqual(["one", "three"]);
    expect(await desk.find("User", { USER_ID: "new.two" })).toEqual([]);
  });
});

describe("every page with an import", () => {
  it.each(importPages.map((page) => [`${page.id} ${page.entry.title}`, page] as const))(
    "%s shows what tells its rows, and all that a new one needs",
    (_title, page) => {
      const mall = importer({ isMall: true });
      const who = page.audience.includes("shop") ? importer() : mall;
      const spec = importSpec({ db: undefined as never, registry, viewer: who, now: new Date() }, page);
      const names = spec?.columns.map(({ name }) => name) ?? [];
      const word = entity(page.entity).import;
      expect(names).toEqual(expect.arrayContaining([...(word?.key ?? [])]));
      const needed = (word?.columns ?? []).filter((name) => entity(page.entity).fields[name]?.isRequired === true);
      expect(names).toEqual(expect.arrayContaining(needed));
    },
  );
});
