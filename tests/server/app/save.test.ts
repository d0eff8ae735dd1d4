import { beforeAll, expect, it } from "vitest";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { type Answer, call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { SHOP } from "./fixtures/world.ts";

const ORDERS = "Module/8901";
const SUPPLIER = "102001";
let portal: Portal;
let shop: string;
let supplier: string;

async function put(name: string, rows: readonly Row[]): Promise<void> {
  const entity = portal.registry.entities[name];
  if (!entity) throw new Error(`no entity ${name}`);
  await portal.database.kysely.transaction().execute((trx) => sqlStore(trx, SHOP).insert(entity, rows));
}

beforeAll(async () => {
  portal = await openPortal();
  portal.advance(86_400_000); // today's bill numbers are taken by what fills the world
  await put("Store", [
    { StoreId: "0201", StoreName: "惠民东区店", statu: 1 },
    { StoreId: "0202", StoreName: "惠民西区店", statu: 1 },
  ]);
  const goods = (provid: string) =>
    [1, 2, 3].map((n) => ({
      provid,
      GoodsId: `${provid}00${n}`,
      GoodsName: `商品${n}`,
      unit: "袋",
      cost: 125_000n,
      taxRate: 130_000n,
      statu: 1,
    }));
  await put("Goods", [...goods(SUPPLIER), ...goods("102002")]);
  shop = await signIn(portal, "admin");
  supplier = await signIn(portal, "s1");
});

const HEAD = { provid: SUPPLIER, StoreId: "0201", busdate: "2025-06-30", arrivedate: "2025-07-02", enddate: "2025-07-20" };
const LINES = [
  { GoodsId: `${SUPPLIER}001`, amount: "10" },
  { GoodsId: `${SUPPLIER}002`, amount: "2.5", cost: "4.00" },
];
const save = (params: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}, token = shop) =>
  call(portal, token, `${ORDERS}/Save`, params, { headers });
const withLines = (lines: readonly object[]) => ({ lines: JSON.stringify({ OrderLine: lines }) });
const created = async (): Promise<Answer["Result"]> => (await save({ ...HEAD, ...withLines(LINES) })).Result;
const shown = async (id: number): Promise<Answer["Result"]> => (await call(portal, shop, `${ORDERS}/Get`, { id: String(id) })).Result;

it("creates, changes and deletes an order with its lines", async () => {
  const { id, rowver } = await created();
  const { row, lines, actions } = await shown(id);
  expect(row).toMatchObject({ Provider: `供应商${SUPPLIER}`, StoreName: "惠民东区店", amount: "12.500", order_cost: "135.00", Statu: 0 });
  expect(lines.OrderLine).toMatchObject([
    { LineNo: 1, GoodsName: "商品1", cost: "12.50", order_cost: "125.00" },
    { LineNo: 2, unit: "袋", order_cost: "10.00" },
  ]);
  expect(actions).toEqual(expect.arrayContaining(["edit", "delete", "audit"]));

  const kept = { Id: lines.OrderLine[1].Id, amount: "3" };
  const change = {
    id: String(id),
    rowver: String(rowver),
    StoreId: "0202",
    ...withLines([kept, { GoodsId: `${SUPPLIER}003`, amount: "1" }]),
  };
  const edited = await save(change);
  expect(edited).toMatchObject({ status: 200, Code: 200, Result: { id, rowver: rowver + 1 } });
  const after = await shown(id);
  expect(after.row).toMatchObject({ StoreName: "惠民西区店", amount: "4.000", order_cost: "24.50" });
  expect(after.lines.OrderLine.map(({ Id, LineNo }: { Id: number; LineNo: number }) => [Id === kept.Id, LineNo])).toEqual([
    [true, 1],
    [false, 2],
  ]);
  expect(after.events[0]).toMatchObject({ title: "编辑", reason: expect.stringContaining("门店编号：0201→0202") });

  const gone = await call(portal, shop, `${ORDERS}/Delete`, { ids: String(id) });
  expect(gone.Result).toEqual({ results: [{ id, Code: 200, Msg: "操作成功" }] });
  expect(await call(portal, shop, `${ORDERS}/Get`, { id: String(id) })).toMatchObject({ status: 200, Code: 404 });
});

it("tells what changed meanwhile, and by whom", async () => {
  const { id, rowver } = await created();
  const at = { id: String(id), rowver: String(rowver) };
  await save({ ...at, Remark: "先到" });
  expect(await save({ ...at, Remark: "后到" })).toMatchObject({
    status: 200,
    Code: 409,
    Msg: "单据状态已变化，请刷新后重试",
    Result: { rowver: rowver + 1, current: { row: { Remark: "先到" }, actor: "名-admin", time: expect.stringMatching(/^2025-07-01/) } },
  });
  expect((await shown(id)).row.Remark).toBe("先到");
});

it.each([
  ["SHOP_ID", "0000000153"],
  ["Statu", "50"],
  ["Billid", "DD1"],
  ["auditor", "我"],
  ["accept_amou", "5"],
  ["isclose", "true"],
  ["nothing", "1"],
])("refuses a forged %s", async (name, value) => {
  expect(await save({ ...HEAD, [name]: value })).toMatchObject({ status: 200, Code: 400, Msg: expect.stringContaining(name) });
});

