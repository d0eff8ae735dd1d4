import { beforeAll, expect, it } from "vitest";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import { answerOnce, isAnswered } from "../../../src/server/engine/request-key.ts";
import { type ActionRequest, runAction } from "../../../src/server/engine/run-action.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, NOW, STRANGER, SUPPLIER, viewer } from "./fixtures/desk.ts";
import { makeBalance, makeOrder } from "./fixtures/documents.ts";
import { module } from "./fixtures/real-registry.ts";

const idOf = (row: Row) => Number(row.Id);
const holding = (keys: readonly string[], mdl = 8901) => ({ rights: new Map([[mdl, new Set(keys)]]) });

describeEngine("actions", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
  });
  const run = (who: Viewer, action: string, ids: readonly number[], more: Partial<ActionRequest> = {}, mdl = 8901) =>
    runAction(desk.as(who), module(mdl), { action, ids, ...more });
  const orders = (...values: Row[]) => Promise.all(values.map((one) => makeOrder(desk, one)));
  const statesOf = (rows: readonly Row[]) => Promise.all(rows.map(async (row) => (await desk.row("Order", idOf(row))).Statu));

  it("needs the function key itself: neither the module alone nor a longer key will do", async () => {
    const order = await makeOrder(desk);
    for (const more of [{ rights: new Map() }, holding([]), holding(["query", "unaudit", "audits"]), holding(["audit"], 8902)]) {
      await expect(run(viewer("", more), "audit", [idOf(order)])).rejects.toMatchObject({ code: 403, message: "没有操作权限" });
    }
    expect(await statesOf([order])).toEqual([0]);
    await run(viewer("", holding(["audit"])), "audit", [idOf(order)]);
    expect(await statesOf([order])).toEqual([10]);
  });

  it("is refused to the other side, whatever it holds", async () => {
    const order = await makeOrder(desk, { Statu: 10 });
    await expect(run(viewer(SUPPLIER), "unaudit", [idOf(order)])).rejects.toMatchObject({ code: 403 });
    await expect(run(viewer(), "provconfirm", [idOf(order)])).rejects.toMatchObject({ code: 403 });
    const balance = await makeBalance(desk, { B2b_statu: 20 });
    await expect(run(viewer(SUPPLIER, { isConfirm: true }), "confirm", [idOf(balance)], {}, 510)).rejects.toMatchObject({ code: 403 });
  });

  it("is refused to a side that the module's button is not for, though the transition would allow it", async () => {
    const balance = await makeBalance(desk, { B2b_statu: 10 });
    const shopOnly = { ...module(510), actions: module(510).actions.map((one) => ({ ...one, audience: ["shop" as const] })) };
    const request = { action: "reject", ids: [idOf(balance)], reason: "x" };
    await expect(runAction(desk.as(viewer(SUPPLIER)), shopOnly, request)).rejects.toMatchObject({ code: 403 });
    await runAction(desk.as(viewer()), shopOnly, request);
  });

  it("must be one of the module's", async () => {
    const order = await makeOrder(desk, { Statu: 10 });
    // What is written by a form is no action either.
    for (const action of ["settle", "nothing", "__proto__", "constructor", "", "create", "edit", "delete"]) {
      const message = `action ${action} 不是本模块的操作`;
      await expect(run(viewer(), action, [idOf(order)])).rejects.toMatchObject({ code: 400, message });
    }
    // A picture is looked at before a row takes it: that call is another one.
    const picture = run(viewer(), "attach", [idOf(await makeBalance(desk))], {}, 510);
    await expect(picture).rejects.toMatchObject({ code: 400, message: "action attach 不是本模块的操作" });
  });

  it("answers for foreign, hidden and missing rows alike, and touches nothing when one of several is foreign", async () => {
    const [foreign, draft, own] = await orders({ provid: STRANGER, Statu: 10 }, {}, { Statu: 10 });
    const otherShop = await desk.put("Order", { Billid: "DD-other", provid: SUPPLIER, Statu: 10 }, "0000000143");
    const answers = [];
    for (const id of [idOf(foreign as Row), idOf(draft as Row), idOf(otherShop), 999_999_999]) {
      for (const ids of [[id], [id, idOf(own as Row)], [idOf(own as Row), id]]) {
        const answer = await run(viewer(SUPPLIER), "provconfirm", ids).catch((error: unknown) => error);
        answers.push(JSON.stringify([answer, String(answer)]));
      }
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain("404");
    expect(await statesOf([foreign as Row, own as Row])).toEqual([10, 10]);
  });

  it("runs on several rows all or nothing; the refusal names the first that fails in the order asked for", async () => {
    const made = await orders({}, {}, {});
    const empty = await makeOrder(desk, {}, 0);
    const closed = await makeOrder(desk, { Statu: 10 });
    const ids = [made[2], made[0], empty, closed, made[1]].map((row) => idOf(row as Row));
    await expect(run(viewer(), "audit", ids)).rejects.toMatchObject({ code: 422, message: `单据没有明细（${empty.Billid}）` });
    expect(await statesOf(made)).toEqual([0, 0, 0]);
    const good = [made[2], made[0], made[1]].map((row) => idOf(row as Row));
    expect(await run(viewer(), "audit", good)).toEqual({ results: good.map((id) => ({ id, Code: 200, Msg: "操作成功" })) });
    expect(await statesOf(made)).toEqual([10, 10, 10]);
  });

  it("refuses lists that make no sense", async () => {
    const [one, two] = (await orders({ Statu: 10 }, { Statu: 10 })).map(idOf) as [number, number];
    const many = Array.from({ length: 501 }, (_, index) => index + 1);
    for (const ids of [[], [one, one], many]) await expect(run(viewer(), "audit", ids)).rejects.toMatchObject({ code: 400 });
    await expect(run(viewer(), "unaudit", [one, two])).rejects.toMatchObject({ code: 400, message: "该操作不能批量执行" });
  });

  it("is refused when the row changed since the user looked", async () => {
    const order = await makeOrder(desk);
    await expect(run(viewer(), "audit", [idOf(order)], { seen: new Map([[idOf(order), 2]]) })).rejects.toMatchObject({
      code: 409,
      message: "单据状态已变化，请刷新后重试",
    });
    await run(viewer(), "audit", [idOf(order)], { seen: new Map([[idOf(order), 1]]) });
    await run(viewer(), "unaudit", [idOf(order)], { seen: new Map([[idOf(order), 2]]) });
    await expect(run(viewer(), "audit", [idOf(order)], { seen: new Map([[idOf(order), 2]]) })).rejects.toMatchObject({ code: 409 });
  });

  it("gives the first answer again for the same key", async () => {
    const order = await makeOrder(desk);
    const more = { idempotencyKey: `k-${idOf(order)}` };
    const first = await run(viewer(), "audit", [idOf(order)], more);
    expect(await run(viewer(), "audit", [idOf(order)], more)).toEqual(first);
    expect(await desk.events("Order", idOf(order))).toHaveLength(1);
    const others: [string, number[], Partial<ActionRequest>][] = [
      ["unaudit", [idOf(order)], {}],
      ["audit", [idOf(order)], { seen: new Map([[idOf(order), 1]]) }],
      ["audit", [idOf(order), 5], {}],
      ["audit", [idOf(order)], { reason: "x" }],
    ];
    for (const [action, ids, change] of others)
      await expect(run(viewer(), action, ids, { ...more, ...change })).rejects.toMatchObject({ code: 422 });
    await expect(run(viewer("", { userId: "fin175" }), "audit", [idOf(order)], more)).rejects.toMatchObject({ code: 422 });
    expect(await statesOf([order])).toEqual([10]);
  });

  it("keeps shops apart that use the same key", async () => {
    const ask = (shopId: string) => ({ shopId, key: "same", body: shopId, now: NOW });
    const once = (shopId: string, answer: string) =>
      desk.db.transaction().execute((trx) =>
        answerOnce(
          trx,
          ask(shopId),
          async () => answer,
          (kept) => kept,
        ),
      );
    expect([await once("A", "of A"), await once("B", "of B")]).toEqual(["of A", "of B"]);
    expect([await once("A", ""), await once("B", "")]).toEqual(["of A", "of B"]);
    expect([await isAnswered(desk.db, ask("A")), await isAnswered(desk.db, ask("C"))]).toEqual([true, false]);
  });

  it("keeps no key of a request that was refused", async () => {
    const order = await makeOrder(desk, {}, 0);
    const more = { idempotencyKey: `r-${idOf(order)}` };
    await expect(run(viewer(), "audit", [idOf(order)], more)).rejects.toMatchObject({ code: 422 });
    await desk.put("OrderLine", { Billid: order.Billid ?? null, provid: SUPPLIER, LineNo: 1 });
    expect(await run(viewer(), "audit", [idOf(order)], more)).toMatchObject({ results: [{ Code: 200 }] });
  });

  it.each(["", "a b", "键", "x".repeat(101), "a\n"])("refuses the key %j", async (idempotencyKey) => {
    const order = await makeOrder(desk);
    await expect(run(viewer(), "audit", [idOf(order)], { idempotencyKey })).rejects.toMatchObject({ code: 400 });
  });
});
