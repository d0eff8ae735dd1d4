/*
 * Long on purpose: one database and one server, to which everything happens that happens to a database, one after the other. Each test
 * begins with what the one before left.
 */
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import type { Db } from "../../../src/server/db/connect.ts";
import { FEATURES } from "../../../src/server/features.ts";
import { migrateTechnicalTables } from "../../../src/server/tables/migrate.ts";
import { IS_LONG } from "../../e2e/long.ts";
import { form } from "../app/fixtures/portal.ts";
import { demo, MULTIPART, multipart } from "../app/fixtures/uploads.ts";
import { asked, serverPrograms } from "../db/fixtures/private-cluster.ts";
import { databaseUrl } from "../db/fixtures/test-database.ts";
import { expectPaidOnce } from "../money/fixtures/paying.ts";
import { type FaultWorld, openFaultWorld } from "./fixtures/fault-world.ts";
import { newerModel } from "./fixtures/newer-model.ts";
import { type Outcome, politeClient } from "./fixtures/polite-client.ts";

/** A thing that never comes is told of before the whole run is given up. */
const PATIENCE_MS = IS_LONG ? 3_600_000 : 180_000;
/** Bills to be paid while something happens. */
const FEW = IS_LONG ? 200 : 24;
/** More than are written before a full disk is met. */
const MANY = IS_LONG ? 1000 : 60;
/** Clients that call all the time while the server ends: fewer than it has connections, so that none is refused for want of one. */
const CLIENTS = 8;
const FLUSH_MS = 100;
/** What is answered while the database is away. */
const AWAY = /^503 (数据库|服务)暂时不可用，请稍后重试$/;
/** Who waits for what somebody holds is told so. */
const HELD = /^503 ((数据库|服务)暂时不可用|数据正被他人修改)，请稍后重试$/;

const programs = serverPrograms();

