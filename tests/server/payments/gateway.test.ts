import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DIALECTS } from "../../../src/server/features/payments/bank/dialects.ts";
import {
  BankSilence,
  CHANNELS,
  type Channel,
  type PayInstruction,
  type PaymentGateway,
} from "../../../src/server/features/payments/bank/gateway.ts";
import { httpGateway } from "../../../src/server/features/payments/bank/http-gateway.ts";
import { faultsOf } from "../../../src/server/features/payments/bank/sandbox/faults.ts";
import { openLedger } from "../../../src/server/features/payments/bank/sandbox/ledger.ts";
import { startTestSandbox, type TestSandbox } from "./fixtures/test-sandbox.ts";

/** As long as somebody listens. */
function drip(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write("x"), 50);
  response.once("close", () => clearInterval(timer));
}

let made = 0;
const order = (amount: bigint, more: Partial<PayInstruction> = {}): PayInstruction => ({
  transid: `T${++made}-${amount}`,
  direction: "pay",
  amount,
  subject: "FK202506300001",
  account: "M1",
  party: { name: "供应商甲", account: "6200 0000 1", bank: "示例银行" },
  notifyUrl: "http://127.0.0.1:1/callback/x",
  ...more,
});

describe.each(CHANNELS)("the channel %s", (channel: Channel) => {
  let sandbox: TestSandbox;
  let gateway: PaymentGateway;
  beforeAll(async () => {
    sandbox = await startTestSandbox();
    const found = sandbox.bank.gateway(channel);
    if (!found) throw new Error("no gateway");
    gateway = found;
  });
  const lines = (transid: string) =>
    sandbox
      .ledger()
      .filter((event) => event.transid === transid)
      .map(({ kind }) => kind);

  it("takes an order, and the poll tells the outcome by the amount's last digit", async () => {
    const [fails, lingers, other, zero] = [order(100_01n), order(100_02n), order(100_05n), order(100_00n)];
    for (const each of [fails, lingers, other, zero]) expect((await gateway.pay(each)).state).toBe("processing");
    const states = async (transid: string, polls: number) => {
      const seen: string[] = [];
      for (let poll = 0; poll < polls; poll++) seen.push((await gateway.check(transid)).state);
      return seen;
    };
    expect(await states(fails.transid, 2)).toEqual(["failed", "failed"]);
    expect(await states(lingers.transid, 5)).toEqual(["processing", "processing", "processing", "success", "success"]);
    expect(await states(other.transid, 1)).toEqual(["success"]);
    expect(await gateway.check(zero.transid)).toMatchObject({ state: "success", amount: 100_00n, account: "M1", message: "交易成功" });
    expect(lines(other.transid)).toEqual(["ordered", "paid"]);
    expect(lines(fails.transid)).toEqual(["ordered", "failed"]);
  });

  it("keeps the same number the same payment: paid once, and refused with another amount", async () => {
    const one = order(7_00n);
    await Promise.all(Array.from({ length: 5 }, () => gateway.pay(one)));
    await gateway.check(one.transid);
    await gateway.pay(one);
    expect(lines(one.transid)).toEqual(["ordered", "paid"]);
    await expect(gateway.pay({ ...one, amount: 8_00n })).rejects.toThrow(BankSilence);
    expect(lines(one.transid)).toEqual(["ordered", "paid"]);
  });

  it("says that it has never heard of a payment", async () => {
    expect(await gateway.check("NEVER")).toEqual({
      transid: "NEVER",
      state: "unknown",
      amount: null,
      account: null,
      bankno: "",
      message: "",
    });
  });

  it("collects by its own path", async () => {
    const one = order(9_00n, { direction: "receive" });
    await gateway.pay(one);
    expect(sandbox.ledger().find(({ transid }) => transid === one.transid)).toMatchObject({ direction: "receive", amount: "900" });
  });

  it("is silent when a reply is lost, forged, too late or an error; what it did stays done", async () => {
    const account = { url: sandbox.urls[channel], ...sandbox.keys[channel] };
    const hasty = httpGateway(DIALECTS[channel], account, 200);
    for (const [fault, by] of [
      [{ lose: 1 }, gateway],
      [{ forge: 1 }, gateway],
      [{ delayMs: 1500 }, hasty],
    ] as const) {
      const one = order(3_00n);
      await sandbox.control(fault);
      await expect(by.pay(one)).rejects.toThrow(BankSilence);
      await sandbox.control({ delayMs: 0 });
      // On a busy machine the bank may not have read the order yet.
      await expect.poll(() => lines(one.transid)).toContain("ordered");
      expect((await gateway.check(one.transid)).state).toBe("success");
    }
    const never = order(3_00n);
    await sandbox.control({ fail: 1 });
    await expect(gateway.pay(never)).rejects.toThrow(BankSilence);
    expect((await gateway.check(never.transid)).state).toBe("unknown");
  });

  it("keeps its book over a restart", async () => {
    const one = order(4_00n);
    await gateway.pay(one);
    await gateway.check(one.transid);
    await sandbox.restart();
    expect((await gateway.check(one.transid)).state).toBe("success");
    await gateway.pay(one);
    expect(lines(one.transid)).toEqual(["ordered", "paid"]);
  });

  it("refuses a request that is signed with another secret, and changes nothing", async () => {
    const stranger = httpGateway(
      DIALECTS[channel],
      { url: sandbox.urls[channel], merchant: "SANDBOX", secret: "another-secret-of-16" },
      300,
    );
    const one = order(5_00n);
    await expect(stranger.pay(one)).rejects.toThrow(BankSilence);
    expect(lines(one.transid)).toEqual([]);
  });
});

