import { beforeAll, describe, expect, it } from "vitest";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import { contentTypeOf, headersOf } from "../../../src/server/features/payments/bank/dialect.ts";
import { DIALECTS } from "../../../src/server/features/payments/bank/dialects.ts";
import { forgetOldNotices } from "../../../src/server/features/payments/bank-notice.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { EXPIRED, SHOP } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { seenBills } from "../money/fixtures/pay-world.ts";
import { fillBankWorld, MERCHANT, makeBill, OTHER_ACCOUNT, put } from "./fixtures/bank-world.ts";
import { callBack, NOW_SECONDS } from "./fixtures/callback.ts";
import { takeUp } from "./fixtures/take-up.ts";
import { startTestSandbox, type TestSandbox } from "./fixtures/test-sandbox.ts";

const DAY_MS = 86_400_000;

describeEngine("what a bank, or somebody in its name, may try", (open) => {
  let portal: Portal;
  let sandbox: TestSandbox;
  let admin: string;
  beforeAll(async () => {
    sandbox = await startTestSandbox();
    portal = await openPortal({ open, fill: fillBankWorld, bank: sandbox.bank });
    admin = await signIn(portal, "admin");
  });

  const bill = (cents: bigint, more: Row = {}) => makeBill(portal.database, portal.registry, cents, more);
  const rows = (name: string, match: Row): Promise<readonly Row[]> => {
    const entity = portal.registry.entities[name];
    if (!entity) throw new Error(name);
    return portal.database.kysely.transaction().execute((trx) => sqlStore(trx, SHOP).find(entity, match));
  };
  const statu = async (Id: number) => (await rows("BalancePay", { Id }))[0]?.Statu;
  const pay = async (ids: number | readonly number[], path = "ZSPay/Pay", token = admin) =>
    call(portal, token, path, typeof ids === "number" ? { ids: String(ids) } : await seenBills(portal.database, ids));
  const check = (id: number) => call(portal, admin, "ZSPay/PayCheck", { id: String(id) });
  const started = async (cents: bigint) => {
    const made = await bill(cents);
    const { transid } = (await pay(made.id)).Result.results[0] as { transid: string };
    return { ...made, transid, statu: () => statu(made.id) };
  };
  const verdicts = async (transid: string) => {
    const found = portal.database.kysely.selectFrom("_bank_notice").select("verdict").where("transid", "=", transid).orderBy("at");
    return (await found.execute()).map(({ verdict }) => verdict);
  };

  describe("a callback that was not taken may be told again in the same bytes", () => {
    it("and is refused as before: an unknown number, another amount", async () => {
      const { transid, statu } = await started(10_00n);
      const wrong = { transid, state: "success", amount: 11_00n } as const;
      const unknown = { transid: "ZS-NOBODY", state: "success", amount: 11_00n } as const;
      for (const told of [wrong, unknown]) {
        const nonce = `again-${told.transid}`;
        for (let time = 0; time < 3; time++)
          expect(await callBack(portal, sandbox, "ZSPay", told, { nonce })).toMatchObject({ status: 200, isTaken: false });
        const crowd = Array.from({ length: 10 }, () => callBack(portal, sandbox, "ZSPay", told, { nonce }));
        for (const answer of await Promise.all(crowd)) expect(answer).toMatchObject({ status: 200, isTaken: false });
      }
      expect(await verdicts(transid)).toEqual(Array.from({ length: 13 }, () => "wrongAmount"));
      expect(await verdicts("ZS-NOBODY")).toEqual(Array.from({ length: 13 }, () => "unknownTransid"));
      expect(await statu()).toBe(25);
    });

    it("and is taken once the document takes it", async () => {
      const { id, transid, statu, BalaBillid } = await started(12_00n);
      const told = { transid, state: "success", amount: 12_00n } as const;
      const nonce = `healed-${transid}`;
      const statements = portal.database.kysely.updateTable("balance").where("Billid", "=", BalaBillid);
      await statements.set({ Statu: 10 }).execute();
      for (let time = 0; time < 2; time++)
        expect(await callBack(portal, sandbox, "ZSPay", told, { nonce })).toMatchObject({ status: 200, isTaken: false });
      expect(await statu()).toBe(25);
      expect(await rows("PayRecord", { transid })).toMatchObject([{ result: 0 }]);
      const messages = await rows("Message", { entity: "BalancePay", bllid: String(id), side: "shop" });
      expect(messages.filter(({ content }) => String(content).includes("银行结果为成功，但单据未能更新"))).toHaveLength(1);
      await statements.set({ Statu: 25 }).execute();
      expect((await callBack(portal, sandbox, "ZSPay", told, { nonce })).isTaken).toBe(true);
      expect(await statu()).toBe(50);
      expect(await verdicts(transid)).toEqual(["refused", "refused", "settled"]);
    });
  });

  it("an amount in any other spelling than whole 分 is not understood", async () => {
    const { transid, statu } = await started(1000_00n);
    const texts = [
      "1000.050",
      "100000.00",
      "1e5",
      "+100000",
      " 100000",
      "0100000",
      "0x186a0",
      "１０００００",
      "100,000",
      "NaN",
      "",
      "1".repeat(30),
    ];
    const json = (amount: unknown) => JSON.stringify({ outTradeNo: transid, status: "S", amount, subMchNo: "DEMO0000000001" });
    const bodies = [...texts.map(json), ...[100000, null, ["100000"], { a: "100000" }, true].map(json)];
    for (const body of [
      ...bodies,
      "[]",
      "null",
      '"x"',
      `{"status":"S"}`,
      json("100000").replace(transid, "../../x"),
      json("100000").slice(0, -1),
    ])
      expect(await callBack(portal, sandbox, "ZSPay", { transid, state: "success", amount: 1n }, { body }), body).toMatchObject({
        status: 200,
        isTaken: false,
      });
    expect(await verdicts(transid)).toEqual([]);
    expect(await statu()).toBe(25);
    expect((await callBack(portal, sandbox, "ZSPay", { transid, state: "success", amount: 1000_00n })).isTaken).toBe(true);
  });

  it("a signature holds for one channel, path, merchant and time, in one spelling of its headers", async () => {
    const { transid, statu } = await started(13_00n);
    const right = { transid, state: "success", amount: 13_00n } as const;
    for (const at of [NOW_SECONDS - 301, NOW_SECONDS + 301, Number.NaN, -1, 1e13])
      expect(await callBack(portal, sandbox, "ZSPay", right, { at }), String(at)).toMatchObject({ status: 401 });
    for (const nonce of ["", "short", "x".repeat(65), "with space", "semi;colon"])
      expect(await callBack(portal, sandbox, "ZSPay", right, { nonce }), nonce).toMatchObject({ status: 401 });
    const names = headersOf(DIALECTS.ZSPay);
    const twice = await portal.app.inject({
      method: "POST",
      url: "/callback/ZSPay?outTradeNo=x",
      payload: "{}",
      headers: { "content-type": contentTypeOf(DIALECTS.ZSPay), [names.signature]: "0".repeat(64), [names.merchant]: "SANDBOX" },
    });
    expect(twice.statusCode).toBe(401);
    expect(await statu()).toBe(25);
    // At the edge of what clocks may differ by, it is taken.
    expect(await callBack(portal, sandbox, "ZSPay", right, { at: NOW_SECONDS - 300 })).toMatchObject({ status: 200, isTaken: true });
  });

  it("words of any length and kind do not keep an outcome from being written", async () => {
    for (const [state, left] of [
      ["success", 50],
      ["failed", 20],
    ] as const) {
      const { transid, statu } = await started(13_00n);
      const words = `\u0000\n<script>alert(1)</script>${"😀".repeat(3000)}`;
      const fields = { outTradeNo: transid, status: DIALECTS.ZSPay.states[state], amount: "1300", subMchNo: MERCHANT };
      const body = JSON.stringify({ ...fields, tradeNo: "N".repeat(900), statusDesc: words, unheardOf: words.slice(0, 100) });
      expect((await callBack(portal, sandbox, "ZSPay", { transid, state, amount: 13_00n }, { body })).isTaken).toBe(true);
      expect(await statu()).toBe(left);
      const [record] = await rows("PayRecord", { transid });
      expect(String(record?.message)).toMatch(/^ {2}<script>alert\(1\)<\/script>😀+/);
    }
  });

  it("an old number says nothing about the payment that came after it", async () => {
    const first = await started(14_00n);
    const failed = { transid: first.transid, state: "failed", amount: 14_00n } as const;
    await callBack(portal, sandbox, "ZSPay", failed, { nonce: "first-failure" });
    expect(await first.statu()).toBe(20);
    const { transid } = (await pay(first.id)).Result.results[0];
    for (const manner of [{ nonce: "first-failure" }, {}]) await callBack(portal, sandbox, "ZSPay", failed, manner);
    expect(await first.statu()).toBe(25);
    await callBack(portal, sandbox, "ZSPay", { ...failed, state: "success" });
    expect(await first.statu()).toBe(25);
    expect(await verdicts(first.transid)).toEqual(["settled", "replayed", "repeated", "contradiction"]);
    await callBack(portal, sandbox, "ZSPay", { transid, state: "success", amount: 14_00n });
    for (const told of [failed, { ...failed, transid }]) await callBack(portal, sandbox, "ZSPay", told);
    expect(await first.statu()).toBe(50);
    expect((await rows("PayRecord", { Billid: first.Billid })).map(({ result }) => result)).toEqual([-1, 1]);
  });

  it("the callback may come before the answer to the order", async () => {
    const { id, Billid } = await bill(15_00n);
    await sandbox.control({ delayMs: 700 });
    const answer = pay(id);
    const intent = portal.database.kysely.selectFrom("_pay_intent").select("transid").where("Billid", "=", Billid);
    await expect.poll(() => intent.executeTakeFirst()).toBeDefined();
    const transid = String((await intent.executeTakeFirst())?.transid);
    expect((await callBack(portal, sandbox, "ZSPay", { transid, state: "success", amount: 15_00n })).isTaken).toBe(true);
    expect(await statu(id)).toBe(50);
    expect((await answer).Code).toBe(200);
    await sandbox.control({ delayMs: 0 });
    expect([await statu(id), await verdicts(transid)]).toEqual([50, ["settled"]]);
  });

  it("a bank that does not know the number yet is told once more, and the payment is not given up", async () => {
    const { id } = await bill(16_00n);
    await sandbox.control({ fail: 1 });
    const { transid } = (await pay(id)).Result.results[0];
    expect((await callBack(portal, sandbox, "ZSPay", { transid, state: "unknown", amount: 16_00n })).isTaken).toBe(true);
    expect(await statu(id)).toBe(25);
    await check(id);
    expect(await statu(id)).toBe(25);
    for (let time = 0; time < 2; time++) await takeUp(portal, sandbox, transid);
    expect(await statu(id)).toBe(50);
    expect(
      sandbox
        .ledger()
        .filter((event) => event.transid === transid)
        .map(({ kind }) => kind),
    ).toEqual(["ordered", "paid"]);
  });

  it("asking for a payment does not wait for whoever settles it just now", async () => {
    const parts = [await bill(17_00n), await bill(18_00n), await bill(19_00n)];
    const [{ transid }] = (
      await pay(
        parts.map(({ id }) => id),
        "ZSPay/MergePay",
      )
    ).Result.results;
    const told = { transid, state: "success", amount: 54_00n } as const;
    if (portal.database.kind === "postgres") {
      // What settles holds the order and goes on to the bills: a question that holds a bill and wants the order would close the circle.
      await portal.database.kysely.transaction().execute(async (trx) => {
        await trx.selectFrom("_pay_intent").select("transid").where("transid", "=", transid).forUpdate().execute();
        expect(await check(parts[0]?.id ?? 0)).toMatchObject({ Code: 200, Result: { results: [{ Statu: 25 }] } });
      });
    }
    const answers = await Promise.all([...parts.map(({ id }) => check(id)), callBack(portal, sandbox, "ZSPay", told)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { id } of parts) expect(await statu(id)).toBe(50);
  });

  it("what a bank has said can be neither changed nor removed; strangers' knocking is forgotten in time", async () => {
    const { transid } = await started(27_00n);
    const told = { transid, state: "processing", amount: 27_00n } as const;
    await callBack(portal, sandbox, "ZSPay", told);
    await callBack(portal, sandbox, "ZSPay", told, { secret: "not-the-secret-at-all" });
    const { kysely } = portal.database;
    await expect(kysely.updateTable("_bank_notice").set({ verdict: "settled" }).execute()).rejects.toMatchObject({ code: "42501" });
    await expect(kysely.deleteFrom("_bank_notice").where("transid", "=", transid).execute()).rejects.toMatchObject({ code: "42501" });
    const unsigned = () => kysely.selectFrom("_bank_notice").select("id").where("verdict", "=", "unsigned").execute();
    await forgetOldNotices(kysely, new Date(Date.now() + 89 * DAY_MS));
    expect((await unsigned()).length).toBeGreaterThan(0);
    await forgetOldNotices(kysely, new Date(Date.now() + 91 * DAY_MS));
    expect(await unsigned()).toEqual([]);
    expect(await verdicts(transid)).toEqual(["pending"]);
  });

  describe("a user", () => {
    it("who hides a bill of somebody else among his own gets nothing done", async () => {
      const own = [await bill(20_00n), await bill(21_00n)];
      const [{ Id: foreign = 0 } = {}] = await portal.database.kysely.transaction().execute((trx) => {
        const entity = portal.registry.entities.BalancePay;
        if (!entity) throw new Error("no bills");
        const row = { provid: "103001", Billid: "FK202506300001", busdate: "2025-06-30", Statu: 20, TotalMoney: 1n, Bala_sum: 100_00n };
        return sqlStore(trx, EXPIRED).insert(entity, [row]);
      });
      const ids = own.map(({ id }) => id);
      const lists = [0, 1, 2].map((place) => ids.toSpliced(place, 0, Number(foreign)));
      for (const path of [
        "ZSPay/Pay",
        "ZSPay/MergePay",
        "ZSPay/PayCheck",
        "KingDeePay/Pay",
        "BalancePay/MergeBll",
        "BalancePay/ConfirmPay",
      ]) {
        for (const list of lists) {
          const answer = await call(portal, admin, path, { ids: String(list), to: "50" });
          expect(answer, `${path} ${String(list)}`).toMatchObject({ Code: 404, Msg: "数据不存在或无权查看" });
        }
      }
      for (const id of ids) expect(await rows("BalancePay", { Id: id })).toMatchObject([{ Statu: 20, rowver: 1, FathId: null }]);
    });

    it("needs the right to merge for a merging payment, and the right to pay for any", async () => {
      const groups = { payer: "query,pay,bankpay", merger: "query,merge,bankpay" };
      for (const [GroupId, Funcs] of Object.entries(groups)) {
        await put(portal.database, portal.registry, "UserGroup", {
          GroupId,
          GroupName: GroupId,
          UserKind: "retail",
          allModules: false,
          statu: 1,
        });
        await put(portal.database, portal.registry, "GroupModule", { GroupId, MdlId: 503, Funcs });
      }
      const [a, b] = [await bill(22_00n, { attachurl: "/uploads/a/b.png" }), await bill(23_00n, { attachurl: "/uploads/a/b.png" })];
      const as = async (GroupId: string) => {
        await portal.database.kysely
          .updateTable(portal.registry.entities.User?.table ?? "")
          .set({ GroupId })
          .where("USER_ID", "=", "clerk")
          .execute();
        return signIn(portal, "clerk");
      };
      const NO_RIGHT = { Code: 403, Msg: "没有操作权限" };
      expect(await pay([a.id, b.id], "ZSPay/MergePay", await as("payer"))).toMatchObject(NO_RIGHT);
      expect(await pay([a.id, b.id], "ZSPay/MergePay", await as("merger"))).toMatchObject({ Code: 403 });
      expect(await pay(a.id, "ZSPay/Pay", await as("merger"))).toMatchObject(NO_RIGHT);
      expect([await statu(a.id), await statu(b.id)]).toEqual([20, 20]);
      expect(await pay(a.id, "ZSPay/Pay", await as("payer"))).toMatchObject({ Code: 200 });
    });

    it("who has changed a bill's account gets the merged payment there, or none", async () => {
      const [a, b, c] = [
        await bill(24_00n, { BankAcct: OTHER_ACCOUNT }),
        await bill(25_00n, { BankAcct: OTHER_ACCOUNT }),
        await bill(26_00n),
      ];
      expect(await pay([a.id, c.id], "ZSPay/MergePay")).toMatchObject({
        Code: 422,
        Msg: `只能合并收款账号相同的付款单（${c.Billid}），请先修改付款信息，或分别支付`,
      });
      expect(await rows("BalancePay", { Id: a.id })).toMatchObject([{ Statu: 20, FathId: null }]);
      // Merged by an earlier version, which let them pass.
      const [d, e] = [await bill(27_00n, { FathId: "HB-OLD", BankAcct: OTHER_ACCOUNT }), await bill(28_00n, { FathId: "HB-OLD" })];
      const father = { provid: "102001", Provider: "x", Billid: "HB-OLD", Statu: 20, PayWay: 2, busdate: "2025-06-29" };
      const { Id } = await put(portal.database, portal.registry, "BalancePayFath", father);
      expect(await call(portal, admin, "ZSPay/MergePay", { id: String(Id) })).toMatchObject({
        Code: 422,
        Msg: "合并的单据收款账号不一致，请取消合并后修改付款信息，或分别支付",
      });
      for (const { id } of [d, e]) expect(await statu(id)).toBe(20);
      const [{ transid }] = (await pay([a.id, b.id], "ZSPay/MergePay")).Result.results;
      expect(sandbox.ledger().find((event) => event.transid === transid)).toMatchObject({ partyAccount: OTHER_ACCOUNT });
      expect(await rows("PayRecord", { transid: `${transid}-1` })).toMatchObject([{ recvAcct: OTHER_ACCOUNT }]);
      await check(c.id);
    });
  });

  it("nothing of all this leaves a secret, a signature or an account in the log", async () => {
    const text = portal.log.join("");
    expect(text).toContain('"audit":"bank"');
    const { ZSPay, KingDeePay } = sandbox.keys;
    for (const secret of [ZSPay.secret, KingDeePay.secret, admin, "6200 0000", OTHER_ACCOUNT]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/[0-9a-f]{64}/);
  });
});
