import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../../../src/server/db/connect.ts";
import { atEnd } from "../db/fixtures/at-end.ts";
import { fillDemoAccounts } from "../db/fixtures/fill-demo.ts";
import { addressOf, databaseUrl, openUsual } from "../db/fixtures/test-database.ts";
import { call, FORM, form, openPortal, type PortalOptions, signIn } from "./fixtures/portal.ts";

const CONNECTIONS = 4;
/** Of these two are at work. */
const AT_WORK = 2;
const TOKEN = "a-token-of-metrics";
const USERS = ["01", "39", "43", "54", "123", "143", "153", "175"].flatMap((shop) => [`admin${shop}`, `boss${shop}`]);
const EACH = 4;
/** Longer than a connection is waited for (connect_timeout, one second). */
const HELD_MS = 2500;
const LIST = "Module/510/GetPage";

// The embedded database has one connection: nobody beside the portal can hold it up.
describe.skipIf(databaseUrl === undefined)("many clients at once (postgres)", () => {
  async function openBusy(settings: PortalOptions["settings"] = {}) {
    let beside: Database | undefined;
    const portal = await openPortal({
      open: async (content) => {
        beside = await openUsual(content);
        const url = new URL(addressOf(beside));
        url.searchParams.set("connect_timeout", "1");
        const database = await openDatabase({ dataDir: "", databaseUrl: url.href, poolSize: CONNECTIONS, log: () => undefined });
        atEnd(() => database.close());
        return database;
      },
      fill: fillDemoAccounts,
      settings: { databaseConnections: CONNECTIONS, metricsToken: TOKEN, ...settings },
    });
    const tokens = await Promise.all(USERS.map((user) => signIn(portal, user)));
    /** Does something while nobody can read statements. */
    const hold = (work: () => Promise<void>) =>
      beside?.kysely.transaction().execute(async (trx) => {
        await sql`lock table balance in access exclusive mode`.execute(trx);
        await work();
      });
    const counted = async (state: string) => {
      const { body } = await portal.app.inject({ url: "/metrics", headers: { authorization: `Bearer ${TOKEN}` } });
      return Number(new RegExp(`^scm_calls\\{kind="usual",state="${state}"\\} (\\d+)`, "m").exec(body)?.[1]);
    };
    return { portal, tokens, hold, counted };
  }

  it("wait for their turn while the database is slow, and none of 64 is turned away", async () => {
    const { portal, tokens, hold, counted } = await openBusy();
    const asking: Promise<{ readonly status: number }>[] = [];
    await hold(async () => {
      for (const token of tokens) for (let n = 0; n < EACH; n++) asking.push(call(portal, token, LIST, { page: "1", rows: "30" }));
      await expect.poll(() => counted("waiting")).toBe(USERS.length * EACH - AT_WORK);
      expect(await counted("at_work")).toBe(AT_WORK);
      await sleep(HELD_MS);
    });
    const answers = await Promise.all(asking);
    expect(answers).toHaveLength(64);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it("are told when to come again where more wait than are good, and nobody who waits is dropped for it", async () => {
    const { portal, tokens, hold, counted } = await openBusy({ queueLength: 5 });
    const most = AT_WORK + 5;
    const answered: number[] = [];
    let asking: ReturnType<typeof call>[] = [];
    await hold(async () => {
      asking = tokens.map(async (token) => {
        const answer = await call(portal, token, LIST);
        answered.push(answer.status);
        return answer;
      });
      await expect.poll(() => answered).toHaveLength(USERS.length - most);
      expect(await counted("waiting")).toBe(5);
    });
    const answers = await Promise.all(asking);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(answers).toHaveLength(USERS.length);
    expect(refused).toHaveLength(USERS.length - most);
    expect(refused.map(({ Code, Msg, headers }) => [Code, Msg, headers["retry-after"]])).toEqual(
      refused.map(() => [503, "系统繁忙，请稍后重试", "5"]),
    );
  });

  it("leave the line when they go away", async () => {
    const { portal, tokens, hold, counted } = await openBusy();
    const origin = await portal.app.listen({ port: 0, host: "127.0.0.1" });
    await hold(async () => {
      const leaving = new AbortController();
      const asking = tokens.map(async (authorization) => {
        const request = { method: "POST", body: form({}), headers: { ...FORM, authorization }, signal: leaving.signal };
        return (await fetch(`${origin}/api/${LIST}`, request)).status;
      });
      await expect.poll(() => counted("waiting")).toBe(USERS.length - AT_WORK);
      leaving.abort();
      await Promise.allSettled(asking);
      await expect.poll(() => counted("waiting")).toBe(0);
    });
    expect((await call(portal, tokens[0] ?? "", LIST)).status).toBe(200);
  });
});
