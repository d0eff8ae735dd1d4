import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { FORM, form } from "../app/fixtures/portal.ts";
import { PASSWORD, SHOP } from "../app/fixtures/world.ts";
import { databaseUrl } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { auditProblems } from "../money/fixtures/audit-problems.ts";
import { seenBills } from "../money/fixtures/pay-world.ts";
import { ROUNDS } from "../money/fixtures/rounds.ts";
import { makeBill, OTHER_ACCOUNT, put, SUPPLIER } from "./fixtures/bank-world.ts";
import { type CrashWorld, openCrashWorld } from "./fixtures/crash-world.ts";

const SERVERS = 4;
const OLD_ACCOUNT = "6200 0000 0001";
const NEW_ACCOUNT = OTHER_ACCOUNT;

interface Told {
  readonly status: number;
  readonly Code: number;
  readonly Msg: string;
  readonly Result: { readonly id?: number; readonly results?: readonly { readonly id: number; readonly transid?: string }[] } | null;
}

describe.skipIf(databaseUrl === undefined)("a bank payment against everything else, four server processes", { timeout: 600_000 }, () => {
  let world: CrashWorld;
  let addresses: string[];
  let [admin, clerk] = ["", ""];
  const answers: Told[] = [];
  beforeAll(async () => {
    // Each callback twice and soon, replies late: callbacks, replies, questions and reconcilers meet.
    world = await openCrashWorld(databaseUrl ?? "", registry, {
      SANDBOX_CALLBACK_MS: "20",
      SANDBOX_CALLBACK_TIMES: "2",
      SANDBOX_DELAY_MS: "40",
    });
    addresses = [];
    for (let n = 0; n < SERVERS; n++) addresses.push((await world.startServer()).address);
    await put(world.database, registry, "GroupModule", { GroupId: "clerk", MdlId: 503, Funcs: "query,pay,bankpay,delurl" });
    [admin, clerk] = [await signIn("admin"), await signIn("clerk")];
  });
  afterAll(() => world?.close());

  let turn = 0;
  const next = () => addresses[turn++ % SERVERS] ?? "";
  const post = async (path: string, params: Readonly<Record<string, string>>, token = admin, key?: string): Promise<Told> => {
    const headers = { ...FORM, authorization: token, ...(key !== undefined && { "idempotency-key": key }) };
    const answer = await fetch(`${next()}/api/${path}`, { method: "POST", headers, body: form(params) });
    const told = { status: answer.status, ...((await answer.json()) as Omit<Told, "status">) };
    answers.push(told);
    return told;
  };
  const signIn = async (username: string): Promise<string> => {
    const body = form({ grant_type: "password", username, password: PASSWORD });
    const answer = await fetch(`${next()}/connect/token`, { method: "POST", headers: FORM, body });
    return String(((await answer.json()) as { access_token?: string }).access_token);
  };
  const find = (name: string, match: Row): Promise<readonly Row[]> => {
    const entity = registry.entities[name];
    if (!entity) throw new Error(name);
    return world.database.kysely.transaction().execute((trx) => sqlStore(trx, SHOP).find(entity, match));
  };
  const bill = (cents = 100_00n, more: Row = {}) => makeBill(world.database, registry, cents, more);
  const statuOf = async (Id: number) => (await find("BalancePay", { Id }))[0]?.Statu;
  const seen = (bills: readonly { readonly id: number }[]) =>
    seenBills(
      world.database,
      bills.map(({ id }) => id),
    );
  const times = <T>(count: number, work: () => Promise<T>): Promise<T>[] => Array.from({ length: count }, work);
  const intentsOf = (Billid: string) => world.database.kysely.selectFrom("_pay_intent").selectAll().where("Billid", "=", Billid).execute();
  const good = (told: readonly Told[]) => told.filter(({ Code }) => Code === 200).length;
  /** Until the bank has answered everything. */
  const settled = async () => {
    const open = async () =>
      (await world.database.kysely.selectFrom("_pay_intent").select("transid").where("state", "=", "open").execute()).length;
    await expect.poll(open, { interval: 100 }).toBe(0);
  };

  it(`银行支付 against itself and against 确认付款: one of them pays (${ROUNDS} rounds)`, async () => {
    const ways = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const { id, Billid } = await bill();
      const [byBank, byHand] = [
        () => post("ZSPay/Pay", { id: String(id) }),
        () => post("BalancePay/ConfirmPay", { ids: String(id), to: "50" }),
      ];
      const [banks, hands] = await Promise.all([Promise.all(times(12, byBank)), Promise.all(times(round % 2 === 0 ? 12 : 0, byHand))]);
      expect([good(banks) + good(hands)], `round ${round}`).toEqual([1]);
      expect(await intentsOf(Billid)).toHaveLength(good(banks));
      ways.add(good(banks) === 1 ? "bank" : "hand");
    }
    expect(ways.has("bank")).toBe(true);
  });

  it(`银行支付 with one key from everywhere: one order, equal answers (${ROUNDS} rounds)`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, Billid } = await bill();
      const told = await Promise.all(times(20, () => post("ZSPay/Pay", { id: String(id) }, admin, `wish-${id}`)));
      expect(new Set(told.map((one) => JSON.stringify(one))).size, `round ${round}`).toBe(1);
      expect([good(told), (await intentsOf(Billid)).length]).toEqual([20, 1]);
    }
  });

  it(`银行支付 against merging, its payment and its end (${ROUNDS} rounds)`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const bills = [await bill(10_00n), await bill(20_00n), await bill(30_05n)];
      const one = bills[round % 3];
      const dissolve = async () => {
        const { Code, Result } = await post("BalancePay/MergeBll", await seen(bills.slice(0, 2)));
        if (Code !== 200) return;
        const id = String(Result?.id);
        await Promise.all([post("BalancePay/DelPayfath", { id }), post("ZSPay/MergePay", { id }), post("KingDeePay/MergePay", { id })]);
      };
      const [all, reversed] = [await seen(bills), await seen(bills.toReversed())];
      await Promise.all([
        dissolve(),
        post("ZSPay/MergePay", all),
        post("KingDeePay/MergePay", reversed),
        post("ZSPay/Pay", { id: String(one?.id) }),
        dissolve(),
        ...bills.map(({ id }) => post("ZSPay/PayCheck", { id: String(id) })),
      ]);
    }
    await settled();
  });

  it(`银行支付 against 修改付款信息: the money goes to the account that the bill shows (${ROUNDS} rounds)`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, Billid } = await bill();
      const update = () => post("BalancePay/UpdateInfo", { id: String(id), BankAcct: NEW_ACCOUNT, BankName: "示例银行" });
      const pay = () => post("ZSPay/Pay", { id: String(id) });
      await Promise.all(round % 2 === 0 ? [pay(), update()] : [update(), pay(), update()]);
      const [row] = await find("BalancePay", { Id: id });
      expect(await intentsOf(Billid), `round ${round}`).toMatchObject([{ party_account: row?.BankAcct ?? OLD_ACCOUNT }]);
    }
  });

  it(`银行支付 against 删除附件: nothing goes to the bank without the attachment it needs (${ROUNDS * 2} rounds)`, async () => {
    await put(world.database, registry, "Attachment", { url: "/uploads/r/a.png", name: "a.png", mime: "image/png" });
    for (let round = 0; round < ROUNDS * 2; round++) {
      const { id, Billid } = await bill(100_00n, { attachurl: "/uploads/r/a.png", attachside: "shop" });
      const pay = () => post("ZSPay/Pay", { id: String(id) }, clerk);
      const remove = () => post("BalancePay/DeleteAttach", { Id: String(id) });
      const told = await Promise.all(round % 2 === 0 ? [pay(), remove()] : [remove(), pay()]);
      const paid = told[round % 2 === 0 ? 0 : 1];
      expect(await intentsOf(Billid), `round ${round}`).toHaveLength(paid?.Code === 200 ? 1 : 0);
      // Taken away after the payment began, or before and refused; the payment itself has seen it.
      const events = await find("EventLog", { entity: "BalancePay", bllid: String(id) });
      const actions = events.map(({ action }) => action);
      if (paid?.Code === 200 && actions.includes("detach")) expect(actions.indexOf("bankpay")).toBeLessThan(actions.indexOf("detach"));
    }
  });

  it(`callbacks, questions and reconcilers at once: one outcome (${ROUNDS} rounds)`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const parts = [await bill(40_00n), await bill(60_01n)];
      const single = await bill(70_00n);
      const both = await seen(parts);
      await Promise.all([post("ZSPay/MergePay", both), post("KingDeePay/Pay", { id: String(single.id) })]);
      const all = [...parts, single];
      const ask = () => Promise.all(all.map(({ id }) => post("ZSPay/PayCheck", { id: String(id) })));
      for (let again = 0; again < 3; again++) await Promise.all([ask(), ask(), ask()]);
      await settled();
      expect([await statuOf(parts[0]?.id ?? 0), await statuOf(parts[1]?.id ?? 0), await statuOf(single.id)]).toEqual([20, 20, 50]);
      const events = await find("EventLog", { entity: "BalancePay", bllid: String(single.id) });
      expect(events.filter(({ action }) => action === "bankpaid")).toHaveLength(1);
    }
  });

  it("after all of it: nothing was paid twice, the books agree, nobody saw a failure, and the chains hold", async () => {
    await settled();
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers.filter(({ Code }) => ![200, 404, 409, 422].includes(Code))).toEqual([]);
    expect(answers.filter(({ Msg }) => Msg.includes("正被他人修改"))).toEqual([]);
    const paid = world.ledger().filter(({ kind }) => kind === "paid");
    expect(new Set(paid.map(({ subject }) => subject)).size).toBe(paid.length);
    const bills = await find("BalancePay", { provid: SUPPLIER });
    expect(bills.filter(({ Statu }) => Statu === 25)).toEqual([]);
    let byBank = 0n;
    for (const { Billid, Statu, Pay_sum, Bala_sum } of bills) {
      const done = await find("PayRecord", { Billid: Billid ?? null, result: 1 });
      expect([done.length, Pay_sum], String(Billid)).toEqual(Statu === 50 ? [1, Bala_sum] : [0, 0n]);
      for (const { PayWay, Pay_sum: sum } of done) if (PayWay === 2 || PayWay === 3) byBank += BigInt(sum as bigint);
    }
    expect(byBank).toBe(paid.reduce((total, { amount }) => total + BigInt(amount), 0n));
    expect(await find("PayRecord", { result: 0 })).toEqual([]);
    const attention = world.database.kysely.selectFrom("_pay_intent").select("transid").where("attention", "is not", null);
    expect(await attention.execute()).toEqual([]);
    expect(await auditProblems(world.database.kysely)).toEqual([]);
  });
});
