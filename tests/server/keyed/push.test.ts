import { createHash, createHmac } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { networksOf } from "../../../src/server/base/safe-address.ts";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import { addressProblem, checkLiteral, lookupIn, mayReach } from "../../../src/server/features/keyed/push/push-address.ts";
import { type PushDeps, runPushes } from "../../../src/server/features/keyed/push/run-pushes.ts";
import { EXPIRED, SHOP } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { type KeyedWorld, openKeyedWorld } from "./fixtures/keyed-world.ts";
import { PLACES, pushing } from "./fixtures/pushing.ts";
import { openReceiver, type Receiver } from "./fixtures/receiver.ts";

const SECOND = 1000;
const DAY = 86_400_000;
const ALL = "8901.created,8901.changed,8901.deleted,8901.transition";

describeEngine("subscriptions", (open) => {
  let world: KeyedWorld;
  let receiver: Receiver;
  beforeAll(async () => {
    world = await openKeyedWorld(open);
  });
  // Each has a receiver of its own, and nothing of the ones before it.
  beforeEach(async () => {
    receiver = await openReceiver();
    await world.database.kysely.updateTable("push_hook").set({ stt: 90 }).execute();
    for (const table of ["_push", "_push_hook", "push_record"]) await world.database.kysely.deleteFrom(table).execute();
    world.advance(DAY);
  });

  const run = (more?: Partial<PushDeps>) => runPushes(pushing(world, more));
  const subscribe = async (Events = ALL, user = "admin", more: Readonly<Record<string, string>> = {}) => {
    const saved = await world.as(user, "Module/9016/Save", { HookName: "ERP", address: receiver.address, Events, ...more });
    const secret = /签名密钥：([A-Za-z0-9_-]{43})（/.exec(String(saved.Result?.notice ?? ""))?.[1] ?? "";
    // From now on tables note.
    if (saved.Code === 200) await run();
    return { saved, secret, id: Number(saved.Result?.id) };
  };
  const store = <T>(work: (store: ReturnType<typeof sqlStore>) => Promise<T>, shop = SHOP) =>
    world.database.kysely.transaction().execute((trx) => work(sqlStore(trx, shop)));
  const entity = (name: string) => {
    const found = world.registry.entities[name];
    if (found === undefined) throw new Error(name);
    return found;
  };
  let next = 100;
  const newOrder = async (more = {}, shop = SHOP) => {
    const Billid = `DD2025063000${next++}`;
    await store(async (own) => {
      await own.insert(entity("Order"), [{ Billid, provid: "102001", busdate: "2025-06-30", Statu: 0, amount: 3000n, ...more }]);
      await own.insert(entity("OrderLine"), [{ Billid, provid: "102001", LineNo: 1, GoodsName: "茶", amount: 3000n }]);
    }, shop);
    const row = await world.database.kysely
      .selectFrom("order")
      .select(["Id"])
      .where("Billid", "=", Billid)
      .where("SHOP_ID", "=", shop)
      .executeTakeFirstOrThrow();
    return { Id: Number(row.Id), Billid };
  };
  const change = (Billid: string, Remark: string) => store((own) => own.update(entity("Order"), { Billid }, { Remark }));
  const told = () => receiver.arrived.map(({ body }) => [body.event, body.row?.Billid ?? body.key?.Billid, body.row?.Remark ?? null]);
  const records = () => world.as("admin", "Module/9017/GetPage", { page: "1", rows: "50" });
  const hook = async (id: number) => (await world.as("admin", "Module/9016/Get", { id: String(id) })).Result.row;

  it("tell what happens to rows, in order, signed by a secret that is told once", async () => {
    const { secret, id } = await subscribe();
    expect(secret).toHaveLength(43);
    const { Id, Billid } = await newOrder();
    await run();
    await world.as("admin", "Module/8901/Action", { action: "audit", ids: String(Id) });
    await run();
    await store((own) => own.remove(entity("OrderLine"), { Billid }));
    await store((own) => own.remove(entity("Order"), { Billid }));
    await run();
    expect(receiver.arrived.map(({ body }) => body.event)).toEqual(["created", "changed", "transition", "deleted"]);
    const [created, , moved, deleted] = receiver.arrived.map(({ body }) => body);
    expect(created).toMatchObject({ entity: "Order", Id, row: { Billid, Statu: 0, amount: "3.000", lines: [{ GoodsName: "茶" }] } });
    expect(moved).toMatchObject({ transition: { action: "audit", title: "审核", from: "0", to: "10" }, row: { Statu: 10 } });
    expect(deleted).toEqual({ ...deleted, entity: "Order", Id, key: { Billid } });
    for (const { path, headers, text } of receiver.arrived) {
      const digest = createHash("sha256").update(text).digest("hex");
      const signed = ["POST", path.split("?")[0], String(id), headers["x-scm-timestamp"], headers["x-scm-nonce"], digest].join("\n");
      expect(headers["x-scm-signature"]).toBe(createHmac("sha256", secret).update(signed).digest("hex"));
      expect(headers).toMatchObject({ "x-scm-subscription": String(id), "content-type": "application/json; charset=utf-8" });
    }
    expect(new Set(receiver.arrived.map(({ headers }) => headers["x-scm-delivery"])).size).toBe(4);
    const kept = await Promise.all(
      ["_push_hook", "push_hook", "event_log"].map((table) => world.database.kysely.selectFrom(table).selectAll().execute()),
    );
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect((await records()).Result.rows).toEqual([]);
  });

  it("tell no more than the page names for who answers for them, and nothing of another shop", async () => {
    await subscribe("8901.created");
    const { Billid } = await newOrder();
    await newOrder({ provid: "103001" }, EXPIRED);
    await run();
    expect(told()).toEqual([["created", Billid, null]]);
    const page = await world.as("admin", "Module/8901/Get", { id: String(receiver.arrived[0]?.body.Id) });
    const { lines: _lines, ...row } = receiver.arrived[0]?.body.row ?? {};
    expect(Object.keys(page.Result.row)).toEqual(expect.arrayContaining(Object.keys(row)));
  });

  it("are of what their maker may take out himself, and stop with his account", async () => {
    await world.put("UserGroup", [{ GroupId: "hooks", GroupName: "hooks", UserKind: "retail", allModules: false, statu: 1 }]);
    for (const [MdlId, Funcs] of [
      [9016, "query,add,stop"],
      [8901, "query,export"],
      [510, "query"],
    ] as const)
      await world.put("GroupModule", [{ GroupId: "hooks", MdlId, Funcs }]);
    await world.put("User", [{ USER_ID: "hooker", UsrName: "名-hooker", UserKind: "retail", GroupId: "hooks", PROV_ID: null, statu: 1 }]);
    const { hash } = await world.database.kysely
      .selectFrom("_credential")
      .select("hash")
      .where("USER_ID", "=", "admin")
      .executeTakeFirstOrThrow();
    await world.database.kysely.insertInto("_credential").values({ USER_ID: "hooker", hash }).execute();
    const beyond = await subscribe("510.created", "hooker");
    expect(beyond.saved).toMatchObject({ Code: 422, Msg: "不能订阅自己没有权限取出的数据：510.created" });
    expect((await subscribe("8901.created,8901.pay")).saved).toMatchObject({ Code: 422 });
    const { id } = await subscribe("8901.created", "hooker");
    await newOrder();
    await world.database.kysely.updateTable("user").set({ statu: 0 }).where("USER_ID", "=", "hooker").execute();
    await run();
    expect(receiver.arrived).toEqual([]);
    expect(await hook(id)).toMatchObject({ stt: 30, failure: "责任人已停用" });
    // Somebody else takes it over, and lets it go on: what waits is sent.
    for (const action of ["adopt", "resume"])
      expect(await world.as("admin", "Module/9016/Action", { action, ids: String(id) })).toMatchObject({ Code: 200 });
    await run();
    expect(told()).toHaveLength(1);
  });

  describe("that are not answered well", () => {
    const failing = (status: number) => {
      receiver.answer = (response) => void response.writeHead(status, { location: "http://127.0.0.1:1/elsewhere" }).end("inside");
    };
    const fine = () => {
      receiver.answer = (response) => void response.writeHead(200).end();
    };

    it("try again after longer and longer, and what follows waits", async () => {
      await subscribe("8901.created,8901.changed");
      failing(500);
      const { Billid } = await newOrder();
      await run();
      await change(Billid, "later");
      await run();
      expect(told()).toEqual([["created", Billid, null]]);
      expect((await records()).Result.rows).toMatchObject([
        { HookName: "ERP", docTitle: "订单", event: "created", stt: 10, attempts: 1, failure: "对方回答 HTTP 500" },
      ]);
      for (const seconds of [5, 15, 60]) {
        world.advance((seconds - 1) * SECOND);
        await run();
        const before = receiver.arrived.length;
        world.advance(SECOND);
        await run();
        expect(receiver.arrived.length, `${seconds} s`).toBe(before + 1);
      }
      fine();
      world.advance(300 * SECOND);
      await run();
      expect(told().map(([event]) => event)).toEqual(["created", "created", "created", "created", "created", "changed"]);
      expect(new Set(receiver.arrived.slice(0, 5).map(({ headers }) => headers["x-scm-delivery"])).size).toBe(1);
      expect((await records()).Result.rows).toMatchObject([{ stt: 50, attempts: 5 }]);
    });

    it("give one up after the last try, go on with the next, and send it again when asked to", async () => {
      const { id } = await subscribe("8901.created");
      failing(503);
      const [first, second] = [await newOrder(), await newOrder()];
      for (const seconds of [0, 5, 15, 60, 300, 900, 1800, 3600, 7200]) {
        world.advance(seconds * SECOND);
        await run();
      }
      expect(receiver.arrived).toHaveLength(9);
      const [record] = (await records()).Result.rows;
      expect(record).toMatchObject({ bllid: String(first.Id), stt: 90, attempts: 9 });
      fine();
      await run();
      expect(receiver.arrived).toHaveLength(9);
      world.advance(60 * SECOND);
      await run();
      expect(told().slice(9)).toEqual([["created", second.Billid, null]]);
      expect(await world.as("admin", "Module/9017/Action", { action: "resend", ids: String(record.Id) })).toMatchObject({ Code: 200 });
      await run();
      expect(told().slice(10)).toEqual([["created", first.Billid, null]]);
      expect(receiver.arrived.at(-1)?.headers["x-scm-delivery"]).toBe(receiver.arrived[0]?.headers["x-scm-delivery"]);
      expect((await records()).Result.rows).toMatchObject([{ stt: 50 }]);
      expect(await hook(id)).toMatchObject({ stt: 10 });
    });

    it("follow no redirect, and wait no longer than they must", async () => {
      await subscribe("8901.created");
      failing(302);
      await newOrder();
      await run();
      expect((await records()).Result.rows).toMatchObject([{ failure: "对方要求转到别处（HTTP 302），不会跟随" }]);
      receiver.answer = () => undefined;
      world.advance(5 * SECOND);
      await run({ timeoutMs: 300 });
      expect((await records()).Result.rows).toMatchObject([{ failure: "0.3 秒内没有回答", attempts: 2 }]);
      const { address } = receiver;
      await world.database.kysely.updateTable("push_hook").set({ address: "http://127.0.0.1:1/" }).where("address", "=", address).execute();
      world.advance(15 * SECOND);
      await run();
      expect((await records()).Result.rows).toMatchObject([{ failure: "连接不上（ECONNREFUSED）", attempts: 3 }]);
    });

    it("stop after a day in which nothing arrived, keep what waits, and go on when they are let", async () => {
      const { id } = await subscribe("8901.created");
      failing(500);
      const orders = [await newOrder(), await newOrder()];
      await run();
      for (let hour = 0; hour < 26; hour += 2) {
        world.advance(7200 * SECOND);
        await run();
      }
      expect(await hook(id)).toMatchObject({ stt: 30, failure: "连续24小时没有送到：对方回答 HTTP 500" });
      const before = receiver.arrived.length;
      await newOrder();
      world.advance(DAY);
      await run();
      expect(receiver.arrived).toHaveLength(before);
      fine();
      expect(await world.as("admin", "Module/9016/Action", { action: "resume", ids: String(id) })).toMatchObject({ Code: 200 });
      await run();
      // What happened while it stood still it is not told.
      expect(
        new Set(
          told()
            .slice(before)
            .map(([, Billid]) => Billid),
        ),
      ).toEqual(new Set([orders[1]?.Billid]));
    });
  });

  it("are served by several servers at once, each push once and in order", async () => {
    await subscribe("8901.changed");
    const { Billid } = await newOrder();
    // What is changed before anybody looked is told as made.
    await run();
    for (let n = 0; n < 20; n++) {
      await change(Billid, `n${n}`);
      await Promise.all([run(), run(), run()]);
    }
    expect(told().map(([, , remark]) => remark)).toEqual(Array.from({ length: 20 }, (_, n) => `n${n}`));
  });

  it("that a server died over are taken up by another one, under the same number", async () => {
    const { id } = await subscribe("8901.created");
    await newOrder();
    const leased = new Date(world.now().getTime() + 60 * SECOND).toISOString();
    await world.database.kysely.updateTable("_push_hook").set({ leased }).where("hook", "=", id).execute();
    await run();
    expect(receiver.arrived).toEqual([]);
    world.advance(61 * SECOND);
    await run();
    expect(receiver.arrived).toHaveLength(1);
  });

  describe("go to addresses out there", () => {
    it("that are written as such", async () => {
      for (const address of [
        "ftp://example.com/",
        "http://example.com/",
        "javascript:alert(1)",
        "example.com",
        "https://user:pw@example.com/",
        "https://example.com/#a",
        "http://127.0.0.1.example.com/",
      ])
        expect(addressProblem(address), address).not.toBeNull();
      for (const address of ["https://erp.example.com/push?x=1", "http://127.0.0.1:9000/", "http://localhost/", "http://[::1]:80/"])
        expect(addressProblem(address), address).toBeNull();
      expect((await subscribe(ALL, "admin", { address: "http://10.0.0.5/" })).saved).toMatchObject({
        Code: 422,
        Msg: expect.stringContaining("接收地址应为 https 地址"),
      });
    });

    it("and to none inside, however it is written or looked up, unless the operator says so", async () => {
      const outside = { loopback: false, networks: networksOf(["192.168.10.0/24", "10.1.2.3"]) };
      const inside = [
        "10.0.0.5",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "127.0.0.2",
        "::1",
        "::",
        "fe80::1",
        "fd00::1",
        "::ffff:10.0.0.5",
        "::ffff:127.0.0.1",
        "64:ff9b::a00:5",
        "224.0.0.1",
        "255.255.255.255",
      ];
      for (const ip of inside) expect(mayReach(ip, outside), ip).toBe(false);
      for (const ip of ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "192.168.10.7", "10.1.2.3"])
        expect(mayReach(ip, outside), ip).toBe(true);
      expect(mayReach("127.0.0.1", PLACES)).toBe(true);
      for (const address of [
        "https://10.0.0.5/",
        "https://[fd00::1]/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://localhost/",
        "http://127.0.0.1/",
      ])
        expect(() => checkLiteral(new URL(address), outside), address).toThrow("地址不允许");
      const looked = await new Promise((resolve) => lookupIn(outside)("localhost", { all: true }, (error) => resolve(error?.message)));
      expect(looked).toBe("地址不允许：localhost 在内部网络");
      await subscribe("8901.created");
      await newOrder();
      await run({ places: outside });
      expect(receiver.arrived).toEqual([]);
      expect((await records()).Result.rows).toMatchObject([{ failure: "地址不允许：127.0.0.1 在内部网络" }]);
    });
  });
});
