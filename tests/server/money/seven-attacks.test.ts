import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import type { Registry } from "../../../src/shared/registry/model.ts";
import { type Answer, call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { fetchFile, picture, send } from "../app/fixtures/uploads.ts";
import { PASSWORD_HASH, SHOP } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk } from "../flows/fixtures/desk.ts";
import { makeBill, OTHER_ACCOUNT, SUPPLIER } from "../payments/fixtures/bank-world.ts";
import { startTestSandbox, type TestSandbox } from "../payments/fixtures/test-sandbox.ts";
import { APPROVING } from "./fixtures/bills.ts";
import { generate, newSupplier, owe, settled } from "./fixtures/carry-world.ts";
import { fillPayWorld, PLAIN, putBill } from "./fixtures/pay-world.ts";

const MAIN = "6200 0000 0001";
const OWN = "6217000099990000";
const PAYEE = { BankName: "示例银行", BankAcct: MAIN };
/** Who comes in besides the people of the world of payments: a second person in either shop. */
const PEOPLE = { [SHOP]: ["chief"], [APPROVING]: ["boss39", "head39"] } as const;

/** The world of payments with accounts, a channel, and a shop whose payments are approved. */
async function fillAttacked(database: Database, registry: Registry): Promise<void> {
  await fillPayWorld(database, registry);
  const desk = new Desk(database);
  await desk.db.insertInto("shop").values({ SHOP_ID: APPROVING, ShopName: "金桥百货", ShopKind: "retail", statu: 1 }).execute();
  await desk.put("Provider", { provid: SUPPLIER, Provider: "供应商", statu: 1 }, APPROVING);
  const all = { UserKind: "retail", allModules: true, statu: 1 };
  await desk.put("UserGroup", { GroupId: "admin", GroupName: "admin", ...all }, APPROVING);
  await desk.put("AuditRule", { MdlId: 509, NodeNo: 1, NodeName: "初审", GroupId: "admin", minMoney: 0n, statu: 1 }, APPROVING);
  for (const [shop, users] of Object.entries(PEOPLE)) {
    await desk.patch("Provider", { provid: SUPPLIER }, PAYEE, shop);
    for (const [BankAcct, isExtra] of [
      [MAIN, false],
      [OTHER_ACCOUNT, true],
    ] as const)
      await desk.put("PayeeAccount", { provid: SUPPLIER, ...PAYEE, BankAcct, isExtra, Statu: 50 }, shop);
    await desk.put("PayConfig", { PayWay: 2, channelName: "渠道", merchantNo: "DEMO0000000001", sortno: 1, statu: 1 }, shop);
    for (const USER_ID of users) {
      await desk.put("User", { USER_ID, UsrName: `名-${USER_ID}`, UserKind: "retail", GroupId: "admin", isconfirm: true, statu: 1 }, shop);
      await desk.db.insertInto("_credential").values({ USER_ID, hash: PASSWORD_HASH }).execute();
    }
  }
}

