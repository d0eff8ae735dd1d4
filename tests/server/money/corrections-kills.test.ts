import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { openPortal, type Portal } from "../app/fixtures/portal.ts";
import { databaseUrl, openPostgres } from "../db/fixtures/test-database.ts";
import { auditProblems } from "./fixtures/audit-problems.ts";
import { fillPayWorld, PLAIN, putBill } from "./fixtures/pay-world.ts";
import { randomOf, shuffled } from "./fixtures/random.ts";
import { KILLS } from "./fixtures/rounds.ts";
import { type Servers, startServers, type Told } from "./fixtures/servers.ts";

const CLIENTS = 8;
const DUE = 100_005n;
const PART = 40_000n;
/** Of each kind in a round. */
const EACH = 4;
const AGAIN_MS = 20;
const SUPPLIER = "105001";

/** Something to be done once, whoever asks again; and what must be there then. */
interface Work {
  readonly key: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly holds: () => Promise<void>;
}

// On PostgreSQL alone: the embedded engine has no second server.
describe.skipIf(databaseUrl === undefined)("corrections while servers die", { timeout: 3_600_000 }, () => {
  let portal: Portal;
  let servers: Servers;
  let boss: string;
  beforeAll(async () => {
    portal = await openPortal({ open: openPostgres, fill: fillPayWorld });
    servers = await startServers(portal.database, 2);
    boss = await servers.signIn("boss175");
  });
  afterAll(() => servers.stop());
  const entityOf = (name: string) => {
    const entity = portal.registry.entities[name];
    if (!entity) throw new Error(`no entity ${name}`);
    return entity;
  };
  const store = <T>(run: (one: ReturnType<typeof sqlStore>) => Promise<T>) =>
    portal.database.kysely.transaction().execute((trx) => run(sqlStore(trx, PLAIN)));
  const find = (name: string, match: Row) => store((one) => one.find(entityOf(name), match));
  const put = async (name: string, row: Row) => (await store((one) => one.insert(entityOf(name), [row])))[0] ?? {};
  const bill = (cents = DUE) => putBill(portal.database, portal.registry, { cents });
  let made = 0;
  const done = async (path: string, params: Readonly<Record<string, string>>) => {
    made += 1;
    const { Code, Msg } = await servers.call(boss, path, params, `before-${made}`);
    if (Code !== 200) throw new Error(`${path}: ${Msg}`);
  };
  const pay = (id: number) => done("BalancePay/ConfirmPay", { ids: String(id), to: "50" });
  const action = (module: number, name: string, id: unknown) =>
    ({ path: `Module/${module}/Action`, params: { action: name, ids: String(id), reason: "误" } }) as const;
  const takeBack = (id: number, kind: string) => done(action(503, kind, id).path, action(503, kind, id).params);
  const entry = async (values: Row): Promise<Row> => {
    made += 1;
    const shared = { provid: SUPPLIER, busdate: "2025-06-30", paydate: "2025-06-30", reason: "分次", PayWay: 1, Statu: 0 };
    return put("PayEntry", { ...shared, Billid: `SFK${made}`, ...values });
  };
  const recordsOf = (match: Row) => find("PayRecord", { ...match, result: 1 });

  /** One of each kind: a part, a set-off, a correction of a payment and of a receipt, a receipt that is given back, a debt that is carried. */
  const KINDS: Readonly<Record<string, () => Promise<Omit<Work, "key">>>> = {
    async part() {
      const { id, Billid } = await bill();
      const { Id } = await entry({ EntryKind: "part", PayBillid: Billid, amount: PART });
      const holds = async () => {
        expect(await find("BalancePay", { Id: id })).toMatchObject([{ Statu: 20, Pay_sum: PART }]);
        expect(await recordsOf({ Billid })).toMatchObject([{ Pay_sum: PART, Sign: -1 }]);
      };
      return { ...action(526, "post", Id), holds };
    },
    async offset() {
      const [from, to] = [await bill(), await bill()];
      await pay(from.id);
      await takeBack(from.id, "reverserefund");
      const { Id, Billid: EntryBillid = null } = await entry({
        EntryKind: "offset",
        FromBillid: from.Billid,
        PayBillid: to.Billid,
        amount: PART,
      });
      const holds = async () => {
        expect(await find("BalancePay", { Id: to.id })).toMatchObject([{ Statu: 20, Pay_sum: PART }]);
        const both = await recordsOf({ EntryBillid });
        expect(both.map(({ Billid, Sign }) => [Billid, Sign])).toEqual([
          [from.Billid, 1],
          [to.Billid, -1],
        ]);
      };
      return { ...action(526, "post", Id), holds };
    },
    async correction() {
      const { id, Billid, statement } = await bill();
      await pay(id);
      const holds = async () => {
        expect(await find("BalancePay", { Id: id })).toMatchObject([{ Statu: 60, Pay_sum: 0n }]);
        expect((await recordsOf({ Billid })).map(({ Sign }) => Sign)).toEqual([-1, 1]);
        expect(await find("BalancePay", { BalaBillid: statement, RevNo: 0 })).toMatchObject([{ Statu: 10, Bala_sum: DUE }]);
      };
      return { ...action(503, "reverseunpaid", id), holds };
    },
    async receipt() {
      const { Id, Billid: EntryBillid = null } = await entry({ EntryKind: "deposit", amount: PART });
      await done(action(526, "post", Id).path, action(526, "post", Id).params);
      const holds = async () => {
        expect(await find("PayEntry", { Id: Id ?? null })).toMatchObject([{ Statu: 60 }]);
        expect((await recordsOf({ EntryBillid })).map(({ Sign }) => Sign)).toEqual([1, -1]);
      };
      return { ...action(526, "reverse", Id), holds };
    },
    async giveback() {
      const { id, Billid } = await bill(-DUE);
      await pay(id);
      await takeBack(id, "reverserefund");
      made += 1;
      const values = { ApplyType: "request", Purpose: "giveback", FromBillid: Billid, applyMoney: DUE, applicant: "s", Remark: "收错" };
      const { Id } = await put("PayApply", {
        ...values,
        provid: SUPPLIER,
        Billid: `SQK${made}`,
        busdate: "2025-06-30",
        stt: 10,
        PayWay: 1,
      });
      const holds = async () => {
        const bills = await find("BalancePay", { FromBillid: Billid });
        expect(bills).toMatchObject([{ BillKind: "giveback", Statu: 10, Bala_sum: DUE }]);
        expect(await find("PayApply", { Id: Id ?? null })).toMatchObject([{ stt: 50, PayBillid: bills[0]?.Billid }]);
      };
      return { ...action(523, "audit", Id), holds };
    },
    async carry() {
      const debt = await bill(-DUE);
      const waiting = { Statu: 10, Bala_sum: 0n };
      await store(async (one) => {
        await one.update(entityOf("Balance"), { Billid: debt.statement }, { ...waiting, B2b_statu: 50 });
        await one.update(entityOf("BalancePay"), { Id: debt.id }, waiting);
      });
      made += 1;
      const Billid = `JSK${made}`;
      const shared = { provid: SUPPLIER, Billid, busdate: "2025-06-30" };
      const { Id } = await put("Balance", { ...shared, GoodsMoney: 0n, TotalMoney: -DUE, CarryMoney: -DUE, B2b_statu: -1, Statu: 10 });
      await put("BalanceLine", {
        ...shared,
        LineNo: 1,
        SrcKind: 6,
        SrcBillid: debt.statement,
        netMoney: -DUE,
        TotalMoney: -DUE,
        checked: true,
      });
      const holds = async () => {
        expect(await find("Balance", { Billid: debt.statement })).toMatchObject([{ Statu: 40, BalaBillid: Billid }]);
        expect(await find("BalancePay", { Id: debt.id })).toMatchObject([{ Statu: 40, Pay_sum: 0n }]);
        expect(await find("EventLog", { entity: "Balance", Billid: debt.statement, action: "carry" })).toHaveLength(1);
      };
      return { ...action(510, "restore", Id), holds };
    },
  };

  it("kill -9 at any moment under 8 clients: a part, a set-off, a correction, a giveback and a carry are done once, whoever asks again", async () => {
    const random = randomOf(KILLS);
    for (let round = 0; round < KILLS; round++) {
      const works: Work[] = [];
      for (const [kind, make] of Object.entries(KINDS))
        for (let n = 0; n < EACH; n++) works.push({ ...(await make()), key: `${kind}-${round}-${n}` });
      const todo = shuffled(works, random);
      let acknowledged = 0;
      const ask = ({ key, path, params }: Work): Promise<Told | null> => servers.call(boss, path, params, key).catch(() => null);
      const client = async () => {
        for (let work = todo.pop(); work !== undefined; work = todo.pop()) {
          while ((await ask(work))?.Code !== 200) await sleep(AGAIN_MS);
          acknowledged += 1;
        }
      };
      const clients = Array.from({ length: CLIENTS }, client);
      const moment = random(works.length - CLIENTS);
      while (acknowledged < moment) await sleep(1);
      await sleep(random(AGAIN_MS));
      const replaced = servers.replace(round % 2);
      await Promise.all([...clients, replaced]);
      for (const work of works) {
        expect(await ask(work), work.key).toMatchObject({ Code: 200 });
        expect(await servers.call(boss, work.path, work.params), work.key).toMatchObject({ Code: 409 });
        await work.holds();
      }
    }
    expect(await auditProblems(portal.database.kysely)).toEqual([]);
  });
});
