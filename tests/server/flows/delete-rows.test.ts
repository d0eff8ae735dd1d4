import { beforeAll, expect, it } from "vitest";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { FormDesk, formEntity, formViewer, OTHER_SHOP, refusalOf, SUPPLIER } from "./fixtures/form-desk.ts";

describeEngine("deleting rows", (open) => {
  let desk: FormDesk;
  beforeAll(async () => {
    desk = await FormDesk.open(open);
  });
  const idOf = (row: { Id?: unknown }) => Number(row.Id);
  const isThere = async (row: { Id?: unknown }) => (await desk.find("Order", { Id: idOf(row) })).length === 1;

  it("takes their lines and counters with them, and leaves the history", async () => {
    const [one, two] = [await desk.order(["1", "2"]), await desk.order(["3"])];
    expect(await desk.remove("orders", [idOf(one), idOf(two)])).toMatchObject({
      results: [{ id: idOf(one), Code: 200 }, { id: idOf(two) }],
    });
    expect([await isThere(one), await isThere(two)]).toEqual([false, false]);
    expect(await desk.lines("OrderLine", one)).toEqual([]);
    expect(await desk.find("TaskState", { entity: "Order", bllid: String(one.Id) })).toEqual([]);
    expect(await desk.events("Order", idOf(one))).toMatchObject([{ action: "create" }, { action: "delete", reason: one.Billid }]);
  });

  it("does all or nothing, and names the row that refuses", async () => {
    const [good, audited] = [await desk.order(["1"]), await desk.order(["1"])];
    await desk.work((store) => store.update(formEntity("Order"), { Id: idOf(audited) }, { Statu: 10 }));
    const { code, message } = await refusalOf(desk.remove("orders", [idOf(good), idOf(audited)]));
    expect([code, message]).toEqual([409, `单据状态已变化，请刷新后重试（${audited.Billid}）`]);
    expect(await isThere(good)).toBe(true);
  });

  it("refuses what other rows refer to", async () => {
    await desk.put("Store", { StoreId: "USED", StoreName: "在用" });
    const [store] = await desk.find("Store", { StoreId: "USED" });
    const order = await desk.order(["1"], { StoreId: "USED" });
    expect(await refusalOf(desk.remove("stores", [idOf(store ?? {})]))).toMatchObject({ code: 422, message: "单据已被后续业务引用" });
    await desk.remove("orders", [idOf(order)]);
    await desk.remove("stores", [idOf(store ?? {})]);
    expect(await desk.find("Store", { StoreId: "USED" })).toEqual([]);
  });

  it("reaches nothing beyond the viewer's rows, and asks for right, side and version", async () => {
    const foreign = await desk.put("Order", { Billid: "DD-y", provid: SUPPLIER, kind: "plain" }, OTHER_SHOP);
    const row = await desk.order(["1"]);
    expect((await refusalOf(desk.remove("orders", [idOf(row), idOf(foreign)]))).code).toBe(404);
    expect((await refusalOf(desk.remove("orders", [idOf(row)], formViewer(SUPPLIER)))).code).toBe(403);
    const may = formViewer("", { rights: new Map([[1001, new Set(["query", "edit"])]]) });
    expect((await refusalOf(desk.remove("orders", [idOf(row)], may))).code).toBe(403);
    expect((await refusalOf(desk.remove("orders", [idOf(row)], formViewer(), { seen: new Map([[idOf(row), 99]]) }))).code).toBe(409);
    expect(await isThere(row)).toBe(true);
  });

  it("answers the same key with the first answer", async () => {
    const row = await desk.order(["1"]);
    const request = { idempotencyKey: "delete-once" };
    const first = await desk.remove("orders", [idOf(row)], formViewer(), request);
    expect(await desk.remove("orders", [idOf(row)], formViewer(), request)).toEqual(first);
    expect((await refusalOf(desk.remove("orders", [idOf(row)]))).code).toBe(404);
  });
});
