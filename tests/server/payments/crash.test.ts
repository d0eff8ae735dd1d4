import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import { FAULT_POINTS, type FaultPoint } from "../../../src/server/features/payments/bank/fault-point.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { FORM, form } from "../app/fixtures/portal.ts";
import { signInAt } from "../app/fixtures/sign-in.ts";
import { SHOP } from "../app/fixtures/world.ts";
import { databaseUrl } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { seenBills } from "../money/fixtures/pay-world.ts";
import { makeBill } from "./fixtures/bank-world.ts";
import { type CrashWorld, openCrashWorld } from "./fixtures/crash-world.ts";

/** A few of them in normal runs; `npm run test:money` takes all, each so many times. */
const FEW: readonly FaultPoint[] = ["pay:intended", "bank:pay-answered", "settle:stated", "callback:settled"];
const isLong = process.env.MONEY_CRASHES === "all";
const POINTS = isLong ? FAULT_POINTS : FEW;
const ROUNDS = isLong ? Number(process.env.MONEY_CRASH_ROUNDS ?? 1) : 1;

/** One of each outcome: succeeds, fails, lingers; and two that are merged. */
const AMOUNTS = [1000_00n, 200_01n, 300_02n] as const;
/** docs/decisions/62, on the machine of the long run; in normal runs a slow machine may be slow. */
const SETTLED_WITHIN_MS = isLong ? 60_000 : 200_000;
/** A receipt a server died over is taken up when its lease has ended, a minute later. */
const FILED_WITHIN_MS = 200_000;

interface Acknowledged {
  readonly Billid: string;
  readonly transid: string;
}

