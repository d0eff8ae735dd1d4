import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { beforeAll, expect, it } from "vitest";
import { forgetOldFailures } from "../../../src/server/auth/failure-store.ts";
import { countVisit, forgetOldVisits } from "../../../src/server/auth/visit-limits.ts";
import { runDue } from "../../../src/server/engine/run-due.ts";
import { startReconciler } from "../../../src/server/features/payments/reconciler.ts";
import { call, FORM, form, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { tryToSignIn } from "../app/fixtures/tries.ts";
import { PASSWORD, TODAY } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fillBankWorld, makeBill } from "../payments/fixtures/bank-world.ts";
import { startTestSandbox, type TestSandbox } from "../payments/fixtures/test-sandbox.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MOST_EXPORTS = 2;

// docs/decisions/62
describeEngine("a clock that jumps", (open) => {
  let portal: Portal;
  let sandbox: TestSandbox;
  let time = Date.parse(`${TODAY}T10:00:00+08:00`);
  beforeAll(async () => {
    sandbox = await startTestSandbox();
    const limit = { user: Number.POSITIVE_INFINITY, shop: Number.POSITIVE_INFINITY };
    const dailyLimits = { rows: limit, uploads: limit, exports: { ...limit, user: MOST_EXPORTS } };
    portal = await openPortal({ open, fill: fillBankWorld, bank: sandbox.bank, settings: { dailyLimits } });
  });
  const jump = (ms: number) => {
    time += ms;
    portal.advance(ms);
  };
  const info = async (token: string) => (await call(portal, token, "login/GetUserInfo")).Code;

  it("back by a day keeps nobody waiting who failed before, and counts as ever from then on", async () => {
    const attempt = async (password: string) => (await tryToSignIn(portal, "s1", password)).status;
    const failures = async () => {
      for (let n = 0; n < 3; n++) await attempt("wrong");
    };
    jump(DAY);
    await failures();
    expect(await attempt(PASSWORD)).toBe(429);
    jump(-DAY);
    expect(await attempt(PASSWORD)).toBe(200);
    await failures();
    expect(await attempt(PASSWORD)).toBe(429);
    // They are not met again when the clock has come so far.
    await forgetOldFailures(portal.database.kysely, new Date(time));
    jump(DAY);
    expect(await attempt(PASSWORD)).toBe(200);
    jump(-DAY);
  });

  it("back by a day keeps a session open, which ends as ever from then on", async () => {
    jump(DAY);
    const [idle, busy] = [await signIn(portal, "s2"), await signIn(portal, "s2")];
    jump(-DAY);
    expect([await info(idle), await info(busy)]).toEqual([200, 200]);
    jump(31 * MINUTE);
    expect(await info(idle)).toBe(401);
    jump(-31 * MINUTE);
    for (let hours = 0; hours < 12; hours += 0.25) {
      expect(await info(busy), `after ${hours} hours`).toBe(200);
      jump(HOUR / 4);
    }
    expect(await info(busy)).toBe(401);
    jump(-12 * HOUR);
  });

  it("on by a day ends sessions, and everybody signs in again", async () => {
    const token = await signIn(portal, "s2");
    jump(DAY);
    expect(await info(token)).toBe(401);
    expect(await info(await signIn(portal, "s2"))).toBe(200);
    jump(-DAY);
  });

  it("back by a day takes codes of an app, each once", async () => {
    const token = await signIn(portal, "clerk");
    const offer = (await call(portal, token, "Usr/BeginSecondFactor", { OldPass: PASSWORD })).Result;
    const totp = new TOTP({ secret: Secret.fromBase32(offer.secret) });
    const code = () => totp.generate({ timestamp: time });
    expect((await call(portal, token, "Usr/ConfirmSecondFactor", { proof: offer.proof, otp: code() })).Code).toBe(200);
    const enter = async () => {
      const { Result } = await tryToSignIn(portal, "clerk", PASSWORD);
      const payload = form({ grant_type: "second_factor", proof: (Result as unknown as { proof: string }).proof, otp: code() });
      const answer = await portal.app.inject({ method: "POST", url: "/connect/token", payload, headers: FORM });
      return "access_token" in answer.json();
    };
    jump(DAY);
    expect([await enter(), await enter()]).toEqual([true, false]);
    jump(MINUTE - DAY);
    expect([await enter(), await enter()]).toEqual([true, false]);
  });

  it("back by a day leaves a visitor's hour as it was before", async () => {
    const { kysely } = portal.database;
    const visit = () =>
      countVisit(kysely, { kind: "suggestOpen", ip: "192.0.2.7", now: new Date(time) }).then(
        () => 200,
        ({ code }) => code,
      );
    const all = async () => [await visit(), await visit(), await visit(), await visit(), await visit(), await visit()];
    jump(DAY);
    expect(await all()).toEqual([200, 200, 200, 200, 200, 429]);
    jump(-DAY);
    expect(await all()).toEqual([200, 200, 200, 200, 200, 429]);
    await forgetOldVisits(kysely, new Date(time));
    jump(DAY);
    expect(await visit()).toBe(200);
    jump(-DAY);
  });

  it("gives every day one budget, however often it comes", async () => {
    const fetchedOn = async (ms: number) => {
      jump(ms);
      const token = await signIn(portal, "s1");
      const fetched = async () => (await call(portal, token, "Module/510/GetPage", { page: "1", purpose: "export" })).Code;
      return [await fetched(), await fetched()];
    };
    expect([await fetchedOn(0), await fetchedOn(DAY), await fetchedOn(-DAY), await fetchedOn(DAY)]).toEqual([
      [200, 200],
      [200, 200],
      [429, 429],
      [429, 429],
    ]);
    jump(-DAY);
  });

  it("does once what is due, however often its day comes", async () => {
    const { database, registry } = portal;
    const { kysely } = database;
    const orders = registry.entities.Order?.table ?? "";
    await kysely.updateTable(orders).set({ enddate: TODAY }).where("Statu", "=", 10).execute();
    const run = () => runDue({ db: kysely, registry, now: new Date(time), log: (line) => void expect(line).toBe("") });
    const done = [];
    for (const ms of [0, DAY, -DAY, DAY, -DAY]) {
      jump(ms);
      done.push(await run());
    }
    expect(done).toEqual([0, expect.any(Number), 0, 0, 0]);
    expect(done[1]).toBeGreaterThan(0);
  });

  it.each([
    ["back", -1],
    ["on", 1],
  ])("of the database %s by a day leaves no order at a bank lying, and sends none twice", async (_way, days) => {
    const { database, registry } = portal;
    const { kysely } = database;
    const { id, Billid } = await makeBill(database, registry, 40_00n);
    await sandbox.control({ lose: 1 });
    const [paid] = (await call(portal, await signIn(portal, "admin"), "ZSPay/Pay", { id: String(id) })).Result.results;
    const { transid } = paid as { transid: string };
    // A clock that goes one way is the same as what was written going the other way.
    const shifted = (column: string) => sql`${sql.ref(column)} - ${sql.lit(days)} * interval '1 day'`;
    const times = { created: shifted("created"), leased: shifted("leased"), next_try: shifted("next_try") };
    await kysely.updateTable("_pay_intent").set(times).where("transid", "=", transid).execute();
    const said: string[] = [];
    const stop = startReconciler({
      db: kysely,
      registry: { current: () => registry },
      bank: sandbox.bank,
      now: () => new Date(time),
      log: (line) => void said.push(line),
      everyMs: 30,
    });
    const state = async () => (await kysely.selectFrom("_pay_intent").select("state").where("transid", "=", transid).execute())[0]?.state;
    await expect.poll(state).toBe("success");
    await stop();
    expect(
      sandbox
        .ledger()
        .filter(({ subject }) => subject === Billid)
        .map(({ kind }) => kind),
    ).toEqual(["ordered", "paid"]);
    expect(said).toEqual([]);
  });
});
