import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Bank } from "../../../src/server/features/payments/bank/bank.ts";
import { DIALECTS } from "../../../src/server/features/payments/bank/dialects.ts";
import { BankSilence, type Channel, type PaymentGateway } from "../../../src/server/features/payments/bank/gateway.ts";
import { httpGateway } from "../../../src/server/features/payments/bank/http-gateway.ts";
import { startReconciler } from "../../../src/server/features/payments/reconciler.ts";
import { call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fillBankWorld, makeBill } from "./fixtures/bank-world.ts";
import { callBack } from "./fixtures/callback.ts";
import { startTestSandbox, type TestSandbox } from "./fixtures/test-sandbox.ts";

/** Nobody waits longer: what lies further ahead counts as due (docs/decisions/62). */
const FAR = new Date(Date.now() + 50 * 60_000);

describeEngine("the reconciler", (open) => {
  let portal: Portal;
  let sandbox: TestSandbox;
  let admin: string;
  /** Takes every call, and never answers. */
  let deaf: Server;
  beforeAll(async () => {
    sandbox = await startTestSandbox();
    portal = await openPortal({ open, fill: fillBankWorld, bank: sandbox.bank });
    admin = await signIn(portal, "admin");
    deaf = createServer(() => undefined).listen(0, "127.0.0.1");
    await new Promise((resolve) => deaf.once("listening", resolve));
  });
  afterAll(() => {
    deaf.closeAllConnections();
    deaf.close();
  });
  const intents = () => portal.database.kysely.selectFrom("_pay_intent");
  const change = () => portal.database.kysely.updateTable("_pay_intent");
  const start = (bank: Bank, said: string[] = []) =>
    startReconciler({
      db: portal.database.kysely,
      registry: { current: () => portal.registry },
      bank,
      now: () => new Date(),
      log: (line) => void said.push(line),
      everyMs: 30,
    });
  /** Payments that the bank has not heard of, due now. Those of other tests are left alone. */
  const waiting = async (channel: Channel, count: number): Promise<string[]> => {
    await change().set({ next_try: FAR }).where("state", "=", "open").execute();
    const transids: string[] = [];
    for (let n = 0; n < count; n++) {
      const { id } = await makeBill(portal.database, portal.registry, 50_00n);
      await sandbox.control({ fail: 1 });
      transids.push((await call(portal, admin, `${channel}/Pay`, { id: String(id) })).Result.results[0].transid);
    }
    await change()
      .set({ next_try: new Date(0) })
      .where("transid", "in", transids)
      .execute();
    return transids;
  };
  const openOf = async (transids: readonly string[]) =>
    (await intents().select("transid").where("state", "=", "open").where("transid", "in", transids).execute()).length;
  /** A bank of which one channel is reached in another way. */
  const withGateway = (channel: Channel, gateway: PaymentGateway, timeoutMs = sandbox.bank.timeoutMs): Bank => ({
    ...sandbox.bank,
    timeoutMs,
    gateway: (one) => (one === channel ? gateway : sandbox.bank.gateway(one)),
  });
  const deafGateway = (timeoutMs: number) => {
    const url = `http://127.0.0.1:${(deaf.address() as AddressInfo).port}`;
    return httpGateway(DIALECTS.ZSPay, { url, merchant: "M", secret: "0123456789abcdef" }, timeoutMs);
  };

  it("goes on with one channel while the other one's bank says nothing", async () => {
    const [silent, other] = [await waiting("ZSPay", 9), await waiting("KingDeePay", 2)];
    await change()
      .set({ next_try: new Date(0) })
      .where("transid", "in", silent)
      .execute();
    const stop = start(withGateway("ZSPay", deafGateway(60_000), 60_000));
    await expect.poll(() => openOf(other)).toBe(0);
    expect(await openOf(silent)).toBe(9);
    // Nor does a stop wait for it; what was taken up stays with whoever had it until the lease ends.
    const began = performance.now();
    await stop();
    expect(performance.now() - began, "ms; the bank would take a minute").toBeLessThan(30_000);
    const taken = await intents().select("leased").where("transid", "in", silent).where("leased", ">", new Date()).execute();
    expect(taken.length).toBeGreaterThan(0);
    await change()
      .set({ leased: new Date(0), next_try: new Date(0) })
      .where("transid", "in", silent)
      .execute();
    const again = start(sandbox.bank);
    await expect.poll(() => openOf(silent)).toBe(0);
    await again();
    for (const transid of [...silent, ...other])
      expect(sandbox.ledger().filter((event) => event.transid === transid && event.kind === "paid")).toHaveLength(1);
  });

  it("of four at once never has one payment asked about twice at the same moment", async () => {
    const transids = await waiting("ZSPay", 8);
    const busy = new Map<string, number>();
    const calls = new Map<string, number>();
    let most = 0;
    const inner = sandbox.bank.gateway("ZSPay");
    if (!inner) throw new Error("no gateway");
    const watched = async <T>(transid: string, work: () => Promise<T>): Promise<T> => {
      busy.set(transid, (busy.get(transid) ?? 0) + 1);
      calls.set(transid, (calls.get(transid) ?? 0) + 1);
      most = Math.max(most, busy.get(transid) ?? 0);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return work().finally(() => busy.set(transid, (busy.get(transid) ?? 0) - 1));
    };
    const gateway: PaymentGateway = {
      ...inner,
      pay: (instruction) => watched(instruction.transid, () => inner.pay(instruction)),
      check: (transid) => watched(transid, () => inner.check(transid)),
    };
    const stops = Array.from({ length: 4 }, () => start(withGateway("ZSPay", gateway)));
    await expect.poll(() => openOf(transids)).toBe(0);
    for (const stop of stops) await stop();
    expect(most).toBe(1);
    // Asked (unknown), told, and asked for the outcome.
    expect([...calls.values()].every((count) => count === 3)).toBe(true);
  });

  it("leaves alone what a callback has settled while the bank was asked", async () => {
    const [transid = ""] = await waiting("ZSPay", 1);
    const long = new Date(Date.now() - 20 * 60_000);
    await change().set({ created: long }).where("transid", "=", transid).execute();
    const inner = sandbox.bank.gateway("ZSPay");
    if (!inner) throw new Error("no gateway");
    const check = async () => {
      const { isTaken } = await callBack(portal, sandbox, "ZSPay", { transid, state: "success", amount: 50_00n });
      throw new BankSilence(`silent, ${isTaken}`);
    };
    const said: string[] = [];
    const stop = start(withGateway("ZSPay", { ...inner, check }), said);
    await expect.poll(() => openOf([transid])).toBe(0);
    await stop();
    const found = await intents().select(["message", "attention"]).where("transid", "=", transid).executeTakeFirst();
    expect([found, said]).toEqual([{ message: "银行说", attention: null }, []]);
  });

  it("waits longer each time for a bank that is down, and tells people in the end", async () => {
    const [transid = ""] = await waiting("ZSPay", 1);
    const down = httpGateway(DIALECTS.ZSPay, { url: "http://127.0.0.1:59998", merchant: "M", secret: "0123456789abcdef" }, 1000);
    const said: string[] = [];
    const stop = start(withGateway("ZSPay", down), said);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const after = () => intents().select(["tries", "message"]).where("transid", "=", transid).executeTakeFirstOrThrow();
    await expect.poll(async () => (await after()).message).toBe("ECONNREFUSED");
    // The first was the request's own; then at once, and after about one second each.
    expect(Number((await after()).tries)).toBeLessThanOrEqual(6);
    const at = (found: Readonly<Record<string, unknown>>, name: string) => new Date(String(found[name])).getTime();
    const row = () => intents().selectAll().where("transid", "=", transid).executeTakeFirstOrThrow();
    /** How long it is left alone after so many seconds. */
    const waitAfter = async (seconds: number) => {
      const created = new Date(Date.now() - seconds * 1000);
      await change()
        .set({ created, next_try: new Date(0), leased: new Date(0) })
        .where("transid", "=", transid)
        .execute();
      const isPostponed = async () => at(await row(), "next_try") > Date.now();
      await expect.poll(isPostponed).toBe(true);
      const found = await row();
      return (at(found, "next_try") - at(found, "leased")) / 1000;
    };
    const [soon, late] = [await waitAfter(100), await waitAfter(3600)];
    expect([soon >= 39 && soon < 75, late >= 239 && late <= 361]).toEqual([true, true]);
    await expect.poll(async () => (await row()).attention).toContain("银行迟迟没有给出结果");
    await stop();
    expect(said.filter((line) => line.includes(transid)).length).toBeGreaterThan(0);
    expect(said.join()).not.toContain("0123456789abcdef");
  });

  it("is neither alarmed nor put off by somebody who asks all the time", async () => {
    const { id } = await makeBill(portal.database, portal.registry, 50_00n);
    await sandbox.control({ fail: 16 });
    const { transid } = (await call(portal, admin, "ZSPay/Pay", { id: String(id) })).Result.results[0];
    for (let time = 0; time < 15; time++) await call(portal, admin, "ZSPay/PayCheck", { id: String(id) });
    const found = await intents().select(["tries", "attention", "next_try"]).where("transid", "=", transid).executeTakeFirstOrThrow();
    expect(found).toMatchObject({ tries: 16, attention: null });
    expect(new Date(String(found.next_try)).getTime() - Date.now()).toBeLessThan(60_000);
    await change()
      .set({ next_try: new Date(0) })
      .where("transid", "=", transid)
      .execute();
    const stop = start(sandbox.bank);
    await expect.poll(() => openOf([transid])).toBe(0);
    await stop();
  });

  it("does not stumble over a payment whose outcome cannot be written", async () => {
    const [broken = "", ...sound] = await waiting("ZSPay", 5);
    await portal.database.kysely.deleteFrom("pay_record").where("transid", "=", broken).execute();
    const said: string[] = [];
    const stop = start(sandbox.bank, said);
    await expect.poll(() => openOf(sound)).toBe(0);
    const row = () => intents().selectAll().where("transid", "=", broken).executeTakeFirstOrThrow();
    await expect.poll(async () => (await row()).message).toBe("处理银行结果时出错");
    expect(await row()).toMatchObject({ state: "open" });
    await stop();
    expect(said.join()).toContain(`the payment ${broken} has no record`);
  });
});