describe.skipIf(databaseUrl === undefined)("kill -9 in the middle of a bank payment", { timeout: 600_000 }, () => {
  let world: CrashWorld;
  beforeAll(async () => {
    world = await openCrashWorld(databaseUrl ?? "", registry, { SANDBOX_CALLBACK_MS: "150", SANDBOX_DELAY_MS: "30" });
  });

  afterAll(() => world?.close());

  const cases = POINTS.flatMap((point) => Array.from({ length: ROUNDS }, (_, round) => [point, round + 1] as const));
  it.each(cases)("at %s, round %i: nothing acknowledged is lost, nothing paid twice, every bill settles", async (point, round) => {
    const bills = [];
    for (const cents of AMOUNTS) bills.push(await makeBill(world.database, registry, cents));
    const merged = [await makeBill(world.database, registry, 40_00n), await makeBill(world.database, registry, 60_05n)];
    const all = [...bills, ...merged];
    const orders: Order[] = [
      {
        path: "ZSPay/MergePay",
        ...(await seenBills(
          world.database,
          merged.map(({ id }) => id),
        )),
      },
    ];
    for (const { id } of bills) orders.push({ path: "KingDeePay/Pay", ...(await seenBills(world.database, [id])) });

    const { server: doomed, address } = await world.startServer({ SCM_FAULT_POINT: point });
    const wishes = `${point}-${round}`;
    const acknowledged = await payUntilDead(address, orders, wishes);
    // Some points are met by the reconciler or a callback only.
    await Promise.race([doomed.exit(), sleep(FILED_WITHIN_MS)]);
    expect(doomed.child.signalCode, "the point was met").toBe("SIGKILL");

    const { server: saviour, address: again } = await world.startServer();
    await expect.poll(() => atBank(), { timeout: SETTLED_WITHIN_MS, interval: 250 }).toBe(0);
    await expect.poll(() => unfiled(), { timeout: FILED_WITHIN_MS, interval: 250 }).toBe(0);
    // Whoever got no answer asks again with the same keys: what was begun gets its first answer, the rest is paid now.
    const repeated = await payUntilDead(again, orders, wishes);
    for (const { Billid, transid } of acknowledged) expect(repeated).toContainEqual(expect.objectContaining({ Billid, transid }));
    expect(repeated).toHaveLength(orders.length);
    await expect.poll(() => atBank(), { timeout: SETTLED_WITHIN_MS, interval: 250 }).toBe(0);
    await expect.poll(() => unfiled(), { timeout: FILED_WITHIN_MS, interval: 250 }).toBe(0);
    await expectConsistent(
      all.map(({ Billid }) => Billid),
      acknowledged,
    );
    saviour.child.kill("SIGTERM");
    expect((await saviour.exit()).code).toBe(0);
  });

  it("the book of all rounds: no bill was ever paid twice, and every paid one is known to be", async () => {
    const paid = world.ledger().filter(({ kind }) => kind === "paid");
    const subjects = paid.map(({ subject }) => subject);
    expect(new Set(subjects).size).toBe(subjects.length);
    const sum = paid.reduce((total, { amount }) => total + BigInt(amount), 0n);
    const records = await find("PayRecord", { result: 1 });
    expect(records.reduce((total, { Pay_sum }) => total + BigInt(Pay_sum as bigint), 0n)).toBe(sum);
    const bills = await find("BalancePay", { Statu: 50 });
    expect(bills.reduce((total, { Pay_sum }) => total + BigInt(Pay_sum as bigint), 0n)).toBe(sum);
  });

  const find = (name: string, match: Row): Promise<readonly Row[]> => {
    const entity = registry.entities[name];
    if (!entity) throw new Error(name);
    return world.database.kysely.transaction().execute((trx) => sqlStore(trx, SHOP).find(entity, match));
  };

  /** Bills and orders that still wait for the bank. */
  const atBank = async () => {
    const open = await world.database.kysely.selectFrom("_pay_intent").select("transid").where("state", "=", "open").execute();
    return open.length + (await find("BalancePay", { Statu: 25 })).length + (await find("BalancePayFath", { Statu: 25 })).length;
  };

  /** Payments that still wait for their receipt. */
  const unfiled = async () => {
    const paid = world.database.kysely.selectFrom("_pay_intent").select("transid").where("state", "=", "success");
    return (await paid.where("receipt", "is", null).execute()).length;
  };

  const expectConsistent = async (numbers: readonly string[], acknowledged: readonly Acknowledged[]) => {
    for (const { transid, Billid } of acknowledged) {
      const intent = await world.database.kysely.selectFrom("_pay_intent").selectAll().where("transid", "=", transid).executeTakeFirst();
      expect(intent, `the acknowledged ${Billid}`).toMatchObject({ state: expect.stringMatching(/^(success|failed)$/), attention: null });
    }
    for (const Billid of numbers) {
      const [bill] = await find("BalancePay", { Billid });
      const subject = String(bill?.FathId ?? Billid);
      const paid = world.ledger().filter((event) => event.kind === "paid" && event.subject === subject).length;
      const done = await find("PayRecord", { Billid, result: 1 });
      const open = await find("PayRecord", { Billid, result: 0 });
      for (const { file } of done) expect(await find("Attachment", { url: String(file) })).toHaveLength(1);
      const [balance] = await find("Balance", { Billid: bill?.BalaBillid ?? null });
      const events = await find("EventLog", { entity: "BalancePay", bllid: String(bill?.Id), toStt: "50" });
      expect([bill?.Statu, balance?.Statu, done.length, open.length, events.length], `${Billid} paid ${paid} times`).toEqual(
        paid === 1 ? [50, 50, 1, 0, 1] : [20, 20, 0, 0, 0],
      );
      expect(paid).toBeLessThanOrEqual(1);
    }
  };
});

/** A call, with the bills as somebody saw them before. */
interface Order {
  readonly path: string;
  readonly ids: string;
  readonly versions: string;
}

/** Pays one bill after the other, each wish with its own key, until the server is gone. Returns what it has answered. */
async function payUntilDead(address: string, orders: readonly Order[], wishes: string): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  try {
    const token = await signInAt(address, "admin");
    for (const { path, ...bills } of orders) {
      const headers = {
        ...FORM,
        authorization: token,
        "idempotency-key": `${wishes}-${bills.ids.replaceAll(",", "-")}`.replaceAll(":", "."),
      };
      const answer = await fetch(`${address}/api/${path}`, { method: "POST", headers, body: form(bills) });
      const { Code, Msg, Result } = (await answer.json()) as { Code: number; Msg: string; Result: { results: Acknowledged[] } };
      expect([Code, Msg]).toEqual([200, ""]);
      acknowledged.push(...Result.results);
    }
  } catch (error) {
    if (!(error instanceof TypeError || (error instanceof Error && error.name === "SyntaxError"))) throw error; // fetch: the connection is gone
  }
  return acknowledged;
}
