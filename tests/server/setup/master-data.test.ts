import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { setUp } from "../../../src/server/features/setup/set-up.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import type { Registry } from "../../../src/shared/registry/model.ts";
import { call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { TODAY } from "../app/fixtures/world.ts";
import { openAsLogin } from "../db/fixtures/test-database.ts";

const PASSWORD = "Own-words-77";
const SHOP = "1000000001";
const MALL = "1000000002";
const NOW = new Date(`${TODAY}T10:00:00+08:00`);
const STORE = { StoreId: "01", StoreName: "清风东店", InvTitle: "清风百货有限公司", TaxNo: "91DEMO0000000SHOP1" };
const SUPPLIER = {
  provid: "100001",
  Provider: "晨露食品有限公司",
  OperMode: "1",
  TaxNo: "91DEMO0000000PROV1",
  contact: "林静",
  tel: "19900008888",
  BankName: "示例银行",
  BankAcct: "6222000011112222",
  settleCycle: "1",
  settleDays: "30",
  taxRate: "0.13",
};
const GOODS = {
  GoodsId: "G1",
  Barcode: "6901234567892",
  GoodsName: "鲜牛奶",
  unit: "盒",
  CategoryId: "A",
  provid: "100001",
  price: "6.50",
  cost: "4.20",
};

const VALUES = {
  kind: "retail",
  shop: SHOP,
  name: "清风百货",
  market: MALL,
  marketName: "清风广场",
  profile: "plain",
  user: "wang.yi",
  userName: "王一",
};
const fill = Object.assign(
  ({ kysely }: Database, registry: Registry) => setUp(kysely, registry, "operator", VALUES, { password: PASSWORD, isGiven: false }, NOW),
  { template: "set_up" },
);

/** From an empty database, by the pages alone (docs/decisions/106). */
describe("master data by hand", () => {
  let portal: Portal;
  let admin: string;
  beforeAll(async () => {
    portal = await openPortal({ open: openAsLogin, fill });
  });
  beforeEach(async () => {
    admin = await signIn(portal, "wang.yi", PASSWORD);
  });

  const save = (mdl: number, fields: Readonly<Record<string, string>>) => call(portal, admin, `Module/${mdl}/Save`, fields);
  const rows = async (mdl: number): Promise<readonly Row[]> =>
    (await call(portal, admin, `Module/${mdl}/GetPage`, { page: "1", rows: "50" })).Result.rows;
  const change = async (mdl: number, fields: Readonly<Record<string, string>>) => {
    const [row] = await rows(mdl);
    return save(mdl, { id: String(row?.Id), rowver: String(row?.rowver), ...fields });
  };
  const begin = async () => {
    const { Result } = await call(portal, admin, "login/GetHomePageData");
    return (Result.begin ?? []).map(({ mdl }: { mdl: number }) => mdl);
  };

  it("is what the home page asks of a new shop, in its order, until it is there", async () => {
    expect(await begin()).toEqual([9011, 9012, 104, 9013, 801, 105]);
    expect(await save(9011, STORE)).toMatchObject({ Code: 200 });
    expect(await save(9012, { CategoryId: "A", CategoryName: "乳品" })).toMatchObject({ Code: 200 });
    expect(await save(104, SUPPLIER)).toMatchObject({ Code: 200 });
    expect(await save(9013, GOODS)).toMatchObject({ Code: 200 });
    expect(await save(801, { USER_ID: "qian.er", UsrName: "钱二", GroupId: "buyer" })).toMatchObject({ Code: 200 });
    expect(await begin()).toEqual([105]);
    const [goods] = await rows(9013);
    // What is not typed comes from the supplier's terms and the category.
    expect(goods).toMatchObject({ CategoryName: "乳品", Provider: "晨露食品有限公司", OperMode: 1, taxRate: "0.130000", statu: 1 });
    const [supplier] = await rows(104);
    expect(supplier).toMatchObject({ statu: 1, Isstop: false, BankAcct: "6222000011112222", settleDays: 30 });
  });

  it("proposes the units and brands that the shop has used, and takes any other", async () => {
    for (const [GoodsId, unit, Brand] of [
      ["G3", "盒", "晨露"],
      ["G4", "大盒", "晨露"],
      ["G5", "kg", "露天"],
    ] as const)
      expect(await save(9013, { ...GOODS, GoodsId, Barcode: "", unit, Brand })).toMatchObject({ Code: 200 });
    const proposed = async (field: string, search: string) =>
      (await call(portal, admin, "Module/9013/Options", { field, search })).Result.map(({ value }: { value: string }) => value);
    expect(await proposed("unit", "盒")).toEqual(["盒", "大盒"]);
    expect(await proposed("unit", "")).toHaveLength(3);
    expect(await proposed("Brand", "露")).toEqual(["露天", "晨露"]);
    expect(await proposed("Brand", "%")).toEqual([]);
    // Of no field that the page only shows.
    expect(await call(portal, admin, "Module/8805/Options", { field: "Brand", search: "" })).toMatchObject({ Code: 400 });
  });

  it("keeps codes and barcodes apart within the shop", async () => {
    for (const [mdl, fields] of [
      [9011, STORE],
      [9012, { CategoryId: "A", CategoryName: "又一" }],
      [104, SUPPLIER],
      [9013, { ...GOODS, Barcode: "" }],
      [9013, { ...GOODS, GoodsId: "G2" }],
    ] as const)
      expect((await save(mdl, fields)).Code).not.toBe(200);
    expect(await save(9013, { ...GOODS, GoodsId: "G2", Barcode: "6901234567899" })).toMatchObject({ Code: 400 });
    expect(await save(9012, { CategoryId: "B", CategoryName: "鲜奶", PrtId: "B" })).toMatchObject({ Code: 400 });
    // Whatever was not there before is not there now.
    expect([(await rows(9011)).length, (await rows(9013)).length]).toEqual([1, 4]);
  });

  it("is changed and stopped, and not deleted while something names it", async () => {
    expect(await change(9013, { price: "7.00", statu: "0" })).toMatchObject({ Code: 200 });
    expect((await rows(9013))[0]).toMatchObject({ price: "7.00", statu: 0 });
    expect(await change(9013, { GoodsId: "G9" })).toMatchObject({ Code: 400 });
    const [category] = await rows(9012);
    expect(await call(portal, admin, "Module/9012/Delete", { ids: String(category?.Id) })).toMatchObject({
      Code: 422,
    });
  });

  it("writes on a page what the page is for, and nothing else of the same row", async () => {
    expect(await change(8805, { price: "0.01" })).toMatchObject({ Code: 400 });
    expect(await change(102, { contractend: "2099-12-31" })).toMatchObject({ Code: 400 });
    expect(await change(102, { tel: "02188886666", address: "示例路1号" })).toMatchObject({ Code: 200 });
    expect((await rows(102))[0]).toMatchObject({ tel: "02188886666", contractend: null });
  });

  it("leaves a mall's own file to the mall", async () => {
    expect((await rows(102)).map(({ SHOP_ID }) => SHOP_ID)).toEqual([SHOP]);
    expect(await rows(101)).toEqual([]);
    const { Id } = await portal.database.kysely.selectFrom("shop").select("Id").where("SHOP_ID", "=", MALL).executeTakeFirstOrThrow();
    for (const mdl of [101, 102]) {
      expect((await save(mdl, { id: String(Id), rowver: "1", tel: "02100000000" })).Code).not.toBe(200);
      expect((await call(portal, admin, `Module/${mdl}/Get`, { id: String(Id) })).Code).toBe(404);
    }
  });
});
