import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { openPortal, type Portal } from "../app/fixtures/portal.ts";
import { databaseUrl, openPostgres } from "../db/fixtures/test-database.ts";
import { auditProblems } from "./fixtures/audit-problems.ts";
import { fillPayWorld, PLAIN, putBill } from "./fixtures/pay-world.ts";
import { ROUNDS } from "./fixtures/rounds.ts";
import { type Servers, startServers, type Told } from "./fixtures/servers.ts";

const AT_ONCE = 64;
const DUE = 100_005n;
/** Bills of each kind that are under way when a server dies. */
const UNDER_WAY = 24;
const SOON_MS = 2;

// On PostgreSQL alone: the embedded engine runs everything in one session, and proves nothing here.
describe.skipIf(databaseUrl === undefined)("parts and corrections, by many at once on two servers", () => {
  let portal: Portal;
  let servers: Servers;
  let boss: string;
  beforeAll(async () => {
    portal = await openPortal({ open: openPostgres, fill: fillPayWorld });
    servers = await startServers(portal.database, 2);
    boss = await servers.signIn("boss175");
  });
  afterAll(() => servers.stop());
  const bill = () => putBill(portal.database, portal.registry, { cents: DUE });
  const tables = <T>(
    run: (find: (name: string, match: Row) => Promise<readonly Row[]>, put: (name: string, row: Row) => Promise<Row>) => Promise<T>,
  ) =>
    portal.database.kysely.transaction().execute((trx) => {
      const store = sqlStore(trx, PLAIN);
      const entity = (name: string) => {
        const found = portal.registry.entities[name];
        if (!found) throw new Error(`no entity ${name}`);
        return found;
      };
      const put = async (name: string, row: Row) => (await store.insert(entity(name), [row]))[0] ?? {};
      return run((name, match) => store.find(entity(name), match), put);
    });
  const find = (name: string, match: Row) => tables((read) => read(name, match));
  let made = 0;
  const enter = async (values: Row): Promise<number> => {
    made += 1;
    const shared = { provid: "105001", busdate: "2025-06-30", paydate: "2025-06-30", reason: "分次", PayWay: 1, Statu: 0 };
    return Number((await tables((_read, put) => put("PayEntry", { ...shared, Billid: `SFR${made}`, ...values }))).Id);
  };
  const part = (Billid: string, amount: bigint) => enter({ EntryKind: "part", PayBillid: Billid, amount });
  const post = (id: number) => servers.call(boss, "Module/526/Action", { action: "post", ids: String(id) });
  const pay = (id: number) => servers.call(boss, "BalancePay/ConfirmPay", { ids: String(id), to: "50" });
  const reverse = (id: number, kind: string) => servers.call(boss, "Module/503/Action", { action: kind, ids: String(id), reason: "误" });
  const codesOf = (answers: readonly Told[]) => [...new Set(answers.map(({ Code }) => Code))].sort();
  const sumOf = async (Billid: string) =>
    (await find("PayRecord", { Billid, result: 1 })).reduce(
      (sum, { Sign, Pay_sum }) => sum - BigInt(Number(Sign)) * BigInt(Pay_sum as bigint),
      0n,
    );

  it(`one entry posted by ${AT_ONCE}: once (${ROUNDS} rounds)`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, Billid } = await bill();
      const entry = await part(Billid, 40_000n);
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => post(entry)));
      expect(answers.filter(({ Code }) => Code === 200)).toHaveLength(1);
      expect(codesOf(answers)).toEqual([200, 409]);
      expect(await find("PayRecord", { Billid })).toHaveLength(1);
      expect(await find("BalancePay", { Id: id })).toMatchObject([{ Statu: 20, Pay_sum: 40_000n }]);
    }
  });

  it(`parts and 确认付款 at once: paid to the 分, and no more (${ROUNDS} rounds)`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, Billid } = await bill();
      const parts = [await part(Billid, 40_000n), await part(Billid, 40_000n), await part(Billid, 40_000n)];
      const works = [...parts.flatMap((entry) => [() => post(entry), () => post(entry)]), () => pay(id), () => pay(id)];
      const first = round % works.length;
      const answers = await Promise.all([...works.slice(first), ...works.slice(0, first)].map((work) => work()));
      expect(codesOf(answers).filter((code) => code >= 500)).toEqual([]);
      expect(await sumOf(Billid)).toBe(DUE);
      expect(await find("BalancePay", { Id: id })).toMatchObject([{ Statu: 50, Pay_sum: DUE }]);
    }
  });

  it(`one prepayment set off against two bills at once: never more than it is (${ROUNDS} rounds)`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [advance, one, two] = [await bill(), await bill(), await bill()];
      await pay(advance.id);
      await reverse(advance.id, "reverserefund");
      const values = { EntryKind: "offset", FromBillid: advance.Billid, amount: 60_000n };
      const entries = [await enter({ ...values, PayBillid: one.Billid }), await enter({ ...values, PayBillid: two.Billid })];
      const refund = await enter({ EntryKind: "refund", FromBillid: advance.Billid, amount: 60_000n });
      const answers = await Promise.all([...entries, refund].flatMap((entry) => [post(entry), post(entry)]));
      expect(answers.filter(({ Code }) => Code === 200)).toHaveLength(1);
      expect(await sumOf(advance.Billid)).toBe(DUE - 60_000n);
    }
  });

  it("one set-off posted by 64 at once, and one receipt taken back by 64: once", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [advance, one] = [await bill(), await bill()];
      await pay(advance.id);
      await reverse(advance.id, "reverserefund");
      const setoff = await enter({ EntryKind: "offset", FromBillid: advance.Billid, PayBillid: one.Billid, amount: 60_000n });
      const refund = await enter({ EntryKind: "refund", FromBillid: advance.Billid, amount: 40_005n });
      await post(refund);
      const undo = () => servers.call(boss, "Module/526/Action", { action: "reverse", ids: String(refund), reason: "误" });
      for (const work of [() => post(setoff), undo]) {
        const answers = await Promise.all(Array.from({ length: AT_ONCE }, work));
        expect(answers.filter(({ Code }) => Code === 200)).toHaveLength(1);
        expect(codesOf(answers)).toEqual([200, 409]);
      }
      expect([await sumOf(one.Billid), await sumOf(advance.Billid)]).toEqual([60_000n, 40_005n]);
    }
  });

  it(`one payment taken back by ${AT_ONCE}, both ways: once, with one new bill (${ROUNDS} rounds)`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, Billid, statement } = await bill();
      await pay(id);
      const kinds = ["reverseunpaid", "reverserefund"];
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => reverse(id, kinds[(n + round) % 2] ?? "")));
      expect(answers.filter(({ Code }) => Code === 200)).toHaveLength(1);
      expect(codesOf(answers)).toEqual([200, 409]);
      expect((await find("PayRecord", { Billid })).filter(({ Operate }) => Operate === 4)).toHaveLength(1);
      expect(await find("BalancePay", { BalaBillid: statement, RevNo: 0 })).toHaveLength(1);
    }
  });

  it("kill -9 of a server: what was acknowledged is there, everything else whole or not at all", async () => {
    const parts: Work[] = [];
    const taken: Work[] = [];
    for (let n = 0; n < UNDER_WAY; n++) {
      const [open, paid] = [await bill(), await bill()];
      const entry = await part(open.Billid, 40_000n);
      parts.push({ ...open, entry, run: () => post(entry) });
      await pay(paid.id);
      taken.push({ ...paid, entry: 0, run: () => reverse(paid.id, "reverseunpaid") });
    }
    const acknowledged = new Set<string>();
    const todo = parts.flatMap((each, n) => [each, taken[n]].filter((one) => one !== undefined));
    const client = async () => {
      for (let work = todo.pop(); work !== undefined; work = todo.pop()) {
        const answer = await work.run().catch(() => null);
        if (answer?.Code === 200) acknowledged.add(work.Billid);
      }
    };
    const clients = Array.from({ length: 8 }, client);
    while (acknowledged.size < UNDER_WAY / 2) await sleep(SOON_MS);
    servers.processes[0]?.child.kill("SIGKILL");
    await Promise.all(clients);
    for (const { id, Billid, entry } of parts) {
      const [row] = await find("BalancePay", { Id: id });
      const [posted] = await find("PayEntry", { Id: entry });
      const isDone = posted?.Statu === 50;
      if (acknowledged.has(Billid)) expect(isDone, Billid).toBe(true);
      expect([row?.Pay_sum, await sumOf(Billid)], Billid).toEqual(isDone ? [40_000n, 40_000n] : [0n, 0n]);
    }
    for (const { id, Billid, statement } of taken) {
      const [row] = await find("BalancePay", { Id: id });
      const isDone = row?.Statu === 60;
      if (acknowledged.has(Billid)) expect(isDone, Billid).toBe(true);
      const [living] = await find("BalancePay", { BalaBillid: statement, RevNo: 0 });
      const [balance] = await find("Balance", { Billid: statement });
      expect([(await find("PayRecord", { Billid })).length, living?.Billid === Billid, balance?.Statu], Billid).toEqual(
        isDone ? [2, false, 10] : [1, true, 50],
      );
    }
    expect(await auditProblems(portal.database.kysely)).toEqual([]);
  });
});

interface Work {
  readonly id: number;
  readonly Billid: string;
  readonly statement: string;
  readonly entry: number;
  readonly run: () => Promise<Told>;
}
