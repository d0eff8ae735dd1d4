import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { profileOf } from "../../../src/server/base/viewer.ts";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import { runPushes } from "../../../src/server/features/keyed/push/run-pushes.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import type { Entity, Module } from "../../../src/shared/registry/model.ts";
import { EXPIRED, MALL, SHOP } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { takeWallDown } from "../db/fixtures/without-wall.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { callWithKey, type KeyedWorld, openKeyedWorld } from "./fixtures/keyed-world.ts";
import { pushing } from "./fixtures/pushing.ts";
import { openReceiver } from "./fixtures/receiver.ts";
import { sendArray, sendLines } from "./fixtures/send-in.ts";

type Sent = Readonly<Record<string, unknown>>;

const TAX = "91DEMO000000000175";
const line = { GoodsId: "G1", amount: 2, cost: 10 };

/** A good row of each page, by entity; whoever makes another entity importable says one. */
const GOOD: Readonly<Record<string, (page: number) => Sent>> = {
  Store: () => ({ StoreId: "new", StoreName: "新店", InvTitle: "惠民超市", TaxNo: TAX }),
  Category: () => ({ CategoryId: "new", CategoryName: "新类", PrtId: "C1" }),
  Provider: () => ({ provid: "109999", Provider: "新供应商", OperMode: 1, TaxNo: TAX }),
  Contract: () => ({
    ContractNo: "new",
    ContractName: "新合同",
    busdate: "2025-07-01",
    provid: "102001",
    OperMode: 1,
    startdate: "2025-07-01",
    enddate: "2026-06-30",
    settleCycle: 2,
    settleDays: 30,
    taxRate: 0.13,
  }),
  Goods: () => ({ GoodsId: "new", GoodsName: "新品", unit: "盒", CategoryId: "C1", provid: "102001", taxRate: "13%", cost: 1, price: 2 }),
  Order: () => ({ busdate: "2025-07-01", provid: "102001", StoreId: "S1", arrivedate: "2025-07-03", enddate: "2025-07-20", lines: [line] }),
  Accept: () => ({ Billid: "ERP-A1", busdate: "2025-07-01", OrderBillid: "ORDERED", lines: [{ ...line, accept_amou: 2, taxRate: 0.13 }] }),
  Recede: () => ({
    busdate: "2025-07-01",
    provid: "102001",
    StoreId: "S1",
    reason: "破损",
    recededate: "2025-07-05",
    lines: [{ ...line, reason: "破损" }],
  }),
  Stock: () => ({ StoreId: "S1", GoodsId: "G1", amount: 5, cost: 10, price: 20 }),
  Sale: () => ({ busdate: "2025-06-30", StoreId: "S1", GoodsId: "G1", amount: 1, saleMoney: 20, costMoney: 10 }),
  Forecast: () => ({ busdate: "2025-07-02", StoreId: "S1", GoodsId: "G1", amount: 5, suggest: 5 }),
  FeeBill: () => ({ Billid: "ERP-F1", busdate: "2025-07-01", provid: "102001", FeeItem: "01", FeeName: "陈列费", FeeMoney: 100 }),
  TaxInvoice: () => ({
    BalaBillid: "SETTLED",
    provid: "102002",
    InvType: 3,
    Number: "25112000000012345678",
    InvDate: "2025-06-30",
    netMoney: 100,
    taxRate: 0.13,
    taxMoney: 13,
    TotalMoney: 113,
  }),
  User: (page) => ({
    USER_ID: `new${page}`,
    UsrName: "新人",
    GroupId: page === 805 ? "supplier" : "keyed",
    ...(page === 805 && { PROV_ID: "102001" }),
  }),
};

const pagesOf = (shop: string, own: "shop" | "mall"): Module[] =>
  Object.values(profileOf(registry, shop).modules).filter(
    ({ audience, actions }) =>
      (audience.includes(own) || (own === "mall" && audience.includes("shop"))) &&
      actions.some(({ name, transition }) => name === "import" && transition === null),
  );

