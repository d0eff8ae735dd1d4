import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { beginJournal, isPosted, journalGaps, PAYABLE, postJournal } from "../../../src/server/features/journal/post-journal.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, SHOP } from "../flows/fixtures/desk.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { openShop, STRICT } from "./fixtures/bills.ts";
import { newSupplier, owe } from "./fixtures/carry-world.ts";

const NOW = new Date("2025-07-31T12:00:00+08:00");

describeEngine("the journal", (open) => {
  let desk: Desk;
  let supplier = "";
  let strict = "";
  beforeAll(async () => {
    desk = await Desk.open(open);
    await openShop(desk, STRICT);
    supplier = await newSupplier(desk, SHOP);
    strict = await newSupplier(desk, STRICT);
    await owe(desk, supplier, 120_00n, SHOP);
    // What was there before is posted, too.
    await beginJournal(desk.db, registry);
  });
  const post = () => postJournal({ db: desk.db, registry, now: () => NOW });
  const gaps = (shop = SHOP) => journalGaps(desk.db, registry, shop, NOW);
  const entries = async (shop = SHOP) => {
    const { rows } = await sql<{ entry: string }>`
      select "debitAccount" || ' / ' || "creditAccount" || ' ' || amount as entry from journal_entry where "SHOP_ID" = ${shop} order by "Id"`.execute(
      desk.db,
    );
    return rows.map(({ entry }) => entry);
  };
  const goods = `库存商品 / ${PAYABLE}`;
  const back = `${PAYABLE} / 库存商品`;

  it("has an entry for each change of what is owed, once, and a correction by its opposite", async () => {
    expect(await gaps()).toMatchObject([{ entity: "Accept", against: "库存商品", change: 12000n }]);
    expect(await post()).toBe(1);
    expect(await entries()).toEqual([`${goods} 12000`]);
    expect([await post(), await gaps()]).toEqual([0, []]);

    const receipt = await owe(desk, supplier, 30_50n, SHOP);
    const Id = receipt.Id ?? null;
    await desk.patch("Accept", { Id }, { Remark: "无关", sum_cost: 30_00n });
    expect(await post()).toBe(1);
    await desk.patch("Accept", { Id }, { sum_cost: 25_00n });
    expect(await post()).toBe(1);
    await desk.patch("Accept", { Id }, { Statu: -1 });
    expect(await post()).toBe(1);
    expect(await entries()).toEqual([`${goods} 12000`, `${goods} 3000`, `${back} 500`, `${back} 2500`]);
    expect(await gaps()).toEqual([]);
  });

  it("is posted once by several servers at once, and by shop", async () => {
    for (let n = 1; n <= 20; n += 1) await owe(desk, strict, BigInt(n) * 100n, STRICT);
    const before = await entries(SHOP);
    const made = await Promise.all(Array.from({ length: 4 }, post));
    expect(made.reduce((sum, one) => sum + one, 0)).toBe(20);
    expect((await entries(STRICT)).length).toBe(20);
    expect([await entries(SHOP), await gaps(STRICT)]).toEqual([before, []]);
  });

  it("goes on where it was stopped: a posting and what it was noted by end together", async () => {
    await owe(desk, supplier, 7_00n, SHOP);
    const failing = { db: desk.db, registry, now: () => new Date(Number.NaN) };
    await expect(postJournal(failing)).rejects.toThrow();
    expect(await gaps()).toMatchObject([{ change: 700n }]);
    expect([await post(), await gaps()]).toEqual([1, []]);
  });

  it("follows a ledger that says something else of rows that nobody changes", async () => {
    const { vLedger } = registry.entities;
    const parts = (vLedger?.view?.parts ?? []).map((part) =>
      part.of === "Accept" ? { ...part, sources: { ...part.sources, against: { kind: "value", value: "在途物资" } as const } } : part,
    );
    const ledger = { ...vLedger, view: { ...vLedger?.view, parts } } as NonNullable<typeof vLedger>;
    const other = { ...registry, entities: { ...registry.entities, vLedger: ledger }, shopProfiles: {} };
    const before = (await entries()).length;
    await beginJournal(desk.db, other);
    await postJournal({ db: desk.db, registry: other, now: () => NOW });
    expect(await journalGaps(desk.db, other, SHOP, NOW)).toEqual([]);
    expect((await entries()).slice(before)).toEqual(expect.arrayContaining([`${back} 12000`, `在途物资 / ${PAYABLE} 12000`]));
    await beginJournal(desk.db, other);
    expect(await isPosted(desk.db, other, SHOP)).toBe(true);
    await beginJournal(desk.db, registry);
    await post();
    expect(await gaps()).toEqual([]);
  });

  it("is written once, and shows what somebody has changed of it all the same", async () => {
    const change = () =>
      sql`update journal_entry set amount = amount + 1 where "Id" = (select min("Id") from journal_entry where "SHOP_ID" = ${SHOP})`.execute(
        desk.db,
      );
    await expect(change()).rejects.toThrow("journal_entry is written once and kept");
    await expect(sql`delete from journal_entry`.execute(desk.db)).rejects.toThrow("journal_entry is written once and kept");
    await sql`alter table journal_entry disable trigger keep_rows`.execute(desk.db);
    await change();
    await sql`alter table journal_entry enable trigger keep_rows`.execute(desk.db);
    expect(await isPosted(desk.db, registry, SHOP)).toBe(true);
    expect(await gaps()).toMatchObject([{ entity: "Accept", change: -1n }]);
  });
});
