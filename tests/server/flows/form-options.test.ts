import { beforeAll, expect, it } from "vitest";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import { formOptions, type OptionsRequest } from "../../../src/server/screens/form-options.ts";
import { formSourceLines } from "../../../src/server/screens/form-source-lines.ts";
import { projectForm } from "../../../src/server/screens/project-form.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { FormDesk, formEntity, formModule, formViewer, type ModuleName, refusalOf, STRANGER, SUPPLIER } from "./fixtures/form-desk.ts";

describeEngine("a form", (open) => {
  let desk: FormDesk;
  beforeAll(async () => {
    desk = await FormDesk.open(open);
  });
  const form = (name: ModuleName, who: Viewer = formViewer()) => projectForm(desk.as(who), formModule(name));
  const options = (name: ModuleName, request: Partial<OptionsRequest>, who: Viewer = formViewer()) =>
    formOptions(desk.as(who), formModule(name), { field: "provid", entity: "", wanted: { search: "" }, row: {}, ...request });
  const valuesOf = async (found: ReturnType<typeof options>) => (await found).map(({ value }) => value);

  it("shows what the viewer may write, what is derived from it, and what it starts with", () => {
    const spec = form("orders");
    expect(spec?.sections.map(({ fields }) => fields)).toEqual([
      ["busdate", "provid", "Provider", "StoreId", "StoreName", "contact", "arrivedate", "email"],
      ["producer", "province", "amount", "order_cost", "size", "secret", "urgent"],
    ]);
    expect(spec?.fields.busdate).toMatchObject({ isWritable: true, isRequired: true, initial: "2025-06-30" });
    expect(spec?.fields.provid).toMatchObject({ isWritable: true, isFixed: true });
    expect(spec?.fields.StoreName).toMatchObject({ isWritable: false, derived: { kind: "copy", via: "StoreId" } });
    expect(spec?.fields.Statu).toBeUndefined();
    expect(spec?.lines).toMatchObject([
      { entity: "OrderLine", columns: ["GoodsId", "GoodsName", "amount", "cost", "order_cost"], sourceVia: null },
    ]);
    expect(spec?.lines[0]?.fields.GoodsId).toMatchObject({ narrowedBy: ["provid"], isWritable: true });
    expect(spec?.rules).toHaveLength(1);
    expect(form("receipts")?.lines).toMatchObject([{ entity: "ReceiptLine", sourceVia: "OrderBillid" }]);
  });

  it("is none for whoever may write nothing, and asks no supplier for its own code", () => {
    expect(form("orders", formViewer(SUPPLIER))).toBeNull();
    expect(form("orders", formViewer("", { rights: new Map([[1001, new Set(["query", "del"])]]) }))).toBeNull();
    expect(form("quotes")).toBeNull();
    expect(form("quotes", formViewer(SUPPLIER))?.fields.provid?.isWritable ?? false).toBe(false);
  });

  it("offers the rows that may be chosen, by code and by name, with what they give", async () => {
    expect(await valuesOf(options("orders", {}))).toEqual([SUPPLIER, STRANGER]);
    expect(await valuesOf(options("orders", { wanted: { search: "商102" } }))).toEqual([STRANGER]);
    expect(await valuesOf(options("orders", { wanted: { search: "%" } }))).toEqual([]);
    expect(await options("orders", { wanted: { search: "101" } })).toEqual([
      { value: SUPPLIER, label: "供应商101", fill: { Provider: "供应商101", contact: "联系人101" } },
    ]);
    expect(await valuesOf(options("orders", { field: "StoreId" }))).toEqual(["S1", "S2"]);
  });

  it("tells a code's row also where it may no longer be chosen", async () => {
    expect(await options("orders", { wanted: { codes: ["109", "nobody"] } })).toMatchObject([{ value: "109", label: "停用供应商" }]);
  });

  it("narrows by what is filled in", async () => {
    const line = { entity: "OrderLine", field: "GoodsId" };
    expect(await valuesOf(options("orders", { ...line, row: { provid: STRANGER } }))).toEqual(["G1021", "G1022", "G1023"]);
    expect(await valuesOf(options("orders", line))).toHaveLength(6);
    const [first] = await options("orders", { ...line, wanted: { search: "G1012" }, row: { provid: SUPPLIER } });
    expect(first).toEqual({ value: "G1012", label: "商品101-2", fill: { GoodsName: "商品101-2", cost: "25.00" } });
  });

  it("offers a supplier its own rows, and names of what is the shop's", async () => {
    const mine = formViewer(STRANGER);
    expect(await valuesOf(options("quotes", { field: "GoodsId" }, mine))).toEqual(["G1021", "G1022", "G1023"]);
    expect(await valuesOf(options("quotes", { field: "StoreId" }, mine))).toEqual(["S1", "S2", "S3"]);
    expect(await valuesOf(options("quotes", { field: "GoodsId", wanted: { codes: ["G1011"] } }, mine))).toEqual([]);
    expect((await refusalOf(options("quotes", { field: "provid" }, mine))).code).toBe(400);
    expect((await refusalOf(options("orders", {}, mine))).code).toBe(403);
  });

  it("refuses fields that are none to choose", async () => {
    for (const field of ["busdate", "Provider", "kind", "nothing", "__proto__", "constructor"]) {
      expect((await refusalOf(options("orders", { field }))).code, field).toBe(400);
    }
    for (const entity of ["ReceiptLine", "Nothing", "__proto__"]) {
      expect((await refusalOf(options("orders", { entity, field: "GoodsId" }))).code, entity).toBe(400);
    }
  });

  it("proposes the lines of the document it is made from", async () => {
    const order = await desk.order(["2", "3"]);
    const lines = () => formSourceLines(desk.as(formViewer()), formModule("receipts"), "ReceiptLine", String(order.Billid));
    expect((await refusalOf(lines())).code).toBe(404);
    await desk.work((store) => store.update(formEntity("Order"), { Id: order.Id ?? null }, { Statu: 10 }));
    expect(await lines()).toEqual([
      { GoodsId: "G1011", GoodsName: "商品101-1", amount: "2.000" },
      { GoodsId: "G1012", GoodsName: "商品101-2", amount: "3.000" },
    ]);
    const wrong = formSourceLines(desk.as(formViewer()), formModule("orders"), "OrderLine", "x");
    expect((await refusalOf(wrong)).code).toBe(400);
  });
});