// What was tried with the demo before payments were kept in check, one by one, by whoever holds no more than he should.
describeEngine("the attack on money", (open) => {
  let portal: Portal;
  let sandbox: TestSandbox;
  let desk: Desk;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    sandbox = await startTestSandbox();
    portal = await openPortal({ open, fill: fillAttacked, bank: sandbox.bank });
    desk = new Desk(portal.database);
    for (const user of ["clerk", "admin", "chief", "boss175", "boss39", "head39"]) tokens[user] = await signIn(portal, user);
  });
  const ask = (user: string, path: string, params: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    call(portal, tokens[user] ?? null, path, params);
  const act = (user: string, page: number, action: string, id: unknown, more: Readonly<Record<string, string>> = {}) =>
    ask(user, `Module/${page}/Action`, { action, ids: String(id), ...more });
  const bill = (id: number, shopId = SHOP): Promise<Row> => desk.row("BalancePay", id, shopId);

  it("1: a clerk without the pay right gets no money to his own account by a picture, and the picture stays", async () => {
    const { id } = await makeBill(portal.database, portal.registry, 10_000_00n);
    expect(await ask("clerk", "ZSPay/Pay", { ids: String(id) })).toMatchObject({ Code: 422, Msg: "该单据未上传附件/没有支付权限" });
    const dot = await picture([1, 1]).png().toBuffer();
    const { Msg: attachurl } = await send(portal, tokens.clerk ?? "", dot);
    expect(await ask("clerk", "BalancePay/UploadAttach", { Id: String(id), attachurl })).toMatchObject({ Code: 200 });
    expect(await ask("clerk", "BalancePay/UpdateInfo", { id: String(id), BankName: "示例银行", BankAcct: OWN })).toMatchObject({
      Code: 422,
      Msg: expect.stringContaining(`收款账号 ${OWN} 不是该供应商生效的收款账户`),
    });
    const wanted = { provid: SUPPLIER, fieldName: "payeeAdd", newValue: OWN, newBank: "示例银行" };
    expect(await ask("clerk", "Module/116/Save", wanted)).toMatchObject({ Code: 403 });
    await sandbox.control({ silent: true });
    expect(await ask("clerk", "ZSPay/Pay", { ids: String(id) })).toMatchObject({ Code: 200 });
    expect(await bill(id)).toMatchObject({ Statu: 25, BankAcct: null, payerid: "clerk", attachurl });
    const { transid = null } = await bill(id);
    expect(await desk.find("PayRecord", { transid }, SHOP)).toMatchObject([{ recvAcct: MAIN, isFirst: true }]);
    expect(await ask("clerk", "BalancePay/DeleteAttach", { Id: String(id), attachurl })).toMatchObject({
      Code: 422,
      Msg: expect.stringContaining("职责须分开（付款 × 删除付款附件）"),
    });
    expect(await bill(id)).toMatchObject({ attachurl });
    expect((await fetchFile(portal, tokens.admin ?? "", attachurl)).statusCode).toBe(200);
    await sandbox.control({ silent: false });
  });

  /** A bill with an application for its whole amount, handed in where payments are approved. */
  const applied = async (cents: bigint) => {
    const { id, Billid, statement } = await putBill(portal.database, portal.registry, { shopId: APPROVING, provid: SUPPLIER, cents });
    await desk.patch("Balance", { Billid: statement }, { Sum_invoice: cents }, APPROVING);
    await desk.patch("BalancePay", { Id: id }, PAYEE, APPROVING);
    const application = { provid: SUPPLIER, Billid: `SQ-${Billid}`, ApplyType: "balance", BalaBillid: statement, PayBillid: Billid };
    const by = { applicant: "boss39", applyside: "shop", busdate: "2025-06-30", applyMoney: cents, ...PAYEE };
    const { Id } = await desk.put("PayApply", { ...application, ...by }, APPROVING);
    expect(await act("boss39", 504, "submit", Id)).toMatchObject({ Code: 200 });
    return { id, Billid, application: Number(Id) };
  };

  it("2: an approved bill of 10,203,040.00 is not paid to another account without new approval", async () => {
    const cents = 10_203_040_00n;
    const { id, Billid, application } = await applied(cents);
    expect(await act("head39", 509, "audit", application)).toMatchObject({ Code: 200 });
    const change = { id: String(id), BankName: "示例银行", BankAcct: OTHER_ACCOUNT };
    expect(await ask("boss39", "BalancePay/UpdateInfo", change)).toMatchObject({ Code: 200 });
    expect(await desk.row("PayApply", application, APPROVING)).toMatchObject({ stt: -1, approvedMoney: null });
    const unapproved = { Code: 422, Msg: expect.stringContaining("该单据尚未审批通过") };
    const pay = (user: string) => ask(user, "BalancePay/ConfirmPay", { ids: String(id), to: "50" });
    const toBank = (user: string) => ask(user, "ZSPay/Pay", { ids: String(id) });
    for (const user of ["boss39", "head39"]) expect([await pay(user), await toBank(user)], user).toMatchObject([unapproved, unapproved]);
    expect(await bill(id, APPROVING)).toMatchObject({ Statu: 20, Pay_sum: 0n });
    portal.advance(60_000);
    for (const action of ["reopen", "submit"]) expect(await act("boss39", 504, action, application), action).toMatchObject({ Code: 200 });
    expect(await pay("boss39")).toMatchObject(unapproved);
    expect(await act("boss39", 509, "audit", application)).toMatchObject({ Code: 422 });
    expect(await act("head39", 509, "audit", application)).toMatchObject({ Code: 200 });
    expect(await pay("boss39")).toMatchObject({ Code: 200 });
    expect(await desk.find("PayRecord", { Billid }, APPROVING)).toMatchObject([{ recvAcct: OTHER_ACCOUNT, Pay_sum: cents }]);
  });

  it("3: whoever approves, confirms or pays sees to which account, and that nothing was paid there yet", async () => {
    const { id, application } = await applied(1_00n);
    await desk.put("PayeeAccount", { provid: SUPPLIER, ...PAYEE, BankAcct: OWN, isExtra: true, Statu: 50 }, APPROVING);
    const here = { BankName: "示例银行", BankAcct: OWN };
    await desk.patch("BalancePay", { Id: id }, here, APPROVING);
    await desk.patch("PayApply", { Id: application }, here, APPROVING);
    const seen = async (page: number, action: string, ids: number) =>
      (await ask("head39", `Module/${page}/Preview`, { action, ids: String(ids) })).Result.rows[0].row;
    for (const row of [await seen(509, "audit", application), await seen(503, "pay", id)])
      expect(row).toMatchObject({ ...here, payeenote: "first" });
    const { rows } = (await ask("head39", "BalancePay/GetConfirmInfo", { ids: String(id), to: "50" })).Result;
    expect(rows).toMatchObject([{ payeeBank: "示例银行", payeeAcct: OWN, payeeNote: "首次付款" }]);
  });

  it("4: a statement below zero is not forgiven by 确认付款 where it is carried: the next statement takes it", async () => {
    const provid = await newSupplier(desk);
    const { statement, bill: none } = await settled(desk, provid, -1_526_00n, PLAIN);
    const carries = { Code: 422, Msg: expect.stringContaining("将自动结转至该供应商的下一张结算单，不能按零付款") };
    for (const to of ["20", "50"]) {
      await desk.patch("BalancePay", { Id: Number(none.Id) }, { Statu: to === "50" ? 20 : 10 });
      expect(await ask("boss175", "BalancePay/ConfirmPay", { ids: String(none.Id), to }), to).toMatchObject(carries);
    }
    expect(await bill(Number(none.Id), PLAIN)).toMatchObject({ Pay_sum: 0n, paytime: null });
    expect(await desk.find("PayRecord", { Billid: none.Billid ?? null })).toEqual([]);
    await owe(desk, provid, 5_000_00n);
    const next = await generate(desk, provid);
    expect(next).toMatchObject({ CarryMoney: -1_526_00n, Bala_sum: 3_474_00n });
    expect(await desk.row("Balance", Number(statement.Id))).toMatchObject({ Statu: 40, BalaBillid: next?.Billid });
  });

  /** A bill that waits for the bank without an order of ours. */
  const orphan = async (transid: string) => {
    const { id, Billid, BalaBillid } = await makeBill(portal.database, portal.registry, 70_00n, { Statu: 25, PayWay: 2, transid });
    const of = { provid: SUPPLIER, Billid, bllid: BalaBillid, transid, Pay_sum: 70_00n, PayWay: 2, Operate: 1, Sign: -1, recvAcct: MAIN };
    return { id, record: Number((await desk.put("PayRecord", of, SHOP)).Id) };
  };
  /** Everything that was ordered, and that the bank has booked. */
  const ordered = async () => [
    await desk.db.selectFrom("_pay_intent").select(["transid", "state"]).orderBy("transid").execute(),
    sandbox.ledger(),
  ];

  it("5: opening 503, a bill of it or the records makes no payment be ordered", async () => {
    const { id } = await orphan("ZS-OLD-5");
    const before = await ordered();
    for (const [path, params] of [
      ["Module/503/GetPage", {}],
      ["Module/503/Get", { id: String(id) }],
      ["BalancePay/GetbalancepayDetails", { id: String(id) }],
      ["Module/520/GetPage", {}],
    ] as const)
      for (let times = 0; times < 2; times += 1) expect(await ask("admin", path, params), path).toMatchObject({ Code: 200 });
    expect(await ordered()).toEqual(before);
    expect(await bill(id)).toMatchObject({ Statu: 25, transid: "ZS-OLD-5" });
  });

  it("6: a payment that was wrong is taken back by two persons, and both payments stay in the records", async () => {
    const { id, Billid, BalaBillid } = await makeBill(portal.database, portal.registry, 300_00n);
    expect(await ask("admin", "BalancePay/ConfirmPay", { ids: String(id), to: "50" })).toMatchObject({ Code: 200 });
    const reason = { reason: "付错供应商" };
    expect(await act("admin", 503, "askunpaid", id, reason)).toMatchObject({ Code: 200 });
    expect(await act("admin", 503, "reverseunpaid", id, reason)).toMatchObject({ Code: 422, Msg: "须由申请人以外的另一人同意" });
    expect(await act("chief", 503, "reverseunpaid", id, reason)).toMatchObject({ Code: 200 });
    expect(await bill(id)).toMatchObject({ Statu: 60, Pay_sum: 0n });
    expect((await desk.find("PayRecord", { Billid }, SHOP)).map(({ Sign, Operate, Pay_sum }) => [Sign, Operate, Pay_sum])).toEqual([
      [-1, 1, 300_00n],
      [1, 4, 300_00n],
    ]);
    const [next] = await desk.find("BalancePay", { BalaBillid, RevNo: 0 }, SHOP);
    expect(next).toMatchObject({ Statu: 10, Bala_sum: 300_00n });
  });

  it("7: a poll sends nothing, by whichever channel or page it asks", async () => {
    const { id, record } = await orphan("ZS-OLD-7");
    const before = await ordered();
    for (let times = 0; times < 3; times += 1) {
      for (const asked of [{ id: String(id) }, { ids: String(id) }]) {
        const waits = { id, Statu: 25, Code: 422, Msg: expect.stringContaining("没有找到该单据的银行指令") };
        expect((await ask("admin", "ZSPay/PayCheck", asked)).Result).toMatchObject({ results: [waits] });
      }
      expect(await act("admin", 520, "check", record)).toMatchObject({ Code: 422, Msg: expect.stringContaining("申请重新发送或退回") });
    }
    // Sending it is asked for by one and agreed to by another.
    expect(await act("admin", 520, "resend", record)).toMatchObject({ Code: 409 });
    expect(await ordered()).toEqual(before);
    expect(await bill(id)).toMatchObject({ Statu: 25, transid: "ZS-OLD-7" });
  });
});