describe("a bank that is not what it says", () => {
  it.each([
    ["sends the caller elsewhere", 302, { location: "http://127.0.0.1:1/" }, ""],
    ["answers without a signature", 200, {}, '{"outTradeNo":"X","status":"S","amount":"1","subMchNo":"M1"}'],
    ["answers without end", 200, {}, "x".repeat(100_000)],
    ["shows a page instead", 200, { "content-type": "text/html" }, "<!doctype html><title>维护中</title>"],
    ["is being repaired", 503, { "retry-after": "60" }, ""],
    ["says that it is not a bank", 404, {}, "Not found"],
  ])("%s", async (_title, status, headers, body) => {
    const server = createServer((_request, response) => void response.writeHead(status, headers).end(body)).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const gateway = httpGateway(DIALECTS.ZSPay, { url, merchant: "M", secret: "0123456789abcdef" }, 1000);
    await expect(gateway.check("X")).rejects.toThrow(BankSilence);
    server.close();
  });

  it.each([
    ["takes the call and says nothing", () => undefined],
    ["begins an answer and never ends it", (response: ServerResponse) => void response.writeHead(200).write("{")],
    ["says a letter now and then", (response: ServerResponse) => drip(response)],
  ])("%s: given up in time", async (_title, answer) => {
    const server = createServer((_request, response) => answer(response)).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const gateway = httpGateway(DIALECTS.ZSPay, { url, merchant: "M", secret: "0123456789abcdef" }, 500);
    const began = performance.now();
    await expect(gateway.check("X")).rejects.toThrow("no answer in time");
    expect(performance.now() - began).toBeLessThan(10_000);
    server.closeAllConnections();
    server.close();
  });

  it("is not there", async () => {
    const gateway = httpGateway(DIALECTS.KingDeePay, { url: "http://127.0.0.1:59998", merchant: "M", secret: "0123456789abcdef" }, 1000);
    await expect(gateway.check("X")).rejects.toThrow("ECONNREFUSED");
  });
});

describe("the sandbox's switches", () => {
  it("refuse what is no fault, by name", async () => {
    const sandbox = await startTestSandbox();
    const answer = await sandbox.control({ explode: 1 });
    expect([answer.status, await answer.json()]).toEqual([400, { error: expect.stringContaining("explode is no fault") }]);
    expect((await sandbox.control({ lose: -1 })).status).toBe(400);
    expect(await (await sandbox.control({ lose: 2 })).json()).toMatchObject({ lose: 2 });
  });

  it("come from the environment, too", () => {
    expect(faultsOf({ SANDBOX_LOSE: "3", SANDBOX_CALLBACK_MS: "50", SANDBOX_CALLBACKS: "off" })).toMatchObject({
      lose: 3,
      callbackMs: 50,
      callbacks: false,
    });
    expect(() => faultsOf({ SANDBOX_LOSE: "many" })).toThrow("lose");
  });
});

it("a ledger drops the line a power cut left unfinished, and goes on behind the whole ones", () => {
  const dir = mkdtempSync(join(tmpdir(), "scm-ledger-"));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, "ledger.jsonl");
  const paid = { kind: "paid", at: "", channel: "ZSPay", transid: "A", subject: "", amount: "1", bankno: "" } as const;
  const first = openLedger(file);
  first.append(paid);
  first.close();
  appendFileSync(file, '{"kind":"paid","transid":"B');
  const second = openLedger(file);
  second.append({ ...paid, transid: "C" });
  second.close();
  const third = openLedger(file);
  expect(third.events.map(({ transid }) => transid)).toEqual(["A", "C"]);
  third.close();
});
