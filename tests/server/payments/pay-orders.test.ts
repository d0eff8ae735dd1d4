import { beforeAll, expect, it } from "vitest";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import type { Channel } from "../../../src/server/features/payments/bank/gateway.ts";
import { startReconciler } from "../../../src/server/features/payments/reconciler.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { SHOP } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fillBankWorld, makeBill, put, SUPPLIER } from "./fixtures/bank-world.ts";
import { startTestSandbox, type TestSandbox } from "./fixtures/test-sandbox.ts";

const PAGES = [401, 403, 404, 520].map((MdlId) => ({ GroupId: "supplier", MdlId, Funcs: "query,pay,check,close" }));

describeEngine("payment orders of suppliers", (open) => {
  let portal: Portal;
  let sandbox: TestSandbox;
  let supplier: string;
  beforeAll(async () => {
    sandbox = await startTestSandbox();
    portal = await openPortal({ open, fill: fillBankWorld, bank: sandbox.bank });
    for (const page of PAGES) await put(portal.database, portal.registry, "GroupModule", page);
    supplier = await signIn(portal, "s1");
  });
  const find = async (name: string, match: Row): Promise<Row> => {
    const entity = portal.registry.entities[name];
    if (!entity) throw new Error(name);
    const found = await portal.database.kysely.transaction().execute((trx) => sqlStore(trx, SHOP).find(entity, match));
    return found[0] ?? {};
  };
  let made = 0;
  const order = async (Pay_sum: bigint) => {
    const n = String(++made).padStart(4, "0");
    const party = { provid: SUPPLIER, Provider: "canary-of-102001", busdate: "2025-06-30" };
    const number = { Billid: `ZF20250630${n}`, bllid: `FY20250630${n}` };
    await put(portal.database, portal.registry, "FeeBill", {
      ...party,
      Billid: number.bllid,
      FeeKind: "instant",
      FeeItem: "进场费",
      FeeName: "进场费",
      FeeMoney: Pay_sum,
      Statu: 10,
      payStt: 25,
      PayOrderId: number.Billid,
    });
    const row = await put(portal.database, portal.registry, "PayOrder", {
      ...party,
      ...number,
      FeeName: "进场费",
      Pay_sum,
      Sign: 1,
      expiretime: "2025-07-05 10:00:00",
    });
    return { id: Number(row.Id), ...number };
  };
  const act = (token: string, mdl: number, action: string, id: number) =>
    call(portal, token, `Module/${mdl}/Action`, { action, ids: String(id) });
  /** Until nothing waits any more, as a running server does. */
  const settleAll = async () => {
    const stop = startReconciler({
      db: portal.database.kysely,
      registry: { current: () => portal.registry },
      bank: sandbox.bank,
      now: () => new Date("2025-06-30T10:00:00+08:00"),
      log: (line) => void portal.log.push(line),
      everyMs: 30,
    });
    const waiting = portal.database.kysely.selectFrom("_pay_intent").select("transid").where("state", "=", "open");
    await expect.poll(async () => (await waiting.execute()).length).toBe(0);
    await stop();
  };

  it("are paid by the supplier, through the channel the shop offers first; the reconciler tells the bank", async () => {
    const { id, Billid, bllid } = await order(1800_00n);
    expect((await act(supplier, 403, "bankpay", id)).Code).toBe(200);
    const row = await find("PayOrder", { Id: id });
    expect(row).toMatchObject({ Statu: 25, PayWay: 2, transid: expect.stringMatching(/^ZS/) });
    expect(await find("PayRecord", { transid: row.transid ?? null })).toMatchObject({
      Billid,
      bllid,
      Sign: 1,
      result: 0,
      payAcct: "6200 0000 0001",
    });
    expect(sandbox.ledger().filter(({ transid }) => transid === row.transid)).toEqual([]);
    await settleAll();
    expect(await find("PayOrder", { Id: id })).toMatchObject({ Statu: 50 });
    expect(await find("FeeBill", { Billid: bllid })).toMatchObject({ payStt: 50 });
    const events = sandbox.ledger().filter(({ transid }) => transid === row.transid);
    expect(events.map((event) => [event.kind, "direction" in event ? event.direction : ""])).toEqual([
      ["ordered", "receive"],
      ["paid", ""],
    ]);
  });

  it("are refused before anything is written where no bank can be reached, and go by the one that can", async () => {
    const portals = [undefined, "KingDeePay"] as const;
    const [alone, other] = await Promise.all(
      portals.map(async (reached) => {
        const bank = { ...sandbox.bank, gateway: (channel: Channel) => (channel === reached ? sandbox.bank.gateway(channel) : undefined) };
        const opened = await openPortal({ fill: fillBankWorld, bank });
        for (const page of PAGES) await put(opened.database, opened.registry, "GroupModule", page);
        const party = { provid: SUPPLIER, busdate: "2025-06-30", Billid: "ZF202506300001", bllid: "FY202506300001", Sign: 1 };
        const row = await put(opened.database, opened.registry, "PayOrder", {
          ...party,
          FeeName: "进场费",
          Pay_sum: 100_00n,
          expiretime: "2025-07-05 10:00:00",
        });
        const token = await signIn(opened, "s1");
        const answer = await call(opened, token, "Module/403/Action", { action: "bankpay", ids: String(row.Id) });
        const stored = opened.database.kysely.selectFrom("pay_order").select(["Statu", "PayWay"]);
        return { answer, row: await stored.executeTakeFirst() };
      }),
    );
    expect(alone?.answer).toMatchObject({ Code: 422, Msg: "支付渠道 ZSPay 的接口尚未配置，请与商场联系" });
    expect(alone?.row).toEqual({ Statu: 10, PayWay: null });
    expect(other?.answer).toMatchObject({ Code: 200 });
    expect(other?.row).toEqual({ Statu: 25, PayWay: 3 });
  });

  it("go back when the bank fails, and may be paid again", async () => {
    const { id } = await order(900_01n);
    await act(supplier, 403, "bankpay", id);
    await settleAll();
    expect(await find("PayOrder", { Id: id })).toMatchObject({ Statu: 10, transid: null });
    expect((await act(supplier, 403, "bankpay", id)).Code).toBe(200);
    await settleAll();
  });

  it("are asked about on their page, and every payment on the page of records", async () => {
    const { id } = await order(77_00n);
    expect(await act(supplier, 403, "check", id)).toMatchObject({ Code: 409 });
    await act(supplier, 403, "bankpay", id);
    expect((await act(supplier, 403, "check", id)).Code).toBe(200);
    await settleAll();
    expect(await act(supplier, 403, "check", id)).toMatchObject({ Code: 409 });

    const admin = await signIn(portal, "admin");
    const bill = await makeBill(portal.database, portal.registry, 66_00n);
    await sandbox.control({ fail: 1 });
    await call(portal, admin, "ZSPay/Pay", { id: String(bill.id) });
    const record = await find("PayRecord", { Billid: bill.Billid });
    await portal.database.kysely
      .updateTable("_pay_intent")
      .set({ next_try: new Date(Date.now() + 50 * 60_000) })
      .where("state", "=", "open")
      .execute();
    expect((await act(admin, 520, "check", Number(record.Id))).Code).toBe(200);
    await settleAll();
    expect(await find("PayRecord", { Billid: bill.Billid })).toMatchObject({ result: 1 });
    expect(await act(admin, 520, "check", Number(record.Id))).toMatchObject({ Code: 409 });
    const orphan = await put(portal.database, portal.registry, "PayRecord", {
      provid: SUPPLIER,
      transid: "X1",
      Operate: 1,
      Sign: -1,
      Billid: "NONE",
    });
    expect(await act(admin, 520, "check", Number(orphan.Id))).toMatchObject({
      Code: 422,
      Msg: "没有找到该单据的银行指令，请到“支付流水”申请重新发送或退回待付款",
    });
  });
});
