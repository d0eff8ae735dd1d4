import { beforeAll, expect, it } from "vitest";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import { rowByRow } from "../../../src/server/engine/row-by-row.ts";
import { type ActionRequest, runAction } from "../../../src/server/engine/run-action.ts";
import { tryAction } from "../../../src/server/engine/try-action.ts";
import { listPage } from "../../../src/server/query/list-page.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, STRANGER, SUPPLIER, viewer } from "./fixtures/desk.ts";
import { makeOrder } from "./fixtures/documents.ts";
import { module } from "./fixtures/real-registry.ts";

const idOf = (row: Row) => Number(row.Id);
const NO_LINES = "单据没有明细";

describeEngine("an action on all rows that match", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
  });
  const each = (action: string, ids: readonly number[], more: Partial<ActionRequest> = {}, mdl = 8901, who: Viewer = viewer()) =>
    runAction(desk.as(who), module(mdl), { action, ids, isEach: true, ...more });
  const trial = (filter: object[], after = 0, action = "audit", who: Viewer = viewer()) =>
    tryAction(desk.as(who), module(8901), { action, filter: JSON.stringify(filter), after });
  const stateOf = async (row: Row) => (await desk.row("Order", idOf(row))).Statu;

  it("does each row by itself, and answers for each of them", async () => {
    const [good, empty, audited, foreign] = [
      await makeOrder(desk),
      await makeOrder(desk, {}, 0),
      await makeOrder(desk, { Statu: 10 }),
      await desk.put("Order", { Billid: "DD-elsewhere", provid: SUPPLIER }, "0000000143"),
    ];
    const { results } = await each("audit", [good, empty, audited, foreign].map(idOf));
    expect(results).toEqual([
      { id: idOf(good), Code: 200, Msg: "操作成功" },
      { id: idOf(empty), Code: 422, Msg: NO_LINES },
      { id: idOf(audited), Code: 409, Msg: "单据状态已变化，请刷新后重试" },
      { id: idOf(foreign), Code: 404, Msg: "数据不存在或无权查看" },
    ]);
    expect([await stateOf(good), await stateOf(empty)]).toEqual([10, 0]);
  });

  it("does no row twice for the same key, and tries again what was refused", async () => {
    const [good, empty] = [await makeOrder(desk), await makeOrder(desk, {}, 0)];
    const ids = [good, empty].map(idOf);
    const more = { idempotencyKey: "k".repeat(100) };
    const first = await each("audit", ids, more);
    expect(await each("audit", ids, more)).toEqual(first);
    expect(await desk.events("Order", idOf(good))).toHaveLength(1);
    await desk.put("OrderLine", {
      provid: SUPPLIER,
      Billid: String(empty.Billid),
      LineNo: 1,
      GoodsId: "1",
      amount: 10_000n,
      order_cost: 1n,
    });
    expect((await each("audit", ids, more)).results.map(({ Code }) => Code)).toEqual([200, 200]);
    await expect(each("audit", ids, { idempotencyKey: "no key" })).rejects.toMatchObject({ code: 400 });
  });

  it("is not for what runs on one row alone, nor for what is read before it is confirmed", async () => {
    const order = await makeOrder(desk, { Statu: 10 });
    await expect(each("unaudit", [idOf(order)])).rejects.toMatchObject({ code: 400, message: "该操作不能逐条批量执行" });
    await expect(each("confirm", [1], {}, 503)).rejects.toMatchObject({ code: 400, message: "该操作不能逐条批量执行" });
    await expect(each("audit", [idOf(order), idOf(order)])).rejects.toMatchObject({ code: 400, message: "ids 重复" });
  });

  it("is tried without doing anything: which rows of the filter could go, and why others not", async () => {
    const StoreName = "试行店";
    const [good, empty, audited] = [
      await makeOrder(desk, { StoreName }),
      await makeOrder(desk, { StoreName }, 0),
      await makeOrder(desk, { StoreName, Statu: 10 }),
    ];
    const filter = [{ field: "StoreName", operator: "eq", value: StoreName }];
    expect(await trial(filter)).toEqual({
      total: 3,
      rows: [
        { id: idOf(good), title: good.Billid, Code: 200, Msg: "" },
        { id: idOf(empty), title: empty.Billid, Code: 422, Msg: NO_LINES },
      ],
      last: null,
    });
    expect([await stateOf(good), await stateOf(audited)]).toEqual([0, 10]);
    expect(await trial(filter, idOf(good))).toMatchObject({ total: null, rows: [{ id: idOf(empty) }] });
  });

  it("is tried on the rows that the list finds by first letters", async () => {
    await makeOrder(desk, { Provider: "绿洲粮油" });
    await desk.put("Provider", { provid: "105777", Provider: "绿洲粮油" });
    const filter = [{ field: "Provider", operator: "contains", value: "lzly" }];
    const listed = await listPage(desk.as(viewer()), module(8901), { filter: JSON.stringify(filter) });
    expect([listed.total, (await trial(filter)).total]).toEqual([1, 1]);
  });

  it("is tried in pieces, on rows of the viewer alone", async () => {
    const StoreName = "分批店";
    for (let n = 0; n < 101; n++) await makeOrder(desk, { StoreName, Statu: 10 }, 0);
    const other = await makeOrder(desk, { StoreName, Statu: 10, provid: STRANGER });
    const filter = [{ field: "StoreName", operator: "eq", value: StoreName }];
    const who = viewer(SUPPLIER);
    const first = await trial(filter, 0, "provconfirm", who);
    expect([first.total, first.rows.length]).toEqual([101, 100]);
    const rest = await trial(filter, first.last ?? 0, "provconfirm", who);
    expect([rest.rows.length, rest.last]).toEqual([1, null]);
    expect([...first.rows, ...rest.rows].map(({ id }) => id)).not.toContain(idOf(other));
  });

  it("is tried by nobody who may not do it, and only where it runs on several", async () => {
    await expect(trial([], 0, "audit", viewer("", { rights: new Map([[8901, new Set(["query"])]]) }))).rejects.toMatchObject({ code: 403 });
    await expect(trial([], 0, "unaudit")).rejects.toMatchObject({ code: 400, message: "该操作不能批量执行" });
    await expect(trial([], 0, "delete")).rejects.toMatchObject({ code: 400 });
    await expect(trial([{ field: "nothing", operator: "eq", value: 1 }])).rejects.toMatchObject({ code: 400 });
  });
});

const failing = (ids: readonly number[], held: readonly number[], code = "55P03") =>
  rowByRow(ids, undefined, async (id) => (held.includes(id) ? Promise.reject(Object.assign(new Error(), { code })) : {}));

it("answers for a row that somebody holds as for one that is refused, and does the others; a database that is away ends it", async () => {
  expect((await failing([1, 2, 3], [2])).results).toEqual([
    { id: 1, Code: 200, Msg: "操作成功" },
    { id: 2, Code: 503, Msg: "数据正被他人修改，请稍后重试" },
    { id: 3, Code: 200, Msg: "操作成功" },
  ]);
  await expect(failing([1, 2, 3], [2], "08006")).rejects.toMatchObject({ code: "08006" });
});

it("waits for three rows that somebody holds, and for no more of them", async () => {
  const { results } = await failing([1, 2, 3, 4, 5, 6], [1, 3, 4, 5]);
  expect(results.map(({ Code }) => Code)).toEqual([503, 200, 503, 503, 503, 503]);
  expect(results.at(-1)?.Msg).toBe("前面的数据正被他人修改，本行没有执行，请稍后重试");
});
