import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { EXPIRED, SHOP } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { callWithKey, type KeyedWorld, openKeyedWorld } from "./fixtures/keyed-world.ts";
import { type Options, type Sent, sendArray, sendLines } from "./fixtures/send-in.ts";

/** New documents go through what may follow. */
const THEN = "then";
const ALL = "9011.in,9011.out,9013.in,8901.in,8901.audit,9012.in,805.in";

describeEngine("batches that are brought in", (open) => {
  let world: KeyedWorld;
  let key: string;
  beforeAll(async () => {
    world = await openKeyedWorld(open);
    key = await world.newKey(ALL, { rate: "6000" });
    await world.put("Category", [{ CategoryId: "C1", CategoryName: "茶" }]);
    // The orders of the first day have no numbers of the portal.
    world.advance(86_400_000);
  });
  let number = 0;
  beforeEach(() => {
    number += 1;
  });
  const batch = () => `b-${number}`;
  const array = (entity: string, rows: Sent, options?: Options, of = batch()) => sendArray(world, key, entity, of, rows, options);
  const lines = (entity: string, rows: Sent, options?: Options, of = batch()) => sendLines(world, key, entity, of, rows, options);
  const stores = (count: number, from = 1, more = {}) =>
    Array.from({ length: count }, (_, n) => ({
      StoreId: `${batch()}-${from + n}`,
      StoreName: `门店${from + n}`,
      InvTitle: "惠民超市",
      TaxNo: "91DEMO000000000175",
      ...more,
    }));
  const storesOf = (shop: string, like = `${batch()}-%`) =>
    world.database.kysely
      .selectFrom("store")
      .select(["StoreId", "StoreName", "tel", "rowver"])
      .where("SHOP_ID", "=", shop)
      .where("StoreId", "like", like)
      .orderBy("Id")
      .execute();
  const eventCount = async () => (await world.database.kysely.selectFrom("event_log").select("Id").execute()).length;

  it("make rows and change those that are there, by their key, and say which", async () => {
    const first = await array("Store", stores(2));
    expect(first).toMatchObject({
      status: 200,
      Code: 200,
      Result: { batch: batch(), totals: { created: 2, updated: 0, same: 0, refused: 0 } },
    });
    expect(first.Result.rows[0]).toEqual({ row: 1, state: "created", id: expect.any(Number), key: `${batch()}-1` });
    const [one, two] = stores(2);
    const then = await array("Store", [{ ...one, StoreName: "改名" }, two], {}, `${batch()}.2`);
    expect(then.Result.rows.map(({ state }: { state: string }) => state)).toEqual(["updated", "same"]);
    expect(await storesOf(SHOP)).toMatchObject([{ StoreName: "改名" }, { StoreName: "门店2" }]);
  });

  it("are signed with the key's name, and counted as who answers for it", async () => {
    await array("Store", stores(1));
    const event = await world.database.kysely
      .selectFrom("event_log")
      .selectAll()
      .where("entity", "=", "Store")
      .orderBy("Id", "desc")
      .executeTakeFirst();
    expect(event).toMatchObject({ USER_ID: "admin", UsrName: "接口 ERP", action: "create", Billid: "门店1" });
  });

  it("refuse rows that are wrong, with what is wrong in which column, and take the others", async () => {
    const { Result } = await array("Goods", [
      {
        GoodsId: `${batch()}-1`,
        GoodsName: "龙井",
        unit: "盒",
        CategoryId: "C1",
        provid: "102001",
        taxRate: 0.13,
        cost: 12.5,
        price: "19.90",
      },
      { GoodsId: `${batch()}-2`, GoodsName: "", CategoryId: "nowhere", provid: "102001", cost: "many" },
      { GoodsId: `${batch()}-3`, Godsname: "x", GoodsName: { zh: "x" }, Barcode: 9007199254740994 },
      "text",
      { GoodsId: `${batch()}-5`, lines: [] },
    ]);
    expect(Result.totals, JSON.stringify(Result.rows[0])).toMatchObject({ created: 1, refused: 4 });
    const columns = Result.rows.map(({ problems = [] }: { problems?: { column: string }[] }) =>
      problems.map(({ column }) => column).sort(),
    );
    expect(columns).toEqual([
      [],
      expect.arrayContaining(["CategoryId", "GoodsName", "cost"]),
      ["Barcode", "Godsname", "GoodsName"].sort(),
      [null],
      ["lines"],
    ]);
    expect(JSON.stringify(Result.rows[2].problems)).toContain("没有这一列，最接近的是 GoodsName");
    expect(JSON.stringify(Result.rows[2].problems)).toContain("数字超过 15 位");
  });

  it("of lines are answered line by line, and a line that is none is the result of that line", async () => {
    const [one, two, three] = stores(3).map((row) => JSON.stringify(row));
    const text = Buffer.concat([
      Buffer.from(`\uFEFF${one}\n\n{"StoreId": \n`),
      Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
      Buffer.from(`{"StoreId":"${"x".repeat(1024 * 1024)}"}\n${two}\r\n[1]\n${three}`),
    ]);
    const { status, lines: answered, end } = await lines("Store", text);
    expect(status).toBe(200);
    expect(answered.map(({ row, state, problems }) => [row, state, problems?.[0]?.message])).toEqual([
      [1, "created", undefined],
      [3, "refused", "不是合法的 JSON"],
      [4, "refused", "不是 UTF-8 文本"],
      [5, "refused", "一行最长 1 MB"],
      [6, "created", undefined],
      [7, "refused", "应为 JSON 对象"],
      [8, "created", undefined],
    ]);
    expect(end).toEqual({ end: true, Code: 200, Msg: "", totals: { created: 3, updated: 0, same: 0, refused: 4, undone: 0 } });
  });

  it("of one key in two parts are one after the other what the row is", async () => {
    const rows = stores(1000);
    const last = rows[999] ?? {};
    const { end, lines: told } = await lines("Store", [...rows, { ...last, StoreName: "第二次" }, { ...rows[0], StoreName: "也是第二次" }]);
    expect(end.totals).toMatchObject({ created: 1000, updated: 2, refused: 0 });
    expect(told.slice(-2).map(({ state, id }) => [state, id])).toEqual([
      ["updated", told[999]?.id],
      ["updated", told[0]?.id],
    ]);
    const names = (await storesOf(SHOP)).map(({ StoreName }) => StoreName);
    expect([names[0], names[999]]).toEqual(["也是第二次", "第二次"]);
  });

  describe("sent again", () => {
    it("are answered again and written once", async () => {
      for (const send of [array, lines]) {
        const rows = [...stores(1200), { StoreId: "" }];
        const first = await send("Store", rows, {}, `${batch()}.${send.name}`);
        const before = [await eventCount(), await storesOf(SHOP)];
        const again = await send("Store", rows, {}, `${batch()}.${send.name}`);
        expect(again.body).toBe(first.body);
        expect([await eventCount(), await storesOf(SHOP)]).toEqual(before);
      }
    });

    it("with another content, other options, more or fewer rows are refused, and write nothing", async () => {
      const rows = stores(2000);
      expect(await array("Store", rows)).toMatchObject({ Code: 200 });
      const before = await eventCount();
      const used = { Code: 409, Msg: expect.stringContaining(`批号 ${batch()} 已用于另一批数据`) };
      expect(await array("Store", [...rows.slice(0, 1999), { ...rows[1999], StoreName: "不同" }])).toMatchObject(used);
      expect(await array("Store", [...rows, ...stores(1, 5000)])).toMatchObject(used);
      expect(await array("Store", rows.slice(0, 1000))).toMatchObject(used);
      expect(await array("Store", rows, { atomic: "true" })).toMatchObject(used);
      const told = await lines("Store", [...rows.slice(0, 1000), ...stores(1001, 5000)]);
      expect(told.end).toMatchObject(used);
      expect(await eventCount()).toBe(before);
      expect(await storesOf(SHOP)).toHaveLength(2000);
    });

    it("by another key are another batch", async () => {
      const other = await world.newKey(ALL);
      expect(await array("Store", stores(1))).toMatchObject({ Result: { totals: { created: 1 } } });
      expect(await sendArray(world, other, "Store", batch(), stores(1))).toMatchObject({ Result: { totals: { same: 1 } } });
    });

    it("while they are still under way are written once", async () => {
      const rows = stores(300);
      const answers = await Promise.all([array("Store", rows), lines("Store", rows), array("Store", rows)]);
      const totals = answers.map((answer) => ("end" in answer ? answer.end.totals : answer.Result.totals).created);
      expect(totals).toEqual([300, 300, 300]);
      expect((await storesOf(SHOP)).map(({ rowver }) => rowver)).toEqual(Array.from({ length: 300 }, () => 1));
    });
  });

  describe("of documents", () => {
    const order = (more = {}) => ({
      busdate: "2025-06-30",
      provid: "102001",
      StoreId: "S1",
      arrivedate: "2025-07-02",
      enddate: "2025-07-20",
      lines: [{ GoodsId: "G1", amount: 3, cost: 10 }],
      ...more,
    });
    beforeAll(async () => {
      await world.put("Store", [{ StoreId: "S1", StoreName: "一店", statu: 1 }]);
      await world.put(
        "Goods",
        ["G1", "G2"].map((GoodsId) => ({
          GoodsId,
          GoodsName: GoodsId,
          provid: "102001",
          CategoryId: "C1",
          statu: 1,
          cost: 100000n,
          price: 200000n,
        })),
      );
    });

    it("bring their lines along, each record a document of its own", async () => {
      const two = { GoodsId: "G2", amount: "2.5", cost: "1.2345" };
      const { Result, body } = await array("Order", [
        order({ lines: [{ GoodsId: "G1", amount: 3, cost: 10 }, two] }),
        order(),
        order({ Billid: `ERP-${number}`, lines: [two] }),
      ]);
      expect(Result.totals, body).toMatchObject({ created: 3 });
      const keys = Result.rows.map((end: { key: string }) => end.key);
      expect(new Set(keys).size).toBe(3);
      expect(keys[2]).toBe(`ERP-${number}`);
      const shown = await world.as("admin", "Module/8901/Get", { id: String(Result.rows[0].id) });
      expect(shown.Result.row).toMatchObject({ Statu: 0, amount: "5.500", StoreName: "一店" });
      expect(shown.Result.lines.OrderLine).toMatchObject([
        { GoodsId: "G1", amount: "3.000" },
        { GoodsId: "G2", cost: "1.2345" },
      ]);
    });

    it("are refused whole, with the line that is wrong", async () => {
      const { Result } = await array("Order", [
        order({
          lines: [
            { GoodsId: "G1", amount: 1, cost: 1 },
            { GoodsId: "nowhere", amount: "x", cost: 1, colour: "red" },
          ],
        }),
        order({ lines: [] }),
        order({ lines: "none" }),
        order({
          lines: [
            { GoodsId: "G1", amount: 1, cost: 1 },
            { GoodsId: "nowhere", amount: 1, cost: 1 },
          ],
        }),
      ]);
      expect(Result.rows.map(({ state }: { state: string }) => state)).toEqual(["refused", "refused", "refused", "refused"]);
      const columns = Result.rows.map(({ problems }: { problems: { column: string }[] }) => problems.map(({ column }) => column));
      expect(columns).toEqual([["lines[2].colour"], ["lines"], ["lines"], ["lines[2].GoodsId"]]);
    });

    it("go through what may follow where the key says so, and the batch asks for it", async () => {
      const { Result } = await array("Order", [order()], { [THEN]: "true" });
      expect((await world.as("admin", "Module/8901/Get", { id: String(Result.rows[0].id) })).Result.row).toMatchObject({
        Statu: 10,
        auditor: "接口 ERP",
      });
      const without = await world.newKey("8901.in");
      expect(await sendArray(world, without, "Order", batch(), [order()], { [THEN]: "true" })).toMatchObject({
        Code: 403,
        Msg: expect.stringContaining("不能用 then"),
      });
      expect(await sendArray(world, without, "Order", batch(), [order()], { [THEN]: "perhaps" })).toMatchObject({ Code: 400 });
    });
  });

  it("that are all or nothing keep nothing where one row is refused, and may be sent again when it is good", async () => {
    const bad = [...stores(2), { StoreId: "" }];
    const refused = await array("Store", bad, { atomic: "true" });
    expect(refused).toMatchObject({
      Code: 422,
      Msg: "有数据被拒绝，整批没有写入（atomic）",
      Result: { totals: { undone: 2, refused: 1, created: 0 } },
    });
    expect(refused.Result.rows.map(({ state, id }: { state: string; id: number }) => [state, id])).toEqual([
      ["undone", null],
      ["undone", null],
      ["refused", null],
    ]);
    const told = await lines("Store", bad, { atomic: "1" });
    expect(told.end).toMatchObject({ Code: 422, totals: { undone: 2 } });
    expect(await storesOf(SHOP)).toEqual([]);
    expect(await array("Store", stores(2), { atomic: "true" })).toMatchObject({ Code: 200, Result: { totals: { created: 2 } } });
    expect(await storesOf(SHOP)).toHaveLength(2);
  });

  it("are refused as a whole where nobody could know what is meant", async () => {
    const post = (payload: string | Buffer, headers: Readonly<Record<string, string>> = {}, query = {}) =>
      world.app.inject({
        method: "POST",
        url: "/api/In/Store",
        query,
        headers: { authorization: `Key ${key}`, "content-type": "application/json", "idempotency-key": batch(), ...headers },
        payload,
      });
    const code = async (answer: ReturnType<typeof post>) => (await answer).json<{ Code: number; Msg: string }>();
    for (const body of ["{}", "", "null", "[", "1", '"a"', "[{}", "\u0000"])
      expect(await code(post(body)), body).toMatchObject({ Code: 400, Msg: expect.stringContaining("JSON 数组") });
    expect(await code(post("[]", { "idempotency-key": "" }))).toMatchObject({ Code: 400, Msg: expect.stringContaining("缺少批号") });
    expect(await code(post("[]", { "idempotency-key": "a/b" }))).toMatchObject({ Code: 400, Msg: expect.stringContaining("批号应为") });
    expect(await code(post("[]", {}, { batch: "another" }))).toMatchObject({ Code: 400, Msg: expect.stringContaining("不一致") });
    expect(await code(post("[]", { "content-encoding": "gzip" }))).toMatchObject({
      Code: 400,
      Msg: expect.stringContaining("Content-Encoding"),
    });
    expect(await code(post(JSON.stringify(Array.from({ length: 10_001 }, () => ({})))))).toMatchObject({
      Code: 400,
      Msg: expect.stringContaining("最多 10000 行"),
    });
    expect(await code(post(`[${" ".repeat(8 * 1024 * 1024)}]`))).toMatchObject({ Code: 400, Msg: expect.stringContaining("8 MB") });
    expect(await code(post("[".repeat(1_000_000)))).toMatchObject({ Code: 400 });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml", "application/json; charset=gbk"])
      expect((await post("[]", { "content-type": type })).statusCode, type).toBe(415);
    expect(await code(post("[]"))).toMatchObject({ Code: 200 });
    const deep = await lines("Store", `{"StoreId":${"[".repeat(400_000)}${"]".repeat(400_000)}}\n`, {}, `${batch()}.2`);
    expect(deep).toMatchObject({ lines: [{ state: "refused" }], end: { Code: 200 } });
  });

  it("reach no other shop's rows, whatever key they name", async () => {
    await world.put("Store", [{ StoreId: `${batch()}-1`, StoreName: "别家", statu: 1 }], EXPIRED);
    expect(await array("Store", stores(1))).toMatchObject({ Result: { totals: { created: 1 } } });
    expect(await array("Store", stores(1, 1, { SHOP_ID: EXPIRED }), {}, `${batch()}.2`)).toMatchObject({
      Result: { totals: { refused: 1 } },
    });
    expect(await storesOf(EXPIRED)).toMatchObject([{ StoreName: "别家", rowver: 1 }]);
  });

  it("give nobody more than who answers for the key may give", async () => {
    await world.put("UserGroup", [{ GroupId: "sup", GroupName: "sup", UserKind: "supplier", allModules: false, statu: 1 }]);
    const user = { USER_ID: `u-${number}`, UsrName: "新人", PROV_ID: "102001", GroupId: "sup" };
    const made = await array("User", [user]);
    expect(made).toMatchObject({ Code: 200, Result: { totals: { created: 1 }, notice: expect.stringContaining("初始密码") } });
    expect((await array("User", [user])).Result.notice).toBeUndefined();
    const told = await lines("User", [{ ...user, USER_ID: `u2-${number}` }], {}, `${batch()}.2`);
    expect(told.lines.map(({ state, notice }) => state ?? notice)).toEqual(["created", expect.stringContaining("初始密码")]);
  });

  it("end between two parts when the key is revoked", async () => {
    const own = await world.newKey("9011.in");
    const { kysely } = world.database;
    const body = async function* () {
      yield Buffer.from(
        stores(1100)
          .map((row) => `${JSON.stringify(row)}\n`)
          .join(""),
      );
      await expect.poll(async () => (await storesOf(SHOP)).length).toBe(1000);
      await kysely.updateTable("api_key").set({ stt: 90 }).where("prefix", "=", own.slice(0, 16)).execute();
      yield Buffer.from(
        stores(1100, 1101)
          .map((row) => `${JSON.stringify(row)}\n`)
          .join(""),
      );
    };
    const { Readable } = await import("node:stream");
    const answer = await world.app.inject({
      method: "POST",
      url: `/api/In/Store?batch=${batch()}`,
      headers: { authorization: `Key ${own}`, "content-type": "application/x-ndjson" },
      payload: Readable.from(body()),
    });
    const all = answer.body
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { row?: number; Code?: number });
    expect(all.filter(({ row }) => row !== undefined)).toHaveLength(1000);
    expect(all.at(-1)).toMatchObject({ end: true, Code: 401 });
    expect(await storesOf(SHOP)).toHaveLength(1000);
  });

  it("show what came of them to whoever takes changes out", async () => {
    const before = await callWithKey(world, key, "Out/Store", { limit: 2000 });
    let { cursor } = before.Result;
    for (let more = before.Result.more; more; ) {
      const next = await callWithKey(world, key, "Out/Store", { limit: 2000, cursor });
      ({ cursor, more } = next.Result);
    }
    await array("Store", stores(3));
    const { Result } = await callWithKey(world, key, "Out/Store", { cursor });
    expect(Result.rows.map(({ row }: { row: { StoreId: string } }) => row.StoreId)).toEqual(stores(3).map(({ StoreId }) => StoreId));
  });
});