// docs/decisions/62
describe.skipIf(databaseUrl === undefined || programs === null)("a server whose database", { timeout: PATIENCE_MS }, () => {
  let world: FaultWorld;
  /** Where the next version of the product listens. */
  let next = "";
  beforeAll(async () => {
    world = await openFaultWorld(programs ?? "");
  }, PATIENCE_MS);
  const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { interval: 50, timeout: PATIENCE_MS });
  const health = async () => [await world.status("/healthz"), await world.status("/readyz")];
  const expectAway = (refusals: ReadonlySet<string>, said = AWAY) => {
    for (const refusal of refusals) expect(refusal).toMatch(said);
    expect(world.server.child.exitCode, "the server goes on by itself").toBeNull();
  };

  // Those that make a run wait, for a flush or a disk to fill, are tried in the long form.
  it.runIf(IS_LONG)("flushes slowly makes everybody wait, and refuses nobody", async () => {
    const set = async (...settings: readonly string[]) => {
      for (const setting of settings) await asked(world.cluster.url, `alter system ${setting}`);
      await asked(world.cluster.url, "select pg_reload_conf()");
    };
    // PostgreSQL itself waits so long before it flushes a commit.
    await set(`set commit_delay = ${FLUSH_MS * 1000}`, "set commit_siblings = 0");
    await eventually(async () => (await asked(world.cluster.url, "show commit_delay"))[0]).toEqual({
      commit_delay: String(FLUSH_MS * 1000),
    });
    const load = await world.paying(FEW);
    await load.finish();
    expect(load.refusals).toEqual(new Set());
    expect(await health()).toEqual([200, 200]);
    await set("reset commit_delay", "reset commit_siblings");
  });

  it.runIf(IS_LONG)("stands still, as on a disk that hangs, is not ready, and does what waited when it goes on", async () => {
    const load = await world.paying(FEW);
    await eventually(() => load.acknowledged.size).toBeGreaterThan(2);
    const processes = world.cluster.processes();
    const tell = (signal: NodeJS.Signals) => {
      for (const pid of processes) process.kill(pid, signal);
    };
    tell("SIGSTOP");
    try {
      await eventually(health).toEqual([200, 503]);
    } finally {
      tell("SIGCONT");
    }
    await load.finish();
    expectAway(load.refusals);
    await eventually(health).toEqual([200, 200]);
  });

  it("has a table that nobody can read tells callers so after a while, stays ready for others, and goes on afterwards", async () => {
    const holder = new pg.Client({ connectionString: world.cluster.url });
    await holder.connect();
    const load = await world.paying(FEW);
    await eventually(() => load.acknowledged.size).toBeGreaterThan(2);
    await holder.query("begin; lock table balance_pay in access exclusive mode");
    await eventually(() => load.refusals.size).toBeGreaterThan(0);
    // Fewer calls are at work than there are connections (docs/decisions/120).
    expect(await health()).toEqual([200, 200]);
    await holder.end();
    await load.finish();
    expectAway(load.refusals, HELD);
    expect([...load.refusals].join()).toContain("数据正被他人修改");
    await eventually(health).toEqual([200, 200]);
  });

  it("has no connection left tells callers so after a while, and serves them when there is one", async () => {
    const holder = new pg.Client({ connectionString: world.cluster.url });
    await holder.connect();
    const load = await world.paying(MANY);
    await eventually(() => load.acknowledged.size).toBeGreaterThan(2);
    // Who calls is found out before anybody waits for his turn; what was known of him is forgotten when a user changes (docs/decisions/124).
    await holder.query('begin; lock table "_session" in access exclusive mode');
    await asked(world.cluster.url, 'update "user" set "UsrName" = "UsrName"');
    await eventually(() => load.refusals.size).toBeGreaterThan(0);
    await eventually(health).toEqual([200, 503]);
    await holder.end();
    await load.finish();
    expectAway(load.refusals, HELD);
    await eventually(health).toEqual([200, 200]);
  });

  it.each(IS_LONG ? (["stop", "crash"] as const) : (["crash"] as const))("is gone (%s) and comes back loses nothing", async (way) => {
    const load = await world.paying(FEW);
    await eventually(() => load.acknowledged.size).toBeGreaterThan(2);
    world.cluster[way]();
    await eventually(() => load.refusals.size).toBeGreaterThan(0);
    await eventually(health).toEqual([200, 503]);
    world.cluster.start();
    await load.finish();
    expectAway(load.refusals);
    await eventually(health).toEqual([200, 200]);
  });

  it.runIf(IS_LONG)("has a full disk takes no orders and no files, says so, and goes on when there is room", async ({ skip }) => {
    const { disk, cluster, address, token } = world;
    if (disk === null) return skip("this user may not mount a small disk");
    const load = await world.paying(MANY);
    await eventually(() => load.acknowledged.size).toBeGreaterThan(2);
    const giveBack = disk.fill();
    try {
      await eventually(() => load.refusals.size).toBeGreaterThan(0);
      await eventually(health).toEqual([200, 503]);
      const body = new Uint8Array(multipart({ filename: "a.png", type: "image/png", bytes: demo("goods") }));
      const headers = { ...MULTIPART, authorization: token };
      const answer = await fetch(`${address}/API/UpLoadFile/Upload`, { method: "POST", headers, body });
      expect(`${answer.status} ${((await answer.json()) as { Msg: string }).Msg}`).toMatch(
        /^(500 上传失败|503 数据库暂时不可用，请稍后重试)$/,
      );
    } finally {
      giveBack();
    }
    // It ends itself where it cannot even keep its log of writes; whoever watches over it starts it again.
    if (!cluster.isRunning()) cluster.start();
    await load.finish();
    expectAway(load.refusals);
    await eventually(health).toEqual([200, 200]);
  });

  it("dies, and whose standby takes its place at the same address, has everything that was acknowledged", async () => {
    const standby = await world.cluster.follow();
    const load = await world.paying(FEW);
    await eventually(() => load.acknowledged.size).toBeGreaterThan(2);
    for (const pid of world.cluster.processes()) process.kill(pid, "SIGKILL");
    await eventually(() => load.refusals.size).toBeGreaterThan(0);
    standby.promote();
    world.relay.moveTo(standby.port);
    await load.finish();
    expectAway(load.refusals);
    await eventually(health).toEqual([200, 200]);
  });

  it("serves two versions at once refuses nobody: a newer model, then newer technical tables", async () => {
    const newer = world.startServer({ REGISTRY_DIR: newerModel(), REGISTRY_EDITS: "serve" });
    const starting = await world.paying(FEW);
    next = await newer.address;
    await starting.finish();
    const both = await world.paying(FEW, [world.address, next]);
    const column = { "9999_next": { up: (db: Db) => db.schema.alterTable("_session").addColumn("next_word", "text").execute() } };
    await world.look((database) => database.withoutTimeouts((db) => migrateTechnicalTables(db, [...FEATURES, { migrations: column }])));
    await both.finish();
    expect([...starting.refusals, ...both.refusals]).toEqual([]);
  });

  it("outlives the older version, which answers every request before it ends", async () => {
    const bills = await world.bills(FEW);
    const [todo, acknowledged] = [bills.map(({ id }) => id), new Set<number>()];
    const outcomes: Outcome[] = [];
    let isOver = false;
    const client = async () => {
      const { post } = politeClient(world.token);
      for (let address = world.address; !isOver; ) {
        const id = todo.pop();
        const outcome =
          id === undefined
            ? await post(`${address}/api/Module/503/GetPage`, form({ page: "1", rows: "20" }))
            : await post(`${address}/api/BalancePay/ConfirmPay`, form({ ids: String(id), to: "50" }));
        outcomes.push(outcome);
        if (outcome === "not sent" && id !== undefined) todo.push(id);
        else if (id !== undefined) acknowledged.add(id);
        // As a proxy does that has been told.
        if (outcome === "closing" || outcome === "not sent") address = next;
      }
    };
    const clients = Array.from({ length: CLIENTS }, client);
    await eventually(() => outcomes.length).toBeGreaterThan(2 * CLIENTS);
    world.server.child.kill("SIGTERM");
    const { code, seconds } = await world.server.exit();
    await eventually(() => todo.length).toBe(0);
    isOver = true;
    await Promise.all(clients);
    expect([code, outcomes.filter((outcome) => /^(refused|broken)/.test(outcome))]).toEqual([0, []]);
    expect(outcomes.filter((outcome) => outcome === "closing").length, "clients are asked to go").toBeGreaterThan(0);
    expect(seconds).toBeLessThan(10);
    await world.look((database) => expectPaidOnce(database, bills, acknowledged));
  });

  it.runIf(IS_LONG)("was used by a newer version is refused by the older one, which says what to do", async () => {
    const older = world.startServer();
    await expect(older.address).rejects.toThrow(/9999_next is missing\): it was last used by a newer version/);
    expect((await older.exit()).code).toBe(1);
  });
});
