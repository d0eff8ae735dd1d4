import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { runAction } from "../../../src/server/engine/run-action.ts";
import { FEATURES } from "../../../src/server/features.ts";
import { migrateTechnicalTables } from "../../../src/server/tables/migrate.ts";
import { syncSchema } from "../../../src/server/tables/sync-schema.ts";
import { holdsSeal, sealOf, verifyAudit } from "../../../src/server/tables/verify-events.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, SHOP, viewer } from "../flows/fixtures/desk.ts";
import { makeOrder } from "../flows/fixtures/documents.ts";
import { module, registry } from "../flows/fixtures/real-registry.ts";

const OTHER = "0000000143";
/** Seals that the desk begins with: its two suppliers are sealed rows. */
const BEGUN = 2;

describeEngine("the chain of the event log", (open) => {
  let desk: Desk;
  let database: Database;
  beforeAll(async () => {
    desk = await Desk.open(open);
    database = desk.database;
  });
  const event = (n: number, shopId = SHOP) =>
    desk.put(
      "EventLog",
      { entity: "Order", bllid: String(n), action: "audit", reason: `第${n}次`, createtime: "2025-06-30 10:00:00" },
      shopId,
    );
  const audit = async () => {
    const id = Number((await makeOrder(desk)).Id);
    await runAction(desk.as(viewer()), module(8901), { action: "audit", ids: [id] });
    return id;
  };
  const report = async (shopId = SHOP) => (await verifyAudit(desk.db, registry)).chains.find((each) => each.shopId === shopId);
  /** As somebody with the database's own rights could do it. */
  const tamper = (change: (db: Desk["db"]) => Promise<unknown>) =>
    desk.db.transaction().execute(async (trx) => {
      for (const table of ["event_log", "_event_seal"]) await sql`alter table ${sql.id(table)} disable trigger user`.execute(trx);
      await change(trx);
      for (const table of ["event_log", "_event_seal"]) await sql`alter table ${sql.id(table)} enable trigger user`.execute(trx);
    });

  it("seals every event with its transaction, each shop in a chain of its own", async () => {
    for (let n = 0; n < 3; n++) await audit();
    await event(7, OTHER);
    expect(await report()).toMatchObject({ events: 3, head: { seq: BEGUN + 3 }, problems: [], unsealed: [] });
    expect(await report(OTHER)).toMatchObject({ events: 1, head: { seq: 1 }, problems: [], unsealed: [] });
    const rows = await desk.db.transaction().execute(async (trx) => {
      await sql`set local timezone to 'UTC'`.execute(trx);
      return (
        await sql<{ hash: string; text: string }>`
          select s.hash, jsonb_strip_nulls(to_jsonb(e))::text as text from _event_seal s join event_log e on e."Id" = s.event
          where s."SHOP_ID" = ${OTHER}`.execute(trx)
      ).rows;
    });
    expect(rows[0]?.text).toContain('"createtime": "2025-06-30T02:00:00+00:00"');
    expect(rows[0]?.hash).toBe(sealOf("", rows[0]?.text ?? ""));
  });

  it("is found by its index: the shop is collated as in the log", async () => {
    const { rows } = await sql<{ collation: string | null }>`
      select distinct collation_name as collation from information_schema.columns
      where table_schema = current_schema() and table_name in ('event_log', '_event_seal') and column_name = 'SHOP_ID'`.execute(desk.db);
    expect(rows).toEqual([{ collation: "C" }]);
  });

  it("keeps nothing of work that failed", async () => {
    const before = await report();
    await expect(
      desk.work(async (store) => {
        await store.insert(registry.entities.EventLog as never, [{ entity: "Order", bllid: "1", action: "audit" }]);
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await report()).toEqual(before);
  });

  it("refuses to change, delete or truncate events and seals", async () => {
    for (const table of ["event_log", "_event_seal"]) {
      const id = sql.id(table);
      await expect(sql`update ${id} set "SHOP_ID" = "SHOP_ID"`.execute(desk.db)).rejects.toMatchObject({ code: "42501" });
      await expect(sql`delete from ${id}`.execute(desk.db)).rejects.toMatchObject({ code: "42501" });
      await expect(sql`truncate ${id}`.execute(desk.db)).rejects.toMatchObject({ code: "42501" });
    }
    expect(await report()).toMatchObject({ events: 3, problems: [], unsealed: [] });
  });

  it("many at once: one chain without gaps, nobody waits for long", async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, async () => Number((await makeOrder(desk)).Id)));
    await Promise.all(ids.map((id) => runAction(desk.as(viewer()), module(8901), { action: "audit", ids: [id] })));
    expect(await report()).toMatchObject({ events: 43, head: { seq: BEGUN + 43 }, problems: [], unsealed: [] });
  });

  it("seals what was in the log before there was a chain, and a bulk load in one transaction", async () => {
    const other = await open();
    const old = new Desk(other);
    await migrateTechnicalTables(other.kysely, FEATURES);
    await syncSchema(other.kysely, registry, () => undefined);
    const load = (from: number) =>
      sql`insert into event_log ("SHOP_ID", entity, bllid, action, createtime)
        select case when g % 2 = 0 then ${SHOP} else ${OTHER} end, 'Order', g::text, 'audit', now()
        from generate_series(${from}::int, ${from + 1499}::int) g`.execute(old.db);
    await sql`drop trigger event_chain_1 on event_log`.execute(old.db);
    await load(1);
    for (const table of ["event_log", "_event_seal"]) {
      await sql`drop trigger keep_rows on ${sql.id(table)}`.execute(old.db);
      await sql`drop trigger keep_all on ${sql.id(table)}`.execute(old.db);
    }
    await syncSchema(other.kysely, registry, () => undefined);
    await load(2001);
    const { chains } = await verifyAudit(old.db, registry);
    expect(chains.map(({ events, problems, unsealed }) => [events, problems, unsealed])).toEqual([
      [1500, [], []],
      [1500, [], []],
    ]);
  });

  it("waits for another transaction of the shop at its end alone", async () => {
    if (database.kind !== "postgres") return;
    let finish: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const slow = desk.work(async (store) => {
      await store.insert(registry.entities.EventLog as never, [{ entity: "Order", bllid: "1", action: "slow" }]);
      await waiting;
    });
    // Its event is written, its seal is not: others of the shop go on and commit.
    await event(2);
    finish();
    await slow;
    expect(await report()).toMatchObject({ problems: [], unsealed: [] });
  });

  it("tells an event that was changed, one that is gone, one that was slipped in, a seal that is gone or made up", async () => {
    const { head, events = 0 } = (await report()) ?? {};
    if (!head) throw new Error("no head");
    const { rows } = await sql<{ event: string }>`
      select event from _event_seal where "SHOP_ID" = ${SHOP} and event is not null order by seq`.execute(desk.db);
    const nth = (n: number) => Number(rows[n - 1]?.event);
    await tamper((db) => sql`update event_log set reason = '别的' where "Id" = ${nth(2)}`.execute(db));
    expect((await report())?.problems).toEqual([{ seq: BEGUN + 2, event: nth(2), what: "changed" }]);
    await tamper((db) => sql`delete from event_log where "Id" = ${nth(5)}`.execute(db));
    await tamper((db) => sql`delete from _event_seal where "SHOP_ID" = ${SHOP} and seq = ${BEGUN + 9}`.execute(db));
    await tamper((db) =>
      sql`update _event_seal set hash = ${"0".repeat(64)} where "SHOP_ID" = ${SHOP} and seq = ${BEGUN + 12}`.execute(db),
    );
    await tamper(async (db) => {
      await sql`insert into event_log ("SHOP_ID", entity, bllid, action) values (${SHOP}, 'Order', '1', 'audit')`.execute(db);
    });
    expect(await report()).toMatchObject({
      events: events - 1,
      problems: [
        { seq: BEGUN + 2, what: "changed" },
        { seq: BEGUN + 5, event: nth(5), what: "missing" },
        { seq: BEGUN + 10, what: "gap" },
        { seq: BEGUN + 12, what: "changed" },
        { seq: BEGUN + 13, what: "changed" },
      ],
    });
    expect((await report())?.unsealed).toHaveLength(2); // the one slipped in, and the one whose seal is gone
    expect((await report(OTHER))?.problems).toEqual([]);
    expect(await holdsSeal(desk.db, { shopId: SHOP, ...head })).toBe(true);
    await tamper((db) => sql`delete from _event_seal where "SHOP_ID" = ${SHOP} and seq = ${head.seq}`.execute(db));
    expect(await holdsSeal(desk.db, { shopId: SHOP, ...head })).toBe(false);
  });
});
