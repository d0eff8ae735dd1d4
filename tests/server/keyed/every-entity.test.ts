import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { profileOf } from "../../../src/server/base/viewer.ts";
import type { Module } from "../../../src/shared/registry/model.ts";
import { EXPIRED, MALL, SHOP } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { type KeyedWorld, openKeyedWorld } from "./fixtures/keyed-world.ts";
import { sendArray, sendLines } from "./fixtures/send-in.ts";

type Sent = Readonly<Record<string, unknown>>;

const TAX = "91DEMO000000000175";
const line = { GoodsId: "G1", amount: 2, cost: 10 };

/** A good row of each page, by entity; whoever makes another entity importable says one. */
const GOOD: Readonly<Record<string, (page: number) => Sent>> = {
  Store: () => ({ StoreId: "new", StoreName: "新店", InvTitle: "惠民超市", TaxNo: TAX }),
  Category: () => ({ CategoryId: "new", CategoryName: "新类", PrtId: "C1" }),
  Provider: () => ({ provid: "109999", Provider: "新供应商", OperMode: 1, TaxNo: TAX }),
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
    GroupId: page === 805 ? "supplier" : page === 802 ? "admin" : "keyed",
    ...(page === 805 && { PROV_ID: "102001" }),
  }),
};

const pagesOf = (shop: string, own: "shop" | "mall"): Module[] =>
  Object.values(profileOf(registry, shop).modules).filter(
    ({ audience, actions }) =>
      (audience.includes(own) || (own === "mall" && audience.includes("shop"))) &&
      actions.some(({ name, transition }) => name === "import" && transition === null),
  );

describeEngine("every entity that can be brought in", (open) => {
  let world: KeyedWorld;
  let key: string;
  const pages = pagesOf(SHOP, "shop");
  beforeAll(async () => {
    world = await openKeyedWorld(open);
    world.advance(86_400_000);
    key = await world.newKey(pages.map(({ id }) => `${id}.in`).join(","), { rate: "6000" });
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
    const amounts = { TotalMoney: 11300n, netMoney: 10000n, taxMoney: 1300n, taxRate: 130000n };
    await world.put("BalanceLine", [{ Billid: "SETTLED", provid: "102002", SrcKind: 1, SrcBillid: "X", checked: true, ...amounts }]);
    await world.put("Stock", [{ StoreId: "S1", GoodsId: "G1", amount: 7000n }], EXPIRED);
  });

  /** All rows of every table that are not the shop's. */
  const others = async (): Promise<Record<string, string>> => {
    const tables = Object.values(world.registry.entities).filter(({ view, tenancy }) => view === null && tenancy !== "global");
    const sums: Record<string, string> = {};
    for (const { table } of tables) {
      const { rows } = await sql<{ sum: string | null }>`
        select md5(string_agg(to_jsonb(t)::text, '' order by t."Id")) as sum from ${sql.id(table)} t where t."SHOP_ID" <> ${SHOP}`.execute(
        world.database.kysely,
      );
      sums[table] = rows[0]?.sum ?? "";
    }
    return sums;
  };
  const rowOf = ({ id, entity }: Module): Sent => {
    const good = GOOD[entity];
    if (good === undefined) throw new Error(`say a good row of ${entity}, which page ${id} brings in`);
    return good(id);
  };
  const mdl = ({ id, entity }: Module) => (pages.filter((page) => page.entity === entity).length > 1 ? { mdl: String(id) } : {});

  it("stands on a page of retailers, or of malls", () => {
    const entities = new Set([...pages, ...pagesOf(MALL, "mall")].map(({ entity }) => entity));
    expect([...entities].sort()).toEqual(Object.keys(GOOD).sort());
  });

  it.each(pages.map((page) => [`${page.entity} of page ${page.id}`, page] as const))(
    "%s: is made, told again, and answers the same to lines",
    async (_title, page) => {
      const row = rowOf(page);
      const made = await sendArray(world, key, page.entity, `${page.id}.1`, [row], mdl(page));
      expect(made.Result?.rows, made.body).toMatchObject([{ row: 1, state: "created" }]);
      const again = await sendArray(world, key, page.entity, `${page.id}.1`, [row], mdl(page));
      expect(again.Result.rows).toEqual(made.Result.rows);
      const lines = await sendLines(world, key, page.entity, `${page.id}.2`, [row, "none"], mdl(page));
      expect(lines.lines.map(({ state }) => state)).toEqual([expect.stringMatching(/same|refused|created/), "refused"]);
      expect(lines.end.Code).toBe(200);
    },
  );

  it.each(pages.map((page) => [`${page.entity} of page ${page.id}`, page] as const))(
    "%s: names nothing of another shop, and changes nothing there",
    async (_title, page) => {
      const before = await others();
      const row = rowOf(page);
      const entity = world.registry.entities[page.entity];
      const lines = world.registry.entities[entity?.import?.lines?.entity ?? ""];
      const refs = (of: typeof entity, columns: readonly string[]) => columns.filter((name) => of?.fields[name]?.ref);
      const foreign = (name: string, of: typeof entity): string =>
        of?.fields[name]?.ref?.entity === "Provider"
          ? "103001"
          : `${{ Store: "S1", Goods: "G1", Category: "C1", Order: "ORDERED", Balance: "SETTLED", Contract: "HT", Accept: "ACCEPTED", UserGroup: "keyed" }[of?.fields[name]?.ref?.entity ?? ""]}-of-others`;
      const own = refs(entity, entity?.import?.columns ?? []);
      const ofLines = refs(lines, entity?.import?.lines?.columns ?? []);
      const [first] = (row.lines as Sent[] | undefined) ?? [];
      const rows = [
        ...own.map((name) => ({ ...row, [name]: foreign(name, entity) })),
        ...ofLines.map((name) => ({ ...row, lines: [{ ...first, [name]: foreign(name, lines) }] })),
        { ...row, SHOP_ID: EXPIRED },
        { ...row, Id: 1 },
        // A document that is there is refused for being there.
      ].map((one, n) => ("Billid" in row ? { ...one, Billid: `${row.Billid}-${n}` } : one));
      const { Result, body } = await sendArray(world, key, page.entity, `${page.id}.3`, rows, mdl(page));
      expect(
        Result?.rows.map(({ state }: { state: string }) => state),
        body,
      ).toEqual(rows.map(() => "refused"));
      const named = [...own, ...ofLines.map((name) => `lines[1].${name}`), "SHOP_ID", "Id"];
      const columns: string[][] = Result.rows.map(({ problems }: { problems: { column: string }[] }) =>
        problems.map(({ column }) => column),
      );
      expect(
        named.filter((name, n) => columns[n]?.includes(name) !== true),
        body,
      ).toEqual([]);
      expect(await others()).toEqual(before);
    },
  );

  it("all of them changed nothing of another shop", async () => {
    const stock = await world.database.kysely.selectFrom("stock").select("amount").where("SHOP_ID", "=", EXPIRED).execute();
    expect(stock.map(({ amount }) => Number(amount))).toEqual([7000]);
  });
});
