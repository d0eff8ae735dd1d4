import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { verifyAudit } from "../../../src/server/tables/verify-events.ts";
import { openPortal, type Portal } from "../app/fixtures/portal.ts";
import { databaseUrl, openPostgres } from "../db/fixtures/test-database.ts";
import { auditProblems } from "./fixtures/audit-problems.ts";
import { fillPayWorld, PLAIN, putBill, SHOP, seenBills } from "./fixtures/pay-world.ts";
import { randomOf, shuffled } from "./fixtures/random.ts";
import { ROUNDS } from "./fixtures/rounds.ts";
import { type Servers, startServers, type Told } from "./fixtures/servers.ts";

const SERVERS = 4;
const AT_ONCE = 100;
const CLIENTS = 50;

// On PostgreSQL alone: the embedded engine runs everything in one session, and proves nothing here.
describe.skipIf(databaseUrl === undefined)("many clients, four server processes", () => {
  let database: Database;
  let portal: Portal;
  let servers: Servers;
  let boss: string;
  beforeAll(async () => {
    portal = await openPortal({ open: openPostgres, fill: fillPayWorld });
    database = portal.database;
    servers = await startServers(database, SERVERS);
    boss = await servers.signIn("boss175");
  });
  afterAll(() => servers.stop());
  const bill = (wanted: Parameters<typeof putBill>[2] = {}) => putBill(database, portal.registry, wanted);
  const codesOf = (answers: readonly Told[]) => {
    const counted: Record<number, number> = {};
    for (const { Code } of answers) counted[Code] = (counted[Code] ?? 0) + 1;
    return counted;
  };
  const records = async (billid: string) =>
    database.kysely.selectFrom("pay_record").select(["Pay_sum", "result"]).where("Billid", "=", billid).execute();
  const events = async (id: number, action: string) =>
    database.kysely
      .selectFrom("event_log")
      .select("Id")
      .where("entity", "=", "BalancePay")
      .where("bllid", "=", String(id))
      .where("action", "=", action)
      .execute();

  it(`${AT_ONCE} times 确认付款 on one bill: exactly one pays it (${ROUNDS} rounds)`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, Billid, statement } = await bill();
      const pay = () => servers.call(boss, "BalancePay/ConfirmPay", { ids: String(id), to: "50" });
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, pay));
      expect(codesOf(answers), `round ${round}`).toEqual({ 200: 1, 409: AT_ONCE - 1 });
      expect(await records(Billid)).toEqual([{ Pay_sum: "100005", result: 1 }]);
      expect(await events(id, "pay")).toHaveLength(1);
      const settled = await database.kysely.selectFrom("balance").select("Statu").where("Billid", "=", statement).execute();
      expect(settled).toEqual([{ Statu: 50 }]);
    }
  });

  it(`${AT_ONCE} times the same key: one effect, equal answers (${ROUNDS} rounds)`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, Billid } = await bill();
      const pay = () => servers.call(boss, "BalancePay/ConfirmPay", { ids: String(id), to: "50" }, `race-${Billid}`);
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, pay));
      expect(codesOf(answers), `round ${round}`).toEqual({ 200: AT_ONCE });
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
      expect(await records(Billid)).toHaveLength(1);
      expect(await events(id, "pay")).toHaveLength(1);
    }
  });

  it(`确认付款 against 删除附件: never paid without an attachment where one is needed (${ROUNDS * 10} rounds)`, async () => {
    const [clerk, admin] = [await servers.signIn("clerk"), await servers.signIn("admin")];
    await database.kysely
      .insertInto("attachment")
      .values({ SHOP_ID: SHOP, url: "/uploads/r/a.png", name: "a.png", mime: "image/png" })
      .execute();
    const ends = new Set<string>();
    for (let round = 0; round < ROUNDS * 10; round++) {
      const { id } = await bill({ shopId: SHOP });
      await database.kysely
        .updateTable("balance_pay")
        .set({ attachurl: "/uploads/r/a.png", attachside: "shop" })
        .where("SHOP_ID", "=", SHOP)
        .where("Id", "=", id)
        .execute();
      const pay = () => servers.call(clerk, "BalancePay/ConfirmPay", { ids: String(id), to: "50" });
      const remove = () => servers.call(admin, "BalancePay/DeleteAttach", { Id: String(id) });
      const answers = await Promise.all(round % 2 === 0 ? [pay(), remove(), pay(), remove()] : [remove(), pay(), remove(), pay()]);
      const [row] = await database.kysely.selectFrom("balance_pay").select(["Statu", "attachurl"]).where("Id", "=", id).execute();
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      expect(row?.Statu === 50 && row.attachurl === null, `round ${round}`).toBe(false);
      expect(row?.Statu === 20 && row.attachurl !== null, `round ${round}`).toBe(false);
      ends.add(String(row?.Statu));
    }
    expect(ends.size).toBeGreaterThan(0);
  });

  it(`overlapping merges, their payment and their end from ${CLIENTS} clients: no bill is paid twice, nobody sees a deadlock`, async () => {
    const bills = await Promise.all(Array.from({ length: 40 }, (_, n) => bill({ cents: BigInt(100 + n) })));
    const answers: Told[] = [];
    const client = async (n: number) => {
      const random = randomOf(n + 1);
      const ask = async (path: string, params: Readonly<Record<string, string>>) => {
        const told = await servers.call(boss, `BalancePay/${path}`, params);
        answers.push(told);
        return told;
      };
      for (let round = 0; round < ROUNDS; round++) {
        const ids = shuffled(bills, random)
          .slice(0, 2 + random(4))
          .map(({ id }) => id);
        const { Code, Result } = await ask("MergeBll", await seenBills(database, ids));
        const single = String(bills[random(bills.length)]?.id);
        if (Code !== 200) await ask("ConfirmPay", { ids: single, to: "50" });
        else if (random(3) === 0) await ask("ConfirmPay", { ids: String(Result.id), to: "50", fath: "1" });
        else
          await Promise.all([
            ask("DelPayfath", { id: String(Result.id) }),
            ask("ConfirmPay", { ids: String(Result.id), to: "50", fath: "1" }),
          ]);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)));

    expect(Object.keys(codesOf(answers)).filter((code) => !["200", "404", "409", "422"].includes(code))).toEqual([]);
    expect(answers.filter(({ Msg }) => Msg.includes("正被他人修改"))).toEqual([]);
    const rows = await database.kysely
      .selectFrom("balance_pay")
      .select(["Id", "Billid", "Statu", "FathId", "Pay_sum", "Bala_sum"])
      .where("SHOP_ID", "=", PLAIN)
      .execute();
    for (const { id, Billid } of bills) {
      const row = rows.find((each) => each.Billid === Billid);
      expect(await records(Billid), Billid).toHaveLength(row?.Statu === 50 ? 1 : 0);
      expect((await events(id, "pay")).length + (await events(id, "mergedpay")).length).toBe(row?.Statu === 50 ? 1 : 0);
      expect(row?.Pay_sum).toBe(row?.Statu === 50 ? row?.Bala_sum : "0");
    }
    const fathers = await database.kysely.selectFrom("balance_pay_fath").select(["Billid", "Statu", "Pay_sum"]).execute();
    for (const { Billid, Statu, Pay_sum } of fathers) {
      const children = rows.filter(({ FathId }) => FathId === Billid);
      expect(children.length, String(Billid)).toBeGreaterThanOrEqual(2);
      expect(children.every((child) => child.Statu === Statu)).toBe(true);
      if (Statu === 50) expect(Pay_sum).toBe(String(children.reduce((sum, child) => sum + BigInt(String(child.Pay_sum)), 0n)));
    }
    // A bill names a merged one that is there, or none.
    const known = new Set(fathers.map(({ Billid }) => Billid));
    expect(rows.filter(({ FathId }) => FathId !== null && !known.has(FathId))).toEqual([]);
    expect(codesOf(answers)[200]).toBeGreaterThan(0);
  });

  it("the chains of the event log hold after all of it", async () => {
    const { chains } = await verifyAudit(database.kysely, portal.registry);
    expect(chains.length).toBeGreaterThan(0);
    expect(await auditProblems(database.kysely)).toEqual([]);
  });
});
