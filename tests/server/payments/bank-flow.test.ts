import { beforeAll, describe, expect, it } from "vitest";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import { startReconciler } from "../../../src/server/features/payments/reconciler.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { fetchFile } from "../app/fixtures/uploads.ts";
import { EXPIRED, SHOP } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { seenBills } from "../money/fixtures/pay-world.ts";
import { fillBankWorld, MERCHANT, makeBill } from "./fixtures/bank-world.ts";
import { callBack } from "./fixtures/callback.ts";
import { takeUp } from "./fixtures/take-up.ts";
import { startTestSandbox, type TestSandbox } from "./fixtures/test-sandbox.ts";

/** So long nobody takes an order up. */
const FAR = new Date(Date.now() + 50 * 60_000);

describeEngine("payment by bank", (open) => {
  let portal: Portal;
  let sandbox: TestSandbox;
  let admin: string;
  beforeAll(async () => {
    sandbox = await startTestSandbox();
    portal = await openPortal({ open, fill: fillBankWorld, bank: sandbox.bank });
    admin = await signIn(portal, "admin");
  });

  const bill = (cents: bigint, more: Row = {}) => makeBill(portal.database, portal.registry, cents, more);
  const rows = async (name: string, match: Row): Promise<readonly Row[]> => {
    const entity = portal.registry.entities[name];
    if (!entity) throw new Error(name);
    return portal.database.kysely.transaction().execute((trx) => sqlStore(trx, SHOP).find(entity, match));
  };
  const row = async (name: string, match: Row): Promise<Row> => (await rows(name, match))[0] ?? {};
  const pay = async (ids: number | readonly number[], path = "ZSPay/Pay", headers = {}) =>
    call(portal, admin, path, typeof ids === "number" ? { ids: String(ids) } : await seenBills(portal.database, ids), { headers });
  const check = (id: number, path = "ZSPay/PayCheck", more = {}) => call(portal, admin, path, { id: String(id), ...more });
  const intents = () => portal.database.kysely.selectFrom("_pay_intent").selectAll();
  const intentOf = (transid: string) => intents().where("transid", "=", transid).executeTakeFirstOrThrow();
  const notices = async (transid: string) => {
    const found = portal.database.kysely.selectFrom("_bank_notice").select("verdict").where("transid", "=", transid).orderBy("at");
    return (await found.execute()).map(({ verdict }) => verdict);
  };
  const booked = (transid: string, kind: string) =>
    sandbox.ledger().filter((event) => event.transid === transid && event.kind === kind).length;

  describe("paying by bank", () => {
    it("hands a bill to the bank, writes its record, and settles it at the first poll", async () => {
      const { id, Billid, BalaBillid } = await bill(1234_00n);
      const answer = await pay(id);
      expect(answer).toMatchObject({ status: 200, Code: 200 });
      const [{ transid }] = answer.Result.results;
      expect(answer.Result.results).toEqual([
        { id, Billid, transid: expect.stringMatching(/^ZS20250630[0-9A-F]{18}$/), Code: 200, Msg: "已提交银行处理" },
      ]);
      expect(await row("BalancePay", { Id: id })).toMatchObject({ Statu: 25, transid, PayWay: 2, payer: "名-admin" });
      expect(await row("Balance", { Billid: BalaBillid })).toMatchObject({ Statu: 25 });
      const record = {
        Billid,
        bllid: BalaBillid,
        Pay_sum: 1234_00n,
        PayWay: 2,
        Operate: 1,
        Sign: -1,
        recvAcct: "6200 0000 0001",
        payAcct: "6200 0000 9999",
      };
      expect(await row("PayRecord", { transid })).toMatchObject({ ...record, result: 0 });
      expect(await intentOf(transid)).toMatchObject({ state: "open", amount: "123400", account: MERCHANT, Billid });

      const checked = await check(id);
      expect(checked.Result.results).toEqual([{ id, Billid, Statu: 50, Code: 200, Msg: "" }]);
      expect(await row("BalancePay", { Id: id })).toMatchObject({ Statu: 50, Pay_sum: 1234_00n, transid, payer: "名-admin" });
      expect(await row("Balance", { Billid: BalaBillid })).toMatchObject({ Statu: 50 });
      expect(await row("BalancePlan", { BalaBillid })).toMatchObject({ stt: 7 });
      expect(await row("PayRecord", { transid })).toMatchObject({ result: 1, message: "交易成功", paytime: "2025-06-30 10:00:00" });
      expect(await intentOf(transid)).toMatchObject({ state: "success" });
      expect(booked(transid, "paid")).toBe(1);
      const events = await rows("EventLog", { entity: "BalancePay", bllid: String(id) });
      expect(events.map(({ action, USER_ID, reqkey }) => [action, USER_ID, action === "bankpaid" ? reqkey : ""])).toEqual([
        ["bankpay", "admin", ""],
        ["bankpaid", "@bank", transid],
      ]);
    });

    it("gives a bill back that the bank did not pay, and takes it again under another number", async () => {
      const { id } = await bill(500_01n);
      const first = (await pay(id)).Result.results[0].transid;
      expect((await check(id)).Result.results[0].Statu).toBe(20);
      expect(await row("BalancePay", { Id: id })).toMatchObject({ Statu: 20, transid: null, Pay_sum: 0n });
      expect(await row("PayRecord", { transid: first })).toMatchObject({ result: -1, message: "收款户名与账号不符，交易失败" });
      const second = (await pay(id)).Result.results[0].transid;
      expect(second).not.toBe(first);
      expect(booked(first, "paid") + booked(second, "paid")).toBe(0);
    });

    it("waits for a payment that lingers three polls long", async () => {
      const { id } = await bill(77_02n);
      await pay(id);
      const seen: number[] = [];
      for (let poll = 0; poll < 4; poll++) seen.push((await check(id)).Result.results[0].Statu);
      expect(seen).toEqual([25, 25, 25, 50]);
    });

    it("collects by KingDeePay Recieve alone, and pays by Pay alone", async () => {
      const [owed, due] = [await bill(-320_00n), await bill(320_00n)];
      expect(await pay(owed.id)).toMatchObject({ Code: 422, Msg: "应付金额小于零，请使用收款" });
      expect(await pay(due.id, "KingDeePay/Recieve")).toMatchObject({ Code: 422, Msg: "应付金额大于零，不能收款" });
      const { transid } = (await pay(owed.id, "KingDeePay/Recieve")).Result.results[0];
      expect(await row("PayRecord", { transid })).toMatchObject({ Sign: 1, Pay_sum: 320_00n, PayWay: 3, payAcct: "6200 0000 0001" });
      expect(
        (await call(portal, admin, "KingDeePay/PayCheckLst", { ids: `${owed.id},${due.id}` })).Result.results.map((one: Row) => one.Statu),
      ).toEqual([50, 20]);
      expect(await row("BalancePay", { Id: owed.id })).toMatchObject({ Statu: 50, Pay_sum: -320_00n });
      expect(sandbox.ledger().find((event) => event.transid === transid)).toMatchObject({
        kind: "ordered",
        direction: "receive",
        amount: "32000",
      });
    });

    it("pays merged bills as one: one order, a record each, all settled together", async () => {
      const [a, b] = [await bill(100_00n), await bill(50_05n)];
      const answer = await pay([a.id, b.id], "ZSPay/MergePay");
      expect(answer.Code, answer.Msg).toBe(200);
      const [{ id, transid, Billid }] = answer.Result.results;
      expect(await row("BalancePayFath", { Id: id })).toMatchObject({ Statu: 25, transid });
      expect(await intentOf(transid)).toMatchObject({ amount: "15005", parts: 2, entity: "BalancePayFath" });
      expect((await rows("BalancePay", { FathId: Billid })).map((one) => [one.Statu, one.transid])).toEqual([
        [25, transid],
        [25, transid],
      ]);
      // Asked by one of its bills.
      expect((await check(a.id)).Result.results[0].Statu).toBe(50);
      expect(await row("BalancePayFath", { Id: id })).toMatchObject({ Statu: 50, Pay_sum: 150_05n });
      expect((await rows("BalancePay", { FathId: Billid })).map((one) => [one.Statu, one.Pay_sum])).toEqual([
        [50, 100_00n],
        [50, 50_05n],
      ]);
      const records = [await row("PayRecord", { transid: `${transid}-1` }), await row("PayRecord", { transid: `${transid}-2` })];
      expect(records.map((one) => [one.Billid, one.Pay_sum, one.result])).toEqual([
        [a.Billid, 100_00n, 1],
        [b.Billid, 50_05n, 1],
      ]);
      expect(booked(transid, "paid")).toBe(1);
      expect((await check(Number(id), "ZSPay/PayCheck", { fath: "1" })).Result.results).toEqual([
        { id, Billid, Statu: 50, Code: 200, Msg: "" },
      ]);
    });

    it("collects merged bills by KingDeePay MergeRecieve alone, whatever sign each of them has", async () => {
      const [a, b, c] = [await bill(-300_00n), await bill(100_00n), await bill(50_00n)];
      for (const path of ["ZSPay/MergePay", "KingDeePay/MergePay"])
        expect(await pay([a.id, b.id], path), path).toMatchObject({ Code: 422, Msg: "应付金额小于零，请使用收款" });
      expect(await pay([b.id, c.id], "KingDeePay/MergeRecieve")).toMatchObject({ Code: 422, Msg: "应付金额大于零，不能收款" });
      const [{ id, transid }] = (await pay([a.id, b.id], "KingDeePay/MergeRecieve")).Result.results;
      expect(await intentOf(transid)).toMatchObject({ amount: "20000", direction: "receive", parts: 2 });
      expect((await check(Number(id), "KingDeePay/PayCheckLst", { fath: "1" })).Result.results[0].Statu).toBe(50);
      expect(await row("BalancePayFath", { Id: id })).toMatchObject({ Pay_sum: -200_00n });
      const records = [await row("PayRecord", { transid: `${transid}-1` }), await row("PayRecord", { transid: `${transid}-2` })];
      expect(records.map(({ Sign, Pay_sum, result }) => [Sign, Pay_sum, result])).toEqual([
        [1, 300_00n, 1],
        [-1, 100_00n, 1],
      ]);
    });

    it("gives merged bills back together", async () => {
      const [a, b] = [await bill(10_00n), await bill(10_01n)];
      const [{ id, Billid }] = (await pay([a.id, b.id], "KingDeePay/MergePay")).Result.results;
      expect((await check(Number(id), "KingDeePay/PayCheckLst", { fath: "1" })).Result.results[0].Statu).toBe(20);
      expect((await rows("BalancePay", { FathId: Billid })).map((one) => [one.Statu, one.transid])).toEqual([
        [20, null],
        [20, null],
      ]);
      expect((await pay(Number(id), "KingDeePay/MergePay")).Code, "a bill alone is no merge").toBe(422);
      expect((await call(portal, admin, "KingDeePay/MergePay", { id: String(id) })).Code).toBe(200);
    });
  });

  describe("refusals", () => {
    it("name the first bill and leave all as they were", async () => {
      const [good, small, again] = [await bill(10_00n), await bill(99n), await bill(10_00n)];
      expect(await pay([good.id, small.id])).toMatchObject({ Code: 422, Msg: `金额低于支付渠道的单笔下限 1.00 元（${small.Billid}）` });
      expect(await row("BalancePay", { Id: good.id })).toMatchObject({ Statu: 20, rowver: 1, PayWay: null });
      const big = await bill(100_000_01n);
      expect(await pay(big.id)).toMatchObject({ Code: 422, Msg: "金额超过支付渠道的单笔上限 100000.00 元" });
      expect(await pay((await bill(0n)).id)).toMatchObject({ Code: 422, Msg: "应付金额为零，不能银行支付" });
      const nowhere = await bill(10_00n, { BankAcct: "" });
      expect(await pay(nowhere.id)).toMatchObject({ Code: 422, Msg: "收款账号为空，请先修改付款信息" });
      await pay(again.id);
      // The pay rule of this shop has one text for every bill that cannot be paid now (docs/decisions/44).
      expect(await pay(again.id)).toMatchObject({ Code: 422, Msg: "该单据未上传附件/没有支付权限" });
      expect(await pay((await bill(10_00n, { Isstop: true })).id)).toMatchObject({ Code: 422, Msg: "该供应商已停付" });
      expect(await pay(99_999_999)).toMatchObject({ Code: 404 });
      expect(await call(portal, admin, "ZSPay/Pay", {})).toMatchObject({ Code: 400 });
      expect(await call(portal, admin, "ZSPay/Pay", { ids: `${again.id},${good.id}`, rowver: "1" })).toMatchObject({ Code: 400 });
      expect(await call(portal, admin, "ZSPay/Pay", { id: String(good.id), rowver: "7" })).toMatchObject({ Code: 409 });
    });

    it("come from the channel: switched off, not the profile's, or not set up", async () => {
      const { id } = await bill(10_00n);
      const off = { Code: 422, Msg: "支付渠道未启用，请先在支付渠道配置中启用" };
      const configs = portal.database.kysely.updateTable("pay_config").where("PayWay", "=", 2);
      await configs.set({ statu: 0 }).execute();
      expect(await pay(id)).toMatchObject(off);
      await configs.set({ statu: 1 }).execute();
      const { registry } = portal;
      portal.changeRegistry({ ...registry, shopProfiles: { [SHOP]: "special" } });
      expect(await pay(id)).toMatchObject(off);
      portal.changeRegistry(registry);
      const bare = await openPortal({ fill: fillBankWorld });
      const other = await makeBill(bare.database, bare.registry, 10_00n);
      const refused = await call(bare, await signIn(bare, "admin"), "ZSPay/Pay", { id: String(other.id) });
      expect(refused).toMatchObject({ Code: 422, Msg: "支付渠道 ZSPay 的接口尚未配置" });
    });

    it("are for suppliers and for users without the right", async () => {
      const { id } = await bill(10_00n);
      for (const user of ["s1", "clerk"]) {
        const token = await signIn(portal, user);
        expect((await call(portal, token, "ZSPay/Pay", { id: String(id) })).Code).toBe(403);
        expect((await call(portal, token, "ZSPay/PayCheck", { id: String(id) })).Code).toBe(403);
      }
      expect((await call(portal, null, "ZSPay/Pay", { id: String(id) })).status).toBe(401);
    });
  });

  it("one key, one order: fifty times at once and again", async () => {
    const { id } = await bill(20_00n);
    const headers = { "idempotency-key": `bank-${id}` };
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(id, "ZSPay/Pay", headers)));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    await check(id);
    expect((await pay(id, "ZSPay/Pay", headers)).body).toBe(answers[0]?.body);
    expect(
      sandbox.ledger().filter(({ subject, kind }) => kind === "paid" && subject === answers[0]?.Result.results[0].Billid),
    ).toHaveLength(1);
  });

  it("twenty users at once: one order, the others are told that the bill has changed", async () => {
    const { id, Billid } = await bill(20_00n);
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(id)));
    expect(answers.map(({ Code }) => Code).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 422)]);
    expect((await intents().where("Billid", "=", Billid).execute()).length).toBe(1);
  });

  describe("when the bank is silent", () => {
    it.each([
      ["loses the reply", { lose: 1 }, 1],
      ["is out of order", { fail: 1 }, 0],
      ["signs falsely", { forge: 1 }, 1],
    ])("%s: the bill stays there, a look sends nothing, and it is settled, paid once", async (_title, fault, ordered) => {
      const { id } = await bill(30_00n);
      await sandbox.control(fault);
      const { transid } = (await pay(id)).Result.results[0];
      expect([await row("BalancePay", { Id: id }).then(({ Statu }) => Statu), booked(transid, "ordered")]).toEqual([25, ordered]);
      for (let poll = 0; poll < 2; poll++) await check(id);
      expect([(await row("BalancePay", { Id: id })).Statu, booked(transid, "ordered")]).toEqual([ordered === 1 ? 50 : 25, ordered]);
      for (let time = 0; time < 2; time++) await takeUp(portal, sandbox, transid);
      expect(await row("BalancePay", { Id: id })).toMatchObject({ Statu: 50 });
      expect([booked(transid, "ordered"), booked(transid, "paid")]).toEqual([1, 1]);
    });

    it("several reconcilers settle what is left, each payment once", async () => {
      await sandbox.control({ fail: 6 });
      const bills = await Promise.all(Array.from({ length: 6 }, () => bill(40_00n)));
      const started = await Promise.all(bills.map(({ id }) => pay(id)));
      await portal.database.kysely
        .updateTable("_pay_intent")
        .set({ next_try: new Date(0) })
        .where("state", "=", "open")
        .execute();
      const said: string[] = [];
      const base = { db: portal.database.kysely, registry: { current: () => portal.registry }, bank: sandbox.bank, now: () => new Date() };
      const stops = Array.from({ length: 3 }, () =>
        startReconciler({ ...base, registry: base.registry, everyMs: 30, log: (line) => void said.push(line) }),
      );
      const open = async () => (await intents().where("state", "=", "open").execute()).length;
      await expect.poll(open).toBe(0);
      for (const stop of stops) await stop();
      for (const { Result } of started) {
        const [{ transid, id }] = Result.results;
        expect([booked(transid, "ordered"), booked(transid, "paid")]).toEqual([1, 1]);
        expect(await row("BalancePay", { Id: id })).toMatchObject({ Statu: 50 });
      }
      expect(said).toEqual([]);
    });

    it("tells people after a quarter of an hour, once, and goes on", async () => {
      const { id, Billid } = await bill(41_00n);
      await sandbox.control({ fail: 3 });
      const { transid } = (await pay(id)).Result.results[0];
      const aged = portal.database.kysely.updateTable("_pay_intent").set({ created: new Date(Date.now() - 16 * 60_000) });
      await aged.where("transid", "=", transid).execute();
      await check(id);
      await check(id);
      const told = (await rows("Message", { entity: "BalancePay", bllid: String(id) })).filter(({ side }) => side === "shop");
      expect(told.map(({ title }) => title)).toEqual([`银行支付待核对：${Billid}`]);
      expect(portal.log.some((line) => line.includes(transid) && line.includes("no outcome"))).toBe(true);
      for (let time = 0; time < 2; time++) await takeUp(portal, sandbox, transid);
      expect(await row("BalancePay", { Id: id })).toMatchObject({ Statu: 50 });
    });
  });

  describe("callbacks", () => {
    const started = async (cents: bigint, path = "ZSPay/Pay") => {
      const made = await bill(cents);
      const { transid } = (await pay(made.id, path)).Result.results[0];
      return { ...made, transid, statu: async () => (await row("BalancePay", { Id: made.id })).Statu };
    };

    it.each(["ZSPay", "KingDeePay"] as const)("of %s settle, in the provider's own words", async (channel) => {
      const { transid, statu } = await started(60_00n, `${channel}/Pay`);
      const answer = await callBack(portal, sandbox, channel, { transid, state: "success", amount: 60_00n });
      expect(answer).toEqual({ status: 200, body: channel === "ZSPay" ? "success" : '{"errcode":"0"}', isTaken: true });
      expect(await statu()).toBe(50);
    });

    it("a hundred times, the same bytes and new ones: one effect", async () => {
      const { id, transid, statu } = await started(61_00n);
      const told = { transid, state: "success", amount: 61_00n } as const;
      const nonce = `replay-${transid}`;
      const same = Array.from({ length: 50 }, () => callBack(portal, sandbox, "ZSPay", told, { nonce }));
      const fresh = Array.from({ length: 50 }, () => callBack(portal, sandbox, "ZSPay", told));
      const answers = await Promise.all([...same, ...fresh]);
      expect(answers.every(({ isTaken }) => isTaken)).toBe(true);
      expect(await statu()).toBe(50);
      const verdicts = await notices(transid);
      const count = (verdict: string) => verdicts.filter((one) => one === verdict).length;
      expect(verdicts).toHaveLength(100);
      expect([count("settled"), count("repeated") + count("replayed")]).toEqual([1, 99]);
      expect(count("replayed")).toBe(49);
      expect((await rows("EventLog", { entity: "BalancePay", bllid: String(id) })).map(({ action }) => action)).toEqual([
        "bankpay",
        "bankpaid",
      ]);
      expect(await rows("PayRecord", { transid })).toHaveLength(1);
    });

    it("in the wrong order: what counted stays, the contradiction is written down and told", async () => {
      for (const [first, second, left] of [
        ["success", "failed", 50],
        ["failed", "success", 20],
      ] as const) {
        const { id, transid, statu } = await started(62_00n);
        await callBack(portal, sandbox, "ZSPay", { transid, state: "processing", amount: 62_00n });
        await callBack(portal, sandbox, "ZSPay", { transid, state: first, amount: 62_00n });
        await callBack(portal, sandbox, "ZSPay", { transid, state: "processing", amount: 62_00n });
        const last = await callBack(portal, sandbox, "ZSPay", { transid, state: second, amount: 62_00n });
        expect([last.isTaken, await statu()]).toEqual([true, left]);
        expect(await notices(transid)).toEqual(["pending", "settled", "pending", "contradiction"]);
        expect((await intentOf(transid)).attention).toContain("相反");
        const told = await rows("Message", { entity: "BalancePay", bllid: String(id), side: "shop" });
        expect(told.filter(({ title }) => String(title).startsWith("银行支付待核对"))).toHaveLength(1);
      }
    });

    it("that are wrong change nothing and are written down", async () => {
      const { transid, statu } = await started(63_00n);
      const right = { transid, state: "success", amount: 63_00n } as const;
      const lines = async (verdict: string) =>
        (await portal.database.kysely.selectFrom("_bank_notice").select("id").where("verdict", "=", verdict).execute()).length;
      const before = { unsigned: await lines("unsigned"), malformed: await lines("malformed") };
      const cases = [
        [callBack(portal, sandbox, "ZSPay", right, { secret: "not-the-secret-at-all" }), 401],
        [callBack(portal, sandbox, "ZSPay", right, { swapped: '{"outTradeNo":"x"}' }), 401],
        [callBack(portal, sandbox, "ZSPay", right, { at: Date.parse("2025-06-30T09:54:00+08:00") / 1000 }), 401],
        [callBack(portal, sandbox, "KingDeePay", right, { secret: sandbox.keys.ZSPay.secret }), 401],
        [callBack(portal, sandbox, "ZSPay", right, { body: "not json" }), 200],
        [callBack(portal, sandbox, "ZSPay", right, { body: '{"outTradeNo":{"a":1}}' }), 200],
        [callBack(portal, sandbox, "ZSPay", { ...right, amount: 63_01n }), 200],
        [callBack(portal, sandbox, "ZSPay", { ...right, amount: -63_00n }), 200],
        [callBack(portal, sandbox, "ZSPay", { ...right, account: "SOMEBODY" }), 200],
        [callBack(portal, sandbox, "ZSPay", { ...right, transid: "ZS-NEVER-SEEN" }), 200],
        [callBack(portal, sandbox, "KingDeePay", right), 200],
      ] as const;
      for (const [sent, status] of cases) expect(await sent).toMatchObject({ status, isTaken: false });
      expect(await statu()).toBe(25);
      expect({ unsigned: await lines("unsigned"), malformed: await lines("malformed") }).toEqual({
        unsigned: before.unsigned + 4,
        malformed: before.malformed + 3,
      });
      expect((await notices(transid)).sort()).toEqual(["unknownTransid", "wrongAccount", "wrongAmount"]);
      expect(await notices("ZS-NEVER-SEEN")).toEqual(["unknownTransid"]);
      expect((await callBack(portal, sandbox, "ZSPay", right)).isTaken).toBe(true);
      expect(await statu()).toBe(50);
    });

    it("without a signature are limited by their address; a bank's own still come through", async () => {
      const { transid, statu } = await started(64_00n);
      const right = { transid, state: "success", amount: 64_00n } as const;
      const statuses: number[] = [];
      for (let n = 0; n < 62; n++)
        statuses.push((await callBack(portal, sandbox, "ZSPay", right, { secret: "not-the-secret-at-all" })).status);
      expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
      expect((await callBack(portal, sandbox, "ZSPay", right)).isTaken).toBe(true);
      expect(await statu()).toBe(50);
    });

    it("answer garbage as everything else does", async () => {
      const send = (payload: string, type: string) =>
        portal.app.inject({ method: "POST", url: "/callback/ZSPay", payload, headers: { "content-type": type } });
      expect((await send("x", "text/html")).statusCode).toBe(415);
      expect((await send("x".repeat(20_000), "application/json")).statusCode).toBe(413);
      expect((await portal.app.inject({ method: "POST", url: "/callback/Other", payload: "" })).statusCode).toBe(404);
      expect((await portal.app.inject({ method: "POST", url: "/callback/ZSPay" })).statusCode).toBe(429);
    });
  });

  it("sends nothing for a bill that came without an order of ours, however often its page looks", async () => {
    const [sent] = (await pay((await bill(70_00n)).id)).Result.results;
    // Nor does an order count that is another shop's, or that the bank has answered for good.
    const { transid: _, ...order } = await intentOf(sent.transid);
    await portal.database.kysely
      .insertInto("_pay_intent")
      .values([
        { ...order, transid: "ZS-THEIRS", SHOP_ID: EXPIRED, state: "open", leased: FAR },
        { ...order, transid: "ZS-DONE", state: "failed" },
      ])
      .execute();
    for (const transid of ["ZS-LOST", "ZS-THEIRS", "ZS-DONE"]) {
      const lost = await bill(71_00n, { Statu: 25, PayWay: 2, transid });
      const [result] = (await check(lost.id)).Result.results;
      expect(result, transid).toMatchObject({
        Statu: 25,
        Code: 422,
        Msg: "没有找到该单据的银行指令，请到“支付流水”申请重新发送或退回待付款",
      });
    }
    await portal.database.kysely.deleteFrom("_pay_intent").where("transid", "=", "ZS-THEIRS").execute();
  });

  it("keeps one receipt a payment, which the shop and its supplier can fetch and nobody else", async () => {
    // Those of the tests before: drawing them all takes a while.
    await portal.database.kysely.updateTable("_pay_intent").set({ receipt: "-" }).where("state", "=", "success").execute();
    const stop = startReconciler({
      db: portal.database.kysely,
      registry: { current: () => portal.registry },
      bank: sandbox.bank,
      storage: portal.store.storage,
      now: () => new Date(),
      log: (line) => void portal.log.push(line),
      everyMs: 30,
    });
    const [one, a, b] = [await bill(80_00n), await bill(81_00n), await bill(82_00n)];
    const [{ transid }] = (await pay(one.id)).Result.results;
    const [merged] = (await pay([a.id, b.id], "ZSPay/MergePay")).Result.results;
    const unfiled = async () => (await intents().where("receipt", "is", null).where("state", "!=", "failed").execute()).length;
    await expect.poll(unfiled, { timeout: 200_000 }).toBe(0);
    await stop();
    const { file } = await row("PayRecord", { transid });
    expect(file).toMatch(/^\/uploads\/.+电子回单FK.+\.pdf$/);
    const parts = [await row("PayRecord", { transid: `${merged.transid}-1` }), await row("PayRecord", { transid: `${merged.transid}-2` })];
    expect(parts[0]?.file).toBe(parts[1]?.file);
    expect(await rows("Attachment", { url: String(file) })).toMatchObject([{ provid: "102001", mime: "application/pdf" }]);
    const fetched = await fetchFile(portal, await signIn(portal, "s1"), String(file));
    expect([fetched.statusCode, fetched.rawPayload.subarray(0, 5).toString()]).toEqual([200, "%PDF-"]);
    expect((await fetchFile(portal, await signIn(portal, "s2"), String(file))).json().Code).toBe(404);
    const list = await call(portal, admin, "Module/404/GetPage", {
      filter: JSON.stringify([{ field: "transid", operator: "eq", value: transid }]),
    });
    expect(list.Result.rows).toMatchObject([{ transid, file, Pay_sum: "80.00" }]);
  });

  it("lists provinces with their cities", async () => {
    const all = await call(portal, admin, "KingDeePay/GetPayCity");
    expect(all.Result).toHaveLength(34);
    const one = await call(portal, admin, "KingDeePay/GetPayCity", { province: "浙江省" });
    expect(one.Result).toEqual([{ provinceName: "浙江省", citys: expect.arrayContaining([{ cityName: "杭州市" }]) }]);
  });
});