/** A page, and the shop or mall whose program calls there. */
interface Door {
  readonly page: Module;
  readonly shop: string;
}
/** Whoever makes keys, by shop. */
const MAKERS: Readonly<Record<string, string>> = { [SHOP]: "admin", [MALL]: "mall01", [EXPIRED]: "late" };
/** A text that only rows of another shop have. */
const CANARY = "别家机密";

const shopPages = pagesOf(SHOP, "shop");
const doors: readonly Door[] = [
  ...shopPages.map((page) => ({ page, shop: SHOP })),
  ...pagesOf(MALL, "mall").flatMap((page) => (shopPages.some(({ id }) => id === page.id) ? [] : [{ page, shop: MALL }])),
];
const titled = (of: readonly Door[]) => of.map((door) => [`${door.page.entity} of page ${door.page.id}`, door] as const);

describeEngine("every entity that can be brought in", (open) => {
  let world: KeyedWorld;
  const keys: Record<string, string> = {};
  const keyOf = ({ shop }: Door) => keys[shop] ?? "";
  const newKey = (shop: string, act: string, of: readonly Door[]) =>
    world.newKey(of.map(({ page }) => `${page.id}.${act}`).join(","), { rate: "6000" }, MAKERS[shop]);
  beforeAll(async () => {
    world = await openKeyedWorld(open);
    world.advance(86_400_000);
    for (const shop of [SHOP, MALL])
      keys[shop] = await newKey(
        shop,
        "in",
        doors.filter((door) => door.shop === shop),
      );
    // Both shops have rows of the same names, and the other one some more.
    for (const shop of [SHOP, EXPIRED])
      for (const mark of shop === SHOP ? [""] : ["", "-of-others"]) {
        const provid = shop === SHOP ? "102001" : "103001";
        await world.put("Category", [{ CategoryId: `C1${mark}`, CategoryName: "类" }], shop);
        await world.put("Store", [{ StoreId: `S1${mark}`, StoreName: `店${mark}`, statu: 1 }], shop);
        await world.put(
          "Goods",
          [{ GoodsId: `G1${mark}`, GoodsName: "品", provid, CategoryId: "C1", statu: 1, cost: 100000n, price: 200000n }],
          shop,
        );
        await world.put(
          "Order",
          [{ Billid: `ORDERED${mark}`, provid, Provider: "某", StoreId: "S1", busdate: "2025-06-30", Statu: 10 }],
          shop,
        );
        await world.put("OrderLine", [{ Billid: `ORDERED${mark}`, provid, LineNo: 1, GoodsId: "G1", amount: 2000n, cost: 100000n }], shop);
        await world.put(
          "Balance",
          [
            {
              Billid: `SETTLED${mark}`,
              provid: shop === SHOP ? "102002" : provid,
              busdate: "2025-06-30",
              B2b_statu: 50,
              TotalMoney: 11300n,
              Bala_sum: 11300n,
            },
          ],
          shop,
        );
        await world.put("Contract", [{ ContractNo: `HT${mark}`, provid, Statu: 50 }], shop);
        await world.put("Accept", [{ Billid: `ACCEPTED${mark}`, provid, busdate: "2025-06-30", Statu: 10 }], shop);
        await world.put("UserGroup", [{ GroupId: `keyed${mark}`, GroupName: "组", UserKind: "retail", allModules: false, statu: 1 }], shop);
      }
    await world.put("UserGroup", [{ GroupId: "keyed", GroupName: "组", UserKind: "mall", allModules: false, statu: 1 }], MALL);
    const amounts = { TotalMoney: 11300n, netMoney: 10000n, taxMoney: 1300n, taxRate: 130000n };
    await world.put("BalanceLine", [{ Billid: "SETTLED", provid: "102002", SrcKind: 1, SrcBillid: "X", checked: true, ...amounts }]);
    await world.put("Stock", [{ StoreId: "S1", GoodsId: "G1", amount: 7000n }], EXPIRED);
  });

  /** All rows of every table that are not the shop's. */
  const others = async (shop: string): Promise<Record<string, string>> => {
    const tables = Object.values(world.registry.entities).filter(({ view, tenancy }) => view === null && tenancy !== "global");
    const sums: Record<string, string> = {};
    for (const { table } of tables) {
      const { rows } = await sql<{ sum: string | null }>`
        select md5(string_agg(to_jsonb(t)::text, '' order by t."Id")) as sum from ${sql.id(table)} t where t."SHOP_ID" <> ${shop}`.execute(
        world.database.kysely,
      );
      sums[table] = rows[0]?.sum ?? "";
    }
    return sums;
  };
  const entityOf = (name: string): Entity => {
    const found = world.registry.entities[name];
    if (found === undefined) throw new Error(`no entity ${name}`);
    return found;
  };
  const rowOf = ({ id, entity }: Module): Sent => {
    const good = GOOD[entity];
    if (good === undefined) throw new Error(`say a good row of ${entity}, which page ${id} brings in`);
    return good(id);
  };
  const isOneOfSeveral = ({ page, shop }: Door) =>
    doors.filter((door) => door.shop === shop && door.page.entity === page.entity).length > 1;
  const mdl = (door: Door) => (isOneOfSeveral(door) ? { mdl: String(door.page.id) } : {});

  it("stands on a page of retailers, or of malls", () => {
    const entities = new Set(doors.map(({ page }) => page.entity));
    expect([...entities].sort()).toEqual(Object.keys(GOOD).sort());
  });

  it.each(titled(doors))("%s: is made, told again, and answers the same to lines", async (_title, door) => {
    const [row, { id, entity }, key] = [rowOf(door.page), door.page, keyOf(door)];
    const made = await sendArray(world, key, entity, `${id}.1`, [row], mdl(door));
    expect(made.Result?.rows, made.body).toMatchObject([{ row: 1, state: "created" }]);
    const again = await sendArray(world, key, entity, `${id}.1`, [row], mdl(door));
    expect(again.Result.rows).toEqual(made.Result.rows);
    const lines = await sendLines(world, key, entity, `${id}.2`, [row, "none"], mdl(door));
    expect(lines.lines.map(({ state }) => state)).toEqual([expect.stringMatching(/same|refused|created/), "refused"]);
    expect(lines.end.Code).toBe(200);
  });

  it.each(titled(doors))("%s: names nothing of another shop, and changes nothing there", async (_title, door) => {
    const { page, shop } = door;
    const before = await others(shop);
    const row = rowOf(page);
    const entity = entityOf(page.entity);
    const lines = world.registry.entities[entity.import?.lines?.entity ?? ""];
    const refs = (of: Entity | undefined, columns: readonly string[]) => columns.filter((name) => of?.fields[name]?.ref);
    const foreign = (name: string, of: Entity | undefined): string =>
      of?.fields[name]?.ref?.entity === "Provider"
        ? "103001"
        : `${{ Store: "S1", Goods: "G1", Category: "C1", Order: "ORDERED", Balance: "SETTLED", Contract: "HT", Accept: "ACCEPTED", UserGroup: "keyed" }[of?.fields[name]?.ref?.entity ?? ""]}-of-others`;
    const own = refs(entity, entity.import?.columns ?? []);
    const ofLines = refs(lines, entity.import?.lines?.columns ?? []);
    const [first] = (row.lines as Sent[] | undefined) ?? [];
    const rows = [
      ...own.map((name) => ({ ...row, [name]: foreign(name, entity) })),
      ...ofLines.map((name) => ({ ...row, lines: [{ ...first, [name]: foreign(name, lines) }] })),
      { ...row, SHOP_ID: EXPIRED },
      { ...row, Id: 1 },
      // A document that is there is refused for being there.
    ].map((one, n) => ("Billid" in row ? { ...one, Billid: `${row.Billid}-${n}` } : one));
    const { Result, body } = await sendArray(world, keyOf(door), page.entity, `${page.id}.3`, rows, mdl(door));
    expect(
      Result?.rows.map(({ state }: { state: string }) => state),
      body,
    ).toEqual(rows.map(() => "refused"));
    const named = [...own, ...ofLines.map((name) => `lines[1].${name}`), "SHOP_ID", "Id"];
    const columns: string[][] = Result.rows.map(({ problems }: { problems: { column: string }[] }) => problems.map(({ column }) => column));
    expect(
      named.filter((name, n) => columns[n]?.includes(name) !== true),
      body,
    ).toEqual([]);
    expect(await others(shop)).toEqual(before);
  });

  it("all of them changed nothing of another shop", async () => {
    const stock = await world.database.kysely.selectFrom("stock").select("amount").where("SHOP_ID", "=", EXPIRED).execute();
    expect(stock.map(({ amount }) => Number(amount))).toEqual([7000]);
  });

  describe("goes out", () => {
    const outKeys: Record<string, string> = {};
    let receiver: Awaited<ReturnType<typeof openReceiver>>;
    const store = <T>(shop: string, work: (store: ReturnType<typeof sqlStore>) => Promise<T>) =>
      world.database.kysely.transaction().execute((trx) => work(sqlStore(trx, shop)));
    const push = () => runPushes(pushing(world));
    beforeAll(async () => {
      receiver = await openReceiver();
      // The program says itself whose rows it means, as there may be no wall behind it.
      await takeWallDown(world.database);
      await world.database.kysely.updateTable("shop").set({ contractend: "2099-12-31" }).where("SHOP_ID", "=", EXPIRED).execute();
      const ofShops = [SHOP, MALL].map((shop) => [shop, doors.filter((door) => door.shop === shop)] as const);
      // The other shop has its rows taken out as well: its changes are noted beside those of this one.
      for (const [shop, of] of [...ofShops, [EXPIRED, doors.filter((door) => door.shop === SHOP)] as const]) {
        outKeys[shop] = await newKey(shop, "out", of);
        const Events = of.flatMap(({ page }) => [`${page.id}.created`, `${page.id}.changed`]).join(",");
        const address = receiver.address.replace("to=erp", `to=${shop}`);
        const saved = await world.as(MAKERS[shop] ?? "", "Module/9016/Save", { HookName: "ERP", address, Events });
        expect(saved, saved.body).toMatchObject({ Code: 200 });
      }
      await push();
    });

    /** Everything there is, as a program of a shop is told it. */
    const takeOut = async (shop: string, door: Door) => {
      const bodies: string[] = [];
      const ids: number[] = [];
      for (let cursor = ""; ; ) {
        const told = await callWithKey(world, outKeys[shop], `Out/${door.page.entity}`, { cursor, mdl: String(door.page.id) });
        expect(told.Code, told.body).toBe(200);
        bodies.push(told.body);
        ids.push(...told.Result.rows.map(({ Id }: { Id: number }) => Id));
        cursor = told.Result.cursor;
        if (!told.Result.more) return { ids, text: bodies.join() };
      }
    };
    /** What was pushed to a program of a shop since. */
    const pushed = (shop: string, entity: string) =>
      receiver.arrived.filter(({ path, body }) => path.endsWith(`to=${shop}`) && body.entity === entity);

    /** Writes a row into the other shop that is called the same, of a supplier of that shop, and says in every text whose it is; with its lines. */
    const putTwin = async (shop: string, entity: Entity, row: Row) => {
      const tables = entity.lines.map(entityOf);
      const lines = await store(shop, (own) =>
        Promise.all(tables.map((of) => own.find(of, { [of.head?.field ?? ""]: row[of.head?.key ?? ""] ?? null }))),
      );
      const twin = twinOf(entity, row);
      const called = entity.unique.flat();
      const key = Object.fromEntries(called.map((name) => [name, twin[name] ?? null]));
      await store(EXPIRED, async (there) => {
        const isThere = called.length > 0 && (await there.exists(entity, key));
        if (isThere) await there.update(entity, key, twin);
        else await there.insert(entity, [twin]);
        for (const [n, of] of tables.entries())
          await there.insert(
            of,
            (lines[n] ?? []).map((line) => twinOf(of, line)),
          );
      });
    };

    it.each(titled(doors))("%s: to its own shop, by feed and by push, and not to another one", async (_title, door) => {
      const { page, shop } = door;
      const entity = entityOf(page.entity);
      const sent = await sendArray(world, keyOf(door), page.entity, `${page.id}.4`, [rowOf(page)], mdl(door));
      const own = await store(shop, (here) => here.find(entity, {}));
      const row = own.find(({ Id }) => Id === sent.Result.rows[0]?.id);
      if (row === undefined) throw new Error(`no ${page.entity}: ${sent.body}`);
      receiver.arrived.length = 0;
      await putTwin(shop, entity, row);
      await store(shop, (here) => here.update(entity, { Id: row.Id ?? null }, changeOf(entity)));
      await push();

      const theirs = await store(EXPIRED, (there) => there.find(entity, {}));
      const ofTheirs = new Set(theirs.map(({ Id }) => Number(Id)));
      const out = await takeOut(shop, door);
      expect(out.ids).toContain(row.Id);
      expect(out.ids.filter((id) => ofTheirs.has(id))).toEqual([]);
      expect(out.text).not.toContain(CANARY);
      const told = pushed(shop, page.entity);
      expect(told.map(({ body }) => body.Id)).toContain(row.Id);
      expect(told.filter(({ body }) => ofTheirs.has(body.Id))).toEqual([]);
      expect(told.map(({ text }) => text).join()).not.toContain(CANARY);
      // The other shop is told its row: it could be told.
      if (shop !== SHOP) return;
      const there = await takeOut(EXPIRED, door);
      expect(there.text).toContain(CANARY);
      expect(there.ids.filter((id) => own.some(({ Id }) => Id === id))).toEqual([]);
      const toldThere = pushed(EXPIRED, page.entity);
      expect(toldThere.map(({ text }) => text).join()).toContain(CANARY);
      expect(toldThere.filter(({ body }) => own.some(({ Id }) => Id === body.Id))).toEqual([]);
    });

    it.each(titled(doors))("%s: to no supplier: he has neither keys nor subscriptions", async (_title, { page }) => {
      expect(await world.saveKey("s1", { Scopes: `${page.id}.out` })).toMatchObject({ Code: 403 });
      const hook = { HookName: "ERP", address: receiver.address, Events: `${page.id}.created` };
      expect(await world.as("s1", "Module/9016/Save", hook)).toMatchObject({ Code: 403 });
    });
  });
});

/** Texts of a row that say nothing of which one it is. */
function textsOf({ fields, unique }: Entity): readonly string[] {
  const called = new Set(unique.flat());
  return Object.values(fields)
    .filter(
      ({ name, type, ref, computed }) => (type === "string" || type === "text") && ref === null && computed === null && !called.has(name),
    )
    .map(({ name }) => name);
}

function twinOf(entity: Entity, { Id: _id, SHOP_ID: _shop, ...row }: Row): Row {
  return {
    ...row,
    ...Object.fromEntries(textsOf(entity).map((name) => [name, CANARY])),
    // Accounts have names of their own in all shops together.
    ...(entity.name === "User" && { USER_ID: `${row.USER_ID}-there` }),
    ...(entity.fields.provid?.ref !== undefined && entity.fields.provid.ref !== null && { provid: "103001" }),
  };
}

/** A change of a text that a row has. */
function changeOf(entity: Entity): Row {
  const [name = ""] = textsOf(entity);
  return { [name]: "改" };
}