it("refuses references that are none here, lines of others, and whom it is not offered to", async () => {
  const { id, rowver } = await created();
  const other = await created();
  const [foreign] = (await shown(other.id)).lines.OrderLine;
  const at = { id: String(id), rowver: String(rowver) };
  for (const params of [
    { ...HEAD, provid: "103001" },
    { ...HEAD, StoreId: "9999" },
    { ...HEAD, ...withLines([{ GoodsId: "102002001", amount: "1" }]) },
    { ...at, provid: "102002" },
    { ...at, ...withLines([{ Id: foreign.Id, GoodsId: `${SUPPLIER}001`, amount: "99" }]) },
  ]) {
    const answer = await save(params);
    expect(answer, JSON.stringify(params)).toMatchObject({ Code: 400, Result: { problems: [{ message: expect.any(String) }] } });
  }
  expect((await shown(other.id)).lines.OrderLine[0].amount).toBe("10.000");
  expect(await save(HEAD, {}, supplier)).toMatchObject({ Code: 403 });
  expect(await save({ ...HEAD, lines: "{" })).toMatchObject({ Code: 400, Msg: expect.stringContaining("lines") });
  expect(await save({ ...at, rowver: "" })).toMatchObject({ Code: 400, Msg: "缺少参数 rowver" });
  expect(await call(portal, shop, `${ORDERS}/Delete`, {})).toMatchObject({ Code: 400, Msg: "缺少参数 ids" });
});

it("creates one order for a double click", async () => {
  const params = { ...HEAD, Remark: "只要一张", ...withLines(LINES) };
  const answers = await Promise.all(Array.from({ length: 5 }, () => save(params, { "idempotency-key": "click-1" })));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  const page = await call(portal, shop, `${ORDERS}/GetPage`, { rows: "100" });
  const id = answers[0]?.Result.id;
  expect(page.Result.rows.filter((row: { Id: number }) => row.Id >= id)).toHaveLength(1);
});

it("loses no change when many save at once", async () => {
  const { id, rowver } = await created();
  const results = await Promise.all(
    Array.from({ length: 6 }, (_, n) => save({ id: String(id), rowver: String(rowver), Remark: `改${n}` })),
  );
  expect(results.filter(({ Code }) => Code === 200)).toHaveLength(1);
  expect(results.filter(({ Code }) => Code === 409)).toHaveLength(5);
  const winner = results.findIndex(({ Code }) => Code === 200);
  expect((await shown(id)).row).toMatchObject({ Remark: `改${winner}`, rowver: rowver + 1 });
});

it("answers choices, places and the lines of another document", async () => {
  const options = (params: Readonly<Record<string, string>>) => call(portal, shop, `${ORDERS}/Options`, params);
  expect((await options({ field: "StoreId", search: "西区" })).Result).toMatchObject([{ value: "0202", label: "惠民西区店" }]);
  const goods = { entity: "OrderLine", field: "GoodsId", row: JSON.stringify({ provid: SUPPLIER }) };
  expect((await options(goods)).Result.map(({ value }: { value: string }) => value)).toEqual([1, 2, 3].map((n) => `${SUPPLIER}00${n}`));
  expect((await options({ ...goods, row: "[]" })).Code).toBe(400);
  expect((await options({ ...goods, values: JSON.stringify([`${SUPPLIER}002`]) })).Result).toHaveLength(1);
  expect((await options({ field: "Statu" })).Code).toBe(400);
  expect((await call(portal, supplier, `${ORDERS}/Options`, { field: "StoreId" })).Code).toBe(403);
  const places = await call(portal, supplier, "Comm/FindPlace", { search: "杭州" });
  expect(places.Result[0]).toMatchObject({ fill: { province: "浙江省", producer: "杭州市" } });

  const { id } = await created();
  const { row } = await shown(id);
  await call(portal, shop, `${ORDERS}/Action`, { action: "audit", ids: String(id) });
  const lines = await call(portal, shop, "Module/8902/SourceLines", { entity: "AcceptLine", value: row.Billid });
  expect(lines.Result).toMatchObject([{ GoodsId: `${SUPPLIER}001`, amount: "10.000", accept_amou: "10.000", GoodsName: "商品1" }, {}]);
});

it("takes a document of two thousand lines", async () => {
  const many = Array.from({ length: 2000 }, (_, n) => ({
    provid: SUPPLIER,
    GoodsId: `多${n}`,
    GoodsName: `多${n}`,
    cost: 10_000n,
    statu: 1,
  }));
  await put("Goods", many.slice(0, 1000));
  await put("Goods", many.slice(1000));
  const answer = await save({
    ...HEAD,
    ...withLines(many.map(({ GoodsId }) => ({ GoodsId, amount: "1", present_amou: "0", cost: "1.00" }))),
  });
  expect(answer).toMatchObject({ status: 200, Code: 200 });
  expect((await shown(answer.Result.id)).row).toMatchObject({ order_cost: "2000.00" });
});
