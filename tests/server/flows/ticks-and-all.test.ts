import { beforeAll, expect, it } from "vitest";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import { type ActionRequest, runAction } from "../../../src/server/engine/run-action.ts";
import { runDue } from "../../../src/server/engine/run-due.ts";
import { openRow, runOpened } from "../../../src/server/engine/save/open-row.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import {
  FormDesk,
  formEntity,
  formModule,
  formRegistry,
  formViewer,
  type ModuleName,
  NOW,
  OTHER_SHOP,
  refusalOf,
  STRANGER,
  SUPPLIER,
} from "./fixtures/form-desk.ts";

describeEngine("more of what transitions do", (open) => {
  let desk: FormDesk;
  beforeAll(async () => {
    desk = await FormDesk.open(open);
  });
  const idOf = (row: Row) => Number(row.Id);
  const run = (name: ModuleName, action: string, request: Partial<ActionRequest>, who: Viewer = formViewer()) =>
    runAction(desk.as(who), formModule(name), { action, ids: null, ...request });
  const audited = async (amounts: readonly string[]) => {
    const row = await desk.order(amounts);
    await run("orders", "audit", { ids: [idOf(row)] });
    return row;
  };
  const picked = async (row: Row) => (await desk.lines("OrderLine", row)).map((line) => line.picked);
  const quote = (values: Row = {}) => desk.put("Quote", { provid: SUPPLIER, title: "报价", Statu: 10, ...values });

  it("marks the ticked lines and clears the others", async () => {
    const row = await audited(["1", "2", "3"]);
    const [a, b, c] = (await desk.lines("OrderLine", row)).map(idOf);
    await desk.work((store) => store.update(formEntity("OrderLine"), { Id: b ?? 0 }, { picked: true }));
    await run("orders", "pick", { ids: [idOf(row)], ticked: [c ?? 0, a ?? 0] });
    expect(await picked(row)).toEqual([true, false, true]);
    expect(await desk.row("Order", idOf(row))).toMatchObject({ Statu: 50 });
  });

  it("refuses too few ticks, lines of another row, and ticks nobody asked for", async () => {
    const [row, other] = [await audited(["1", "2"]), await audited(["1"])];
    const [foreign] = await desk.lines("OrderLine", other);
    const ids = [idOf(row)];
    expect(await refusalOf(run("orders", "pick", { ids }))).toMatchObject({ code: 400, message: "请至少勾选1行订单明细" });
    expect((await refusalOf(run("orders", "pick", { ids, ticked: [idOf(foreign ?? {})] }))).code).toBe(400);
    const [own] = await desk.lines("OrderLine", other);
    expect(await refusalOf(run("orders", "pick", { ids: [idOf(other)], ticked: [idOf(own ?? {})] }))).toMatchObject({ code: 422 });
    expect(await picked(other), "a guard that refuses takes the ticks back").toEqual([false]);
    const draft = await desk.order(["1"]);
    expect((await refusalOf(run("orders", "audit", { ids: [idOf(draft)], ticked: [1] }))).code).toBe(400);
  });

  it("writes the reason where the file says so, and says what it is called", async () => {
    const row = await quote();
    const ids = [idOf(row)];
    expect(await refusalOf(run("quotes", "reject", { ids }))).toMatchObject({ code: 400, message: "请填写驳回原因" });
    expect(await refusalOf(run("quotes", "reject", { ids, reason: "十一个字的原因太长了吧" }))).toMatchObject({ code: 400 });
    await run("quotes", "reject", { ids, reason: "价格太高" });
    expect(await desk.row("Quote", idOf(row))).toMatchObject({ Statu: -1, rejectReason: "价格太高" });
  });

  it("moves states that are yes or no", async () => {
    const row = await quote();
    await run("quotes", "close", { ids: [idOf(row)] }, formViewer(SUPPLIER));
    expect(await desk.row("Quote", idOf(row))).toMatchObject({ isopen: false });
    expect(await desk.events("Quote", idOf(row))).toMatchObject([{ fromStt: "true", toStt: "false" }]);
    expect((await refusalOf(run("quotes", "close", { ids: [idOf(row)] }, formViewer(SUPPLIER)))).code).toBe(409);
  });

  it("runs on every row the viewer sees that allows it, when none is named", async () => {
    await desk.work((store) => store.update(formEntity("Quote"), {}, { isopen: false }));
    const own = await desk.work((store) =>
      store.insert(
        formEntity("Quote"),
        Array.from({ length: 620 }, (_, n) => ({ provid: SUPPLIER, title: `批量${n}`, Statu: 10 })),
      ),
    );
    const [bad, foreign, closed] = [await quote({ title: "坏" }), await quote({ provid: STRANGER }), await quote({ isopen: false })];
    const { results } = await run("quotes", "close", {}, formViewer(SUPPLIER));
    expect(results.map(({ id }) => id)).toEqual(own.map(idOf));
    const states = await Promise.all(
      [own[0], own[619], bad, foreign, closed].map(async (row) => (await desk.row("Quote", idOf(row ?? {}))).isopen),
    );
    expect(states).toEqual([false, false, true, true, false]);
    expect((await run("quotes", "close", {}, formViewer(SUPPLIER))).results).toEqual([]);
    expect(await refusalOf(run("quotes", "submit", {}, formViewer(SUPPLIER)))).toMatchObject({ code: 400, message: "缺少参数 ids" });
  });

  it("does what opening a row's page does, for its side and once", async () => {
    const row = await quote();
    const [boss, mine] = [formViewer(), formViewer(SUPPLIER)];
    await runOpened(desk.as(mine), formModule("quotes"), idOf(row));
    expect(await desk.row("Quote", idOf(row))).toMatchObject({ isseen: false, rowver: 1 });
    await Promise.all([1, 2, 3].map(() => runOpened(desk.as(boss), formModule("quotes"), idOf(row))));
    expect(await desk.row("Quote", idOf(row))).toMatchObject({ isseen: true, rowver: 2 });
    const draft = await quote({ Statu: 0 });
    expect((await refusalOf(runOpened(desk.as(boss), formModule("quotes"), idOf(draft)))).code).toBe(404);
    await openRow(desk.as(boss), formModule("quotes"), idOf(row));
  });

  it("runs what is due in every shop, as the system, and leaves the rest", async () => {
    await desk.work((store) => store.update(formEntity("Quote"), {}, { enddate: null }));
    const past = [await quote({ enddate: "2025-06-29" }), await quote({ enddate: "2025-06-29", Statu: 0 })];
    const elsewhere = await desk.put("Quote", { provid: SUPPLIER, title: "x", enddate: "2025-01-01", Statu: 10 }, OTHER_SHOP);
    const stays = [await quote({ enddate: "2025-06-30" }), await quote({ enddate: "2025-06-29", Statu: -1 })];
    const said: string[] = [];
    const sweep = () => runDue({ db: desk.db, registry: formRegistry, now: NOW, log: (line) => void said.push(line) });
    expect(await sweep()).toBe(3);
    expect(await sweep()).toBe(0);
    expect(said).toEqual([]);
    for (const row of past) expect(await desk.row("Quote", idOf(row))).toMatchObject({ Statu: -1, rejectReason: "已过期" });
    expect(await desk.row("Quote", idOf(elsewhere), OTHER_SHOP)).toMatchObject({ Statu: -1 });
    expect((await Promise.all(stays.map((row) => desk.row("Quote", idOf(row))))).map(({ rejectReason }) => rejectReason)).toEqual([
      null,
      null,
    ]);
    expect(await desk.events("Quote", idOf(past[0] ?? {}))).toMatchObject([{ action: "expire", USER_ID: "@system" }]);
  });
});
