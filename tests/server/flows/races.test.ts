import { beforeAll, expect, it } from "vitest";
import { runAction } from "../../../src/server/engine/run-action.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, SUPPLIER, viewer } from "./fixtures/desk.ts";
import { makeAccept, makeOrder } from "./fixtures/documents.ts";
import { module } from "./fixtures/real-registry.ts";

const idOf = (row: Row) => Number(row.Id);
const settled = (results: readonly PromiseSettledResult<unknown>[]) => ({
  done: results.filter((result) => result.status === "fulfilled").length,
  codes: [...new Set(results.flatMap((result) => (result.status === "rejected" ? [(result.reason as { code: unknown }).code] : [])))],
});

// What these prove needs many connections: PostgreSQL. The embedded engine runs them one after the other: it has one connection.
describeEngine("many at once", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
  });
  const audit = (ids: readonly number[], idempotencyKey?: string) =>
    runAction(desk.as(viewer()), module(8901), { action: "audit", ids, idempotencyKey });

  it("50 times the same action: exactly one succeeds, the others are told that the row has changed", async () => {
    for (let round = 0; round < 5; round++) {
      const id = idOf(await makeOrder(desk));
      const results = await Promise.allSettled(Array.from({ length: 50 }, () => audit([id])));
      expect(settled(results)).toEqual({ done: 1, codes: [409] });
      expect([(await desk.events("Order", id)).length, await desk.unread("Order", id, "supplier")]).toEqual([1, 1]);
    }
  });

  it("50 times the same key: one effect, fifty equal answers", async () => {
    const id = idOf(await makeOrder(desk));
    const answers = await Promise.all(Array.from({ length: 50 }, () => audit([id], `twin-${id}`)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await desk.events("Order", id)).toHaveLength(1);
  });

  it("overlapping lists in any order: no deadlock, every order audited once", async () => {
    const ids = (await Promise.all(Array.from({ length: 12 }, () => makeOrder(desk)))).map(idOf);
    const lists = Array.from({ length: 30 }, (_, n) => [...ids.slice(n % 6), ...ids.slice(0, n % 6)].slice(0, 4 + (n % 5)));
    const results = await Promise.allSettled(lists.map((list, n) => audit(n % 2 === 0 ? list : list.toReversed())));
    expect(settled(results).codes.filter((code) => code !== 409)).toEqual([]);
    for (const id of ids) expect((await desk.events("Order", id)).length).toBeLessThanOrEqual(1);
  });

  it("acceptances of one order and one stock at once: every piece is counted", async () => {
    const order = await makeOrder(desk, { Statu: 10 });
    await desk.db.updateTable("order_line").set({ amount: 200_000 }).where("Billid", "=", order.Billid).execute();
    const accepts = await Promise.all(Array.from({ length: 20 }, () => makeAccept(desk, order, { StoreId: "0509" })));
    const results = await Promise.allSettled(
      accepts.map((accept) => runAction(desk.as(viewer()), module(8902), { action: "audit", ids: [idOf(accept)] })),
    );
    expect(settled(results)).toEqual({ done: 20, codes: [] });
    expect(await desk.row("Order", idOf(order))).toMatchObject({ accept_amou: 260_000n });
    expect((await desk.find("Stock", { StoreId: "0509" })).map((stock) => stock.amount)).toEqual([160_000n, 100_000n]);
  });

  it("audit and confirmation, closing and taking back at once: only legal histories", async () => {
    const LEGAL: Readonly<Record<string, string>> = { audit: "0>10", unaudit: "10>0", provconfirm: "10>50", close: "" };
    for (let round = 0; round < 10; round++) {
      const id = idOf(await makeOrder(desk));
      const act = (who: string, action: string) => runAction(desk.as(viewer(who)), module(8901), { action, ids: [id] });
      const tries = ["audit", "unaudit", "provconfirm", "close", "audit", "unaudit", "provconfirm", "audit"] as const;
      await Promise.allSettled(tries.map((action) => act(action === "provconfirm" ? SUPPLIER : "", action)));
      const events = await desk.events("Order", id);
      let state = "0";
      for (const event of events) {
        expect(event.fromStt).toBe(state);
        state = String(event.toStt);
        const legal = LEGAL[String(event.action)];
        if (legal) expect(`${event.fromStt}>${event.toStt}`).toBe(legal);
      }
      expect(String((await desk.row("Order", id)).Statu)).toBe(state);
      expect((await desk.row("Order", id)).rowver).toBe(1 + events.length);
    }
  });
});
