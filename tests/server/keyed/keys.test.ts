import { createHash } from "node:crypto";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { call, signIn } from "../app/fixtures/portal.ts";
import { EXPIRED, MALL, SHOP } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { callWithKey, type KeyedWorld, keyIn, openKeyedWorld } from "./fixtures/keyed-world.ts";

const ORDERS = "8901.out";
const UNKNOWN = { status: 401, Code: 401, Msg: "接口密钥不正确、已吊销或已到期，或其责任人已停用" };

describeEngine("keys", (open) => {
  let world: KeyedWorld;
  beforeAll(async () => {
    world = await openKeyedWorld(open);
    await world.put("UserGroup", [
      { GroupId: "keys", GroupName: "keys", UserKind: "retail", allModules: false, statu: 1 },
      { GroupId: "keys2", GroupName: "keys2", UserKind: "retail", allModules: false, statu: 1 },
    ]);
    for (const [GroupId, MdlId, Funcs] of [
      ["keys", 9010, "query,add,stop"],
      ["keys", 8901, "query,export"],
      ["keys", 510, "query"],
      ["keys2", 9010, "query,add,stop"],
    ] as const)
      await world.put("GroupModule", [{ GroupId, MdlId, Funcs }]);
    const { kysely } = world.database;
    const { hash } = await kysely.selectFrom("_credential").select("hash").where("USER_ID", "=", "admin").executeTakeFirstOrThrow();
    for (const [USER_ID, GroupId] of [
      ["maker", "keys"],
      ["other", "keys2"],
    ] as const) {
      await world.put("User", [{ USER_ID, UsrName: `名-${USER_ID}`, UserKind: "retail", GroupId, PROV_ID: null, statu: 1 }]);
      await kysely.insertInto("_credential").values({ USER_ID, hash }).execute();
    }
  });
  beforeEach(() => world.advance(60_000));

  const out = (key: string | undefined, entity = "Order", params = {}) => callWithKey(world, key, `Out/${entity}`, params);
  const keyRow = async (key: string) =>
    world.database.kysely.selectFrom("api_key").selectAll().where("prefix", "=", key.slice(0, 16)).executeTakeFirstOrThrow();
  const act = async (user: string, action: string, key: string) =>
    world.as(user, "Module/9010/Action", { action, ids: String((await keyRow(key)).Id) });

  it("are told once to who makes them, and only their hash is kept", async () => {
    const saved = await world.saveKey("admin", { Scopes: ORDERS });
    const key = keyIn(saved) ?? "";
    expect(key).not.toBe("");
    expect(await out(key)).toMatchObject({ status: 200, Code: 200 });
    const { hash } = await world.database.kysely
      .selectFrom("_api_key")
      .select("hash")
      .where("prefix", "=", key.slice(0, 16))
      .executeTakeFirstOrThrow();
    const secret = key.slice(17);
    expect(hash).toBe(createHash("sha256").update(secret).digest("hex"));
    const kept = await Promise.all(
      ["_api_key", "api_key", "event_log", "_idempotency"].map((table) => world.database.kysely.selectFrom(table).selectAll().execute()),
    );
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect(JSON.stringify(world.log)).not.toContain(secret);
    const listed = await world.as("admin", "Module/9010/GetPage", { page: "1", rows: "50" });
    expect(listed.body).toContain(key.slice(0, 16));
    expect(listed.body).not.toContain(secret);
    expect(listed.body).not.toContain(String(hash));
  });

  it("open nothing where they are unknown, changed or not after Key", async () => {
    const key = await world.newKey(ORDERS);
    const last = key.endsWith("A") ? "B" : "A";
    for (const wrong of [undefined, "", "garbage", `${key.slice(0, -1)}${last}`, `scm_000000000000_${key.slice(17)}`, `${key}A`])
      expect(await out(wrong)).toMatchObject(UNKNOWN);
    for (const authorization of [key, `Bearer ${key}`, key.slice(17), `Key  `, `Key ${key} x`]) {
      const answer = await world.app.inject({ method: "POST", url: "/api/Out/Order", headers: { authorization } });
      expect(answer.statusCode, authorization).toBe(401);
    }
    // Neither does a key sign in, nor a session's token call.
    expect(await call(world, key, "login/GetUserInfo")).toMatchObject({ status: 401 });
    expect(await out(await signIn(world, "admin"))).toMatchObject(UNKNOWN);
  });

  it("open what is ticked, and answer 404 for everything else", async () => {
    const key = await world.newKey(ORDERS);
    for (const entity of ["Goods", "User", "ApiKey", "Nothing", "constructor", "__proto__"])
      expect(await out(key, entity)).toMatchObject({ Code: 404, Msg: expect.stringContaining("没有开放") });
    expect((await keyRow(key)).Scopes).toBe("订单：取出");
  });

  it("allow nothing beyond what their maker holds himself, when they are made and ever after", async () => {
    expect(await world.saveKey("maker", { Scopes: "510.out" })).toMatchObject({
      Code: 422,
      Msg: "不能开放自己没有权限的数据：结算单：取出",
    });
    expect(await world.saveKey("maker", { Scopes: "8901.out,9013.out" })).toMatchObject({
      Code: 422,
      Msg: expect.stringContaining("商品资料：取出"),
    });
    expect(await world.saveKey("maker", { Scopes: "8901.pay" })).toMatchObject({ Code: 422, Msg: "不能开放不存在的数据：8901.pay" });
    expect(await world.saveKey("maker", { Scopes: "nonsense" })).toMatchObject({ Code: 422, Msg: "请勾选要开放的数据" });
    const choices = await world.as("maker", "Module/9010/Scopes");
    const out8901 = { MdlId: 8901, title: "订单", functions: [{ key: "out", title: "取出" }] };
    expect(choices.Result).toEqual({ groups: [{ title: "业务往来", modules: [out8901] }] });
    const key = await world.newKey(ORDERS, {}, "maker");
    expect(await out(key)).toMatchObject({ Code: 200 });
    const grants = world.database.kysely.updateTable("group_module").where("GroupId", "=", "keys").where("MdlId", "=", 8901);
    await grants.set({ Funcs: "query" }).execute();
    expect(await out(key)).toMatchObject({ Code: 404 });
    await grants.set({ Funcs: "query,export" }).execute();
    expect(await out(key)).toMatchObject({ Code: 200 });
  });

  it("end with the account of who answers for them, until somebody who holds as much takes them over", async () => {
    const key = await world.newKey(ORDERS, {}, "maker");
    const switchMaker = (statu: number) =>
      world.database.kysely.updateTable("user").set({ statu }).where("USER_ID", "=", "maker").execute();
    await switchMaker(0);
    expect(await out(key)).toMatchObject(UNKNOWN);
    expect(await act("other", "adopt", key)).toMatchObject({
      Code: 422,
      Msg: expect.stringContaining("不能开放自己没有权限的数据：订单：取出"),
    });
    expect(await act("admin", "adopt", key)).toMatchObject({ Code: 200 });
    expect(await out(key)).toMatchObject({ Code: 200 });
    expect(await keyRow(key)).toMatchObject({ owner: "admin", ownerName: "名-admin" });
    await switchMaker(1);
  });

  it("end at once when they are revoked, in every process, and on the day after their last", async () => {
    const revoked = await world.newKey(ORDERS);
    expect(await out(revoked)).toMatchObject({ Code: 200 });
    expect(await act("admin", "revoke", revoked)).toMatchObject({ Code: 200 });
    expect(await out(revoked)).toMatchObject(UNKNOWN);
    expect(await act("admin", "adopt", revoked)).toMatchObject({ Code: 409 });
    const days = await world.newKey(ORDERS, { expires: "2025-06-30" });
    expect(await out(days)).toMatchObject({ Code: 200 });
    world.advance(24 * 3_600_000);
    expect(await out(days)).toMatchObject(UNKNOWN);
    expect(await world.saveKey("admin", { Scopes: ORDERS, expires: "2025-06-30" })).toMatchObject({
      Code: 400,
      Result: { problems: [{ field: "expires", message: "有效期不能早于今天" }] },
    });
  });

  it("note their last use at most once a minute, which is no change of them", async () => {
    const key = await world.newKey(ORDERS);
    const { lastuse, rowver } = await keyRow(key);
    expect(lastuse).toBeNull();
    await out(key);
    const first = await keyRow(key);
    expect(first.lastuse).not.toBeNull();
    world.advance(20_000);
    await out(key);
    expect((await keyRow(key)).lastuse).toEqual(first.lastuse);
    world.advance(60_000);
    await out(key);
    const later = await keyRow(key);
    expect(later.lastuse).not.toEqual(first.lastuse);
    expect(later.rowver).toBe(rowver);
  });

  it("have so many calls a minute, each by itself, and hear when they may go on", async () => {
    const [key, other] = [await world.newKey(ORDERS, { rate: "3" }), await world.newKey(ORDERS, { rate: "3" })];
    for (let n = 0; n < 3; n++) expect(await out(key)).toMatchObject({ status: 200 });
    const refused = await out(key);
    expect(refused).toMatchObject({ status: 429, Code: 429, Msg: "接口密钥“ERP”每分钟最多 3 次，请稍后再试" });
    const seconds = Number(refused.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await out(other)).toMatchObject({ status: 200 });
    // Who knows the public part alone uses nobody's calls up.
    for (let n = 0; n < 5; n++) await out(`${other.slice(0, 17)}${"A".repeat(43)}`);
    expect(await out(other)).toMatchObject({ status: 200 });
    world.advance(seconds * 1000);
    expect(await out(key)).toMatchObject({ status: 200 });
  });

  it("are a shop's, and never show another shop's or a mall's rows", async () => {
    await world.put(
      "Order",
      [{ Billid: "DD202506309999", provid: "103001", Provider: "elsewhere", busdate: "2025-06-30", Statu: 10 }],
      EXPIRED,
    );
    const [own, malls] = [await out(await world.newKey(ORDERS)), await out(await world.newKey(ORDERS, {}, "mall01"))];
    expect(own.Result.rows.length).toBeGreaterThan(0);
    expect(own.body).not.toContain("elsewhere");
    expect(malls).toMatchObject({ Code: 200, Result: { rows: [] } });
    expect([SHOP, MALL]).not.toContain(EXPIRED);
  });

  it("are closed by a contract that is over, as the pages are", async () => {
    const until = (contractend: string) =>
      world.database.kysely.updateTable("shop").set({ contractend }).where("SHOP_ID", "=", EXPIRED).execute();
    await until("2099-12-31");
    const key = await world.newKey("9011.out", {}, "late");
    expect(await out(key, "Store")).toMatchObject({ Code: 200 });
    await until("2025-06-29");
    expect(await out(key, "Store")).toMatchObject({ Code: 404 });
  });

  it("are nothing for suppliers", async () => {
    expect(await world.saveKey("s1", { Scopes: ORDERS })).toMatchObject({ Code: 403 });
    expect(await world.as("s1", "Module/9010/GetPage", {})).toMatchObject({ Code: 403 });
  });
});
