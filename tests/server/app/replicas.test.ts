import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Database, type Db, openDatabase } from "../../../src/server/db/connect.ts";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import type { PageResult } from "../../../src/shared/protocol/list.ts";
import { atEnd } from "../db/fixtures/at-end.ts";
import { asked, type Follower, openCluster, type PrivateCluster, serverPrograms } from "../db/fixtures/private-cluster.ts";
import { exported, fileOf, streamed } from "./fixtures/exported.ts";
import { type Answer, call, FORM, form, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { startServer, temporaryFolder } from "./fixtures/server-process.ts";
import { signInAt } from "./fixtures/sign-in.ts";
import { CANARY, SHOP, TODAY } from "./fixtures/world.ts";

const TOKEN = "a-token-of-metrics";
const TaxNo = "91110000600037341L";
const ORDERS = "Module/8901";
/** Longer than any test takes: a standby that stands still is used on. */
const LAG = 3600;
/** A client of a test asks more than the usual ones. */
const settings = { metricsToken: TOKEN };

const programs = serverPrograms();

describe.skipIf(programs === null)("read replicas", () => {
  let cluster: PrivateCluster;
  let standby: Follower;
  let portal: Portal;
  /** Another server on the same database, which has kept nothing of what the first one knows. */
  let other: Portal;
  /** Somebody at the database whose changes nobody must see at once. */
  let beside: Database;
  const log: string[] = [];

  const open = (readLagSeconds = LAG) =>
    openDatabase({
      dataDir: "",
      databaseUrl: cluster.url,
      databaseReadUrls: [standby.url],
      readLagSeconds,
      log: (line) => void log.push(line),
    });
  const opened = (database: Promise<Database>) => async () => {
    const one = await database;
    atEnd(() => one.close());
    return one;
  };
  const counted = ({ database }: Portal, from: "replica" | "behind" | "failed" | "none") => database.reads.counts().get(from) ?? 0;
  const isUsed = ({ database }: Portal) => database.reads.replicas().every((replica) => replica.isUsed);
  /** The standby has all there is. */
  const caughtUp = async () => {
    await expect.poll(() => isUsed(portal) && isUsed(other)).toBe(true);
    const [{ at } = { at: "" }] = await asked(cluster.url, "select pg_current_wal_flush_lsn()::text as at");
    await expect.poll(() => asked(standby.url, `select pg_last_wal_replay_lsn() >= '${at}' as is`)).toEqual([{ is: true }]);
  };
  /** Does something while the standby stands still at what it has before. */
  const standingStill = async (work: () => Promise<void>) => {
    await caughtUp();
    await standby.pause();
    try {
      await work();
    } finally {
      await standby.resume();
    }
    await caughtUp();
  };

  beforeAll(async () => {
    // Pages that were looked at are counted now and then, for the shop: that is not to happen in between.
    vi.useFakeTimers({ toFake: ["setInterval"] });
    cluster = await openCluster(programs ?? "", undefined, ["wal_retrieve_retry_interval=100"]);
    standby = await cluster.follow({ isAwaited: false });
    portal = await openPortal({ open: opened(open()), settings });
    other = await openPortal({ open: opened(open()), settings, fill: async () => undefined });
    // What a server does to tables when it begins is everybody's.
    for (const { app } of [portal, other]) await app.ready();
    beside = await openDatabase({ dataDir: "", databaseUrl: cluster.url, log: () => undefined });
    atEnd(() => beside.close());
    return () => void vi.useRealTimers();
  });

  const put = async (name: string, row: Readonly<Record<string, unknown>>) => {
    const entity = portal.registry.entities[name];
    if (entity === undefined) throw new Error(`no entity ${name}`);
    await beside.kysely.transaction().execute((trx) => sqlStore(trx, SHOP).insert(entity, [row as never]));
  };
  const own = { provid: "102001", Provider: CANARY["102001"], busdate: TODAY, creator: "x", Remark: "" };

  it("answer lists, groups, boards, exports, home and search", async () => {
    const token = await signIn(portal, "admin");
    const result = async (path: string, params: Readonly<Record<string, string>> = {}) => {
      const { Code, Msg, Result } = await call(portal, token, path, params);
      expect({ Code, Msg }, path).toEqual({ Code: 200, Msg: "" });
      return Result as unknown;
    };
    const file = async () => {
      const { job } = await exported(portal, token, "510", { format: "csv" });
      return (await fileOf(portal, token, "510", job)).toString();
    };
    const reads: Readonly<Record<string, () => Promise<unknown>>> = {
      list: () => result("Module/510/GetPage", { rows: "100" }),
      start: () => result("login/GetStartData", { address: portal.registry.modules[510]?.entry.path ?? "" }),
      groups: () => result("Module/510/GetGroups", { group: "Provider" }),
      payments: () => result("BalancePay/GetBalance_Pay", { mdl: "520" }),
      board: () => result("Module/517/GetStats"),
      rows: async () => (await streamed(portal, token, "510")).rows,
      file,
      home: () => result("login/GetHomePageData"),
      unfinished: () => result("Comm/GetNoFinishBalance"),
      unread: () => result("Comm/GetRemindCount"),
      search: () => result("Comm/FindBill", { search: "JS20250630" }),
    };
    const all = async () => {
      const answers: Record<string, unknown> = {};
      for (const [name, read] of Object.entries(reads)) answers[name] = await read();
      return answers;
    };
    await caughtUp();
    const before = await all();
    await standingStill(async () => {
      const statement = { ...own, B2b_statu: 10, TotalMoney: 4200n, Bala_sum: 4200n };
      for (const n of [1, 2, 3]) await put("Balance", { ...statement, Billid: `JS2025063090${n}` });
      await put("Message", { provid: own.provid, Provider: own.Provider, side: "shop", title: "x", content: "x", isread: false });
      // Nothing of it is there: it was the standby that answered, each of them.
      for (const [name, read] of Object.entries(reads)) {
        const answered = counted(portal, "replica");
        expect(await read(), name).toEqual(before[name]);
        // A file is there a little before its job is over.
        await expect.poll(() => counted(portal, "replica"), { message: name }).toBe(answered + 1);
      }
    });
    const after = await all();
    for (const name of ["list", "start", "groups", "rows", "file", "home", "unread", "search"])
      expect(after[name], name).not.toEqual(before[name]);
    expect(counted(portal, "failed")).toBe(0);
  });

  it("show a user what he has saved, on every server, while others see what was before", async () => {
    for (const row of [{ StoreId: "0201", StoreName: "惠民东区店", statu: 1 }]) await put("Store", row);
    await put("Goods", {
      provid: "102001",
      GoodsId: "1020010001",
      GoodsName: "商品1",
      unit: "袋",
      cost: 125_000n,
      taxRate: 130_000n,
      statu: 1,
    });
    // Today's numbers are taken by what fills the world.
    for (const at of [portal, other]) at.advance(86_400_000);
    const [admin, clerk] = [await signIn(portal, "admin"), await signIn(portal, "clerk")];
    const count = async (at: Portal, token: string) => ((await call(at, token, `${ORDERS}/GetPage`)).Result as PageResult).total;
    await caughtUp();
    const before = await count(portal, clerk);
    await standingStill(async () => {
      const lines = JSON.stringify({ OrderLine: [{ GoodsId: "1020010001", amount: "10" }] });
      const head = { provid: "102001", StoreId: "0201", busdate: "2025-06-30", arrivedate: "2025-07-02", enddate: "2025-07-20" };
      const saved = await call(portal, admin, `${ORDERS}/Save`, { ...head, lines });
      expect(saved).toMatchObject({ Code: 200 });
      for (const at of [portal, other]) {
        const from = { replica: counted(at, "replica"), behind: counted(at, "behind") };
        expect(await count(at, admin)).toBe(before + 1);
        expect(counted(at, "behind")).toBe(from.behind + 1);
        expect(await count(at, clerk)).toBe(before);
        expect(counted(at, "replica")).toBe(from.replica + 1);
      }
      // The same user, signed in once more.
      expect(await count(other, await signIn(other, "admin"))).toBe(before + 1);
      const id = String((saved.Result as { id: number }).id);
      expect(await call(other, admin, `${ORDERS}/Delete`, { ids: id })).toMatchObject({ Code: 200 });
      expect(await count(portal, admin)).toBe(before);
    });
    expect(await count(portal, clerk)).toBe(before);
  });

  it("show everybody of a shop what was done for it in the background", async () => {
    const token = await signIn(portal, "clerk");
    const [mall, late] = [await signIn(portal, "mall01"), await signIn(portal, "late")];
    const total = async () => ((await call(portal, token, `${ORDERS}/GetPage`)).Result as PageResult).total;
    const answeredTo = async (user: string) => {
      const before = counted(portal, "replica");
      expect(await call(portal, user, "Comm/GetRemindCount")).toMatchObject({ Code: 200 });
      return counted(portal, "replica") === before ? "behind" : "replica";
    };
    await caughtUp();
    const before = await total();
    await standingStill(async () => {
      // As a job does it: of the shop, and nobody's call.
      const entity = portal.registry.entities.Order;
      if (entity === undefined) throw new Error("no orders");
      const row = { ...own, Billid: "DD202506309001", Statu: 10, StoreName: "x", order_cost: 100n, amount: 1000n, enddate: "2025-07-30" };
      await portal.database.kysely.transaction().execute((trx) => sqlStore(trx, SHOP).insert(entity, [row]));
      expect(await total()).toBe(before + 1);
      // A mall looks at any shop's rows, and users of another shop at none of these.
      const answers = { mall: await answeredTo(mall), other: await answeredTo(late) };
      expect(answers).toEqual({ mall: "behind", other: "replica" });
    });
    expect(await answeredTo(mall)).toBe("replica");
  });

  it("keep nothing of what was rolled back, and forget no commit whose note failed", async () => {
    const token = await signIn(portal, "clerk");
    const total = async () => ((await call(portal, token, `${ORDERS}/GetPage`)).Result as PageResult).total;
    const entity = portal.registry.entities.Order;
    if (entity === undefined) throw new Error("no orders");
    const row = { ...own, Statu: 10, StoreName: "x", order_cost: 100n, amount: 1000n, enddate: "2025-07-30" };
    const insert = (Billid: string, fails: boolean) =>
      portal.database.kysely.transaction().execute(async (trx) => {
        await sqlStore(trx, SHOP).insert(entity, [{ ...row, Billid }]);
        if (fails) throw new Error("taken back");
      });
    const before = await total();
    await standingStill(async () => {
      const read = counted(portal, "replica");
      await expect(insert("DD202506309101", true)).rejects.toThrow("taken back");
      expect(await total()).toBe(before);
      expect(counted(portal, "replica")).toBe(read + 1);
      await asked(cluster.url, "alter table _written rename to _written_away");
      await insert("DD202506309102", false);
      await asked(cluster.url, "alter table _written_away rename to _written");
      expect(await total()).toBe(before + 1);
    });
  });

  it("never take a position of another cluster for one of this", async () => {
    const token = await signIn(portal, "clerk");
    await asked(
      cluster.url,
      "insert into _written (who, at) values ('user clerk', 'FFFF/0') on conflict (who) do update set at = excluded.at",
    );
    await caughtUp();
    const read = counted(portal, "replica");
    expect(await call(portal, token, `${ORDERS}/GetPage`)).toMatchObject({ Code: 200 });
    expect(counted(portal, "replica")).toBe(read + 1);
  });

  it("refuse what a list refuses once, and are not asked for what is wrong twice", async () => {
    const token = await signIn(portal, "admin");
    const failed = counted(portal, "failed");
    expect(await call(portal, token, "Module/510/GetPage", { filter: "[" })).toMatchObject({ Code: 400 });
    expect(counted(portal, "failed")).toBe(failed);
  });

  it("that drop a reader for what they replay are no failure of his", async () => {
    await asked(cluster.url, "create table looked_at as select generate_series(1, 1000) as n");
    await caughtUp();
    await patienceOfStandby("'0'");
    const before = { replica: counted(portal, "replica"), failed: counted(portal, "failed") };
    let tries = 0;
    const count = (db: Db) => sql<{ n: number }>`select count(*)::int as n from looked_at`.execute(db);
    const found = await portal.database.reads.short({ userId: "nobody", shopId: SHOP, isMall: false }, (db) =>
      db.transaction().execute(async (trx) => {
        await count(trx);
        tries += 1;
        if (tries === 1) {
          // It waits for this reader, and then for nobody.
          await asked(cluster.url, "alter table looked_at add column more int");
          await caughtUp();
        }
        return (await count(trx)).rows[0]?.n;
      }),
    );
    expect([found, tries]).toEqual([1000, 2]);
    expect(counted(portal, "replica")).toBe(before.replica);
    expect(counted(portal, "failed")).toBe(before.failed + 1);
    await patienceOfStandby("default");
  });

  /** How long what it replays waits for those who read. */
  const patienceOfStandby = async (ms: string) => {
    await asked(standby.url, `alter system set max_standby_streaming_delay = ${ms}`);
    await asked(standby.url, "select pg_reload_conf()");
    const told = async () => (await asked(standby.url, "show max_standby_streaming_delay"))[0]?.max_standby_streaming_delay;
    await expect.poll(told).toBe(ms === "default" ? "30s" : "0");
  };

  it("may be stopped and killed in the middle: every call is answered, and they are read from again", async () => {
    const token = await signIn(portal, "admin");
    const answers: Answer[] = [];
    let isOver = false;
    const asking = Promise.all(
      ["Module/510/GetPage", "Module/510/GetGroups?group=Provider", "Module/517/GetStats", "login/GetHomePageData"].map(async (path) => {
        const [url = "", group] = path.split("?group=");
        while (!isOver) answers.push(await call(portal, token, url, group === undefined ? {} : { group }));
      }),
    );
    const more = async (from: "replica" | "none" | "failed", count: number) => {
      const before = counted(portal, from);
      await expect.poll(() => counted(portal, from)).toBeGreaterThanOrEqual(before + count);
    };
    await more("replica", 20);
    for (const end of [() => standby.stop(), () => standby.crash()]) {
      end();
      await more("none", 20);
      expect(await metric("scm_replica_used")).toBe(0);
      standby.start();
      await expect.poll(() => isUsed(portal)).toBe(true);
      await more("replica", 20);
    }
    expect(await metric("scm_replica_used")).toBe(1);
    expect(await metric("scm_replica_lag_seconds")).toBeGreaterThanOrEqual(0);
    isOver = true;
    await asking;
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([]);
    expect(log.filter((line) => line.includes("is left out")).length).toBeGreaterThanOrEqual(2);
    expect(log.join()).not.toContain("scm@");
  });

  it("may be killed while a long export reads, which begins anew at the database", async () => {
    let tries = 0;
    const reading = portal.database.reads.long({ userId: "nobody", shopId: SHOP, isMall: false }, async (db) => {
      if (db === null) throw new Error("no connection of its own");
      tries += 1;
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from balance`.execute(db);
      if (tries === 1) standby.crash();
      await sql`select 1`.execute(db);
      return rows[0]?.n;
    });
    expect(await reading).toBeGreaterThan(0);
    expect(tries).toBe(2);
    standby.start();
    await expect.poll(() => isUsed(portal)).toBe(true);
  });

  it("may stand still altogether: who reads from them is answered by the database", async () => {
    const token = await signIn(portal, "admin");
    const pids = standby.processes();
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    try {
      const answers = await Promise.all(Array.from({ length: 8 }, () => call(portal, token, "Module/510/GetPage")));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      await expect.poll(() => isUsed(portal)).toBe(false);
      expect(await call(portal, token, "Module/510/GetPage")).toMatchObject({ Code: 200 });
    } finally {
      for (const pid of pids) process.kill(pid, "SIGCONT");
    }
    await expect.poll(() => isUsed(portal)).toBe(true);
  });

  it("are left out while they are too far behind, and come back", async () => {
    const impatient = await openPortal({ open: opened(open(1)), settings, fill: async () => undefined });
    await expect.poll(() => isUsed(impatient)).toBe(true);
    const token = await signIn(impatient, "admin");
    await standby.pause();
    await put("Store", { StoreId: "0301", StoreName: "惠民南区店", statu: 1 });
    await expect.poll(() => isUsed(impatient)).toBe(false);
    expect(impatient.database.reads.replicas()[0]?.lag).toSatisfy((lag: number | null) => lag === null || lag > 1);
    const none = counted(impatient, "none");
    expect(await call(impatient, token, "Module/510/GetPage")).toMatchObject({ Code: 200 });
    expect(counted(impatient, "none")).toBe(none + 1);
    await standby.resume();
    await expect.poll(() => isUsed(impatient)).toBe(true);
  });

  it("show what was saved in one process to its user in another one", async () => {
    const env = {
      DATABASE_URL: cluster.url,
      DATABASE_READ_URL: standby.url,
      READ_LAG_SECONDS: String(LAG),
      METRICS_TOKEN: TOKEN,
      DEMO: "off",
    };
    const start = () => startServer({ ...env, DATA_DIR: temporaryFolder() }).address;
    const addresses = [await start(), await start()];
    const token = await signInAt(addresses[0] ?? "", "admin");
    const ask = async (address: string, path: string, params: Readonly<Record<string, string>>) => {
      const headers = { ...FORM, authorization: token };
      const answer = await fetch(`${address}/api/${path}`, { method: "POST", headers, body: form(params) });
      const { Code, Msg, Result } = (await answer.json()) as Answer;
      expect({ Code, Msg }, path).toMatchObject({ Code: 200 });
      return Result;
    };
    const reads = async (address: string, from: string) => {
      const body = await (await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
      return Number(new RegExp(`^scm_reads_total\\{from="${from}"\\} (\\d+)`, "m").exec(body)?.[1] ?? 0);
    };
    const names = async (address: string) =>
      ((await ask(address, "Module/9011/GetPage", { rows: "100" })) as PageResult).rows.map(({ StoreName }) => StoreName);
    for (const address of addresses) {
      await expect
        .poll(async () => {
          await names(address);
          return reads(address, "replica");
        })
        .toBeGreaterThan(0);
    }
    await standby.pause();
    for (const [n, address] of addresses.entries()) {
      await ask(address, "Module/9011/Save", { StoreId: `040${n}`, StoreName: `惠民${n}店`, InvTitle: "惠民超市", TaxNo });
      for (const each of addresses) {
        const behind = await reads(each, "behind");
        expect(await names(each)).toContain(`惠民${n}店`);
        expect(await reads(each, "behind")).toBe(behind + 1);
      }
    }
    await standby.resume();
  });

  it("are left out once they are promoted", async () => {
    const token = await signIn(portal, "admin");
    await expect.poll(() => isUsed(portal)).toBe(true);
    standby.promote();
    // What it lacks from now on nobody misses.
    await put("Store", { StoreId: "0501", StoreName: "惠民北区店", statu: 1 });
    const { rows } = (await call(portal, token, "Module/9011/GetPage", { rows: "100" })).Result as PageResult;
    expect(rows.map(({ StoreName }) => StoreName)).toContain("惠民北区店");
    expect(isUsed(portal)).toBe(false);
  });

  const metric = async (name: string) => {
    const { body } = await portal.app.inject({ url: "/metrics", headers: { authorization: `Bearer ${TOKEN}` } });
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, "m").exec(body)?.[1]);
  };
});
