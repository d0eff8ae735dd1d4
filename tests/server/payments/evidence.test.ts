import { beforeAll, expect, it } from "vitest";
import { markOrphans } from "../../../src/server/features/payments/orphan-payments.ts";
import { type Answer, call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { fetchFile, picture, send } from "../app/fixtures/uploads.ts";
import { SHOP } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { seenBills } from "../money/fixtures/pay-world.ts";
import { fillBankWorld, makeBill, put, SUPPLIER } from "./fixtures/bank-world.ts";
import { takeUp } from "./fixtures/take-up.ts";
import { startTestSandbox, type TestSandbox } from "./fixtures/test-sandbox.ts";

const RECORDS = 520;
const OTHER = { Code: 422, Msg: "须由申请人以外的另一人同意" };
const STALE = { Code: 409 };

describeEngine("what a payment rests on", (open) => {
  let portal: Portal;
  let sandbox: TestSandbox;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    sandbox = await startTestSandbox();
    portal = await openPortal({ open, fill: fillBankWorld, bank: sandbox.bank });
    const Funcs = "query,upload,delurl,pay,bankpay,check,add,submit,audit";
    for (const MdlId of [503, RECORDS, 526]) await put(portal.database, portal.registry, "GroupModule", { GroupId: "clerk", MdlId, Funcs });
    for (const user of ["admin", "clerk", "s1"]) tokens[user] = await signIn(portal, user);
  });
  const ask = (user: string, path: string, params: Readonly<Record<string, string>>): Promise<Answer> =>
    call(portal, tokens[user] ?? null, path, params);
  const rowsOf = (entity: string, where: Readonly<Record<string, unknown>>) => {
    let query = portal.database.kysely
      .selectFrom(portal.registry.entities[entity]?.table ?? "")
      .selectAll()
      .orderBy("Id");
    for (const [name, value] of Object.entries(where)) query = query.where(name, "=", value);
    return query.execute();
  };
  const bill = (cents: bigint, more = {}) => makeBill(portal.database, portal.registry, cents, more);
  const booked = (transid: string) => sandbox.ledger().filter((event) => event.transid === transid).length;

  it("an attachment stays with who paid by it, and what was deleted stays in the history", async () => {
    const { id } = await bill(1_000_00n);
    const upload = async () => (await send(portal, tokens.clerk ?? "", await picture().png().toBuffer())).Msg;
    const [first, second] = [await upload(), await upload()];
    await ask("clerk", "BalancePay/UploadAttach", { Id: String(id), attachurl: `${first},${second}` });
    // Before the money goes it is his to take away.
    expect(await ask("clerk", "BalancePay/DeleteAttach", { Id: String(id), attachurl: second })).toMatchObject({ Code: 200 });
    await sandbox.control({ silent: true });
    expect(await ask("clerk", "ZSPay/Pay", await seenBills(portal.database, [id]))).toMatchObject({ Code: 200 });
    expect((await rowsOf("BalancePay", { Id: id }))[0]).toMatchObject({ Statu: 25, payerid: "clerk" });
    expect(await ask("clerk", "BalancePay/DeleteAttach", { Id: String(id), attachurl: first })).toMatchObject({
      Code: 422,
      Msg: expect.stringMatching(
        /^职责须分开（付款 × 删除付款附件）：您已于 .* 做过“银行支付”，不能再由您办理“删除附件”，可由名-admin办理$/,
      ),
    });
    expect(await ask("admin", "BalancePay/DeleteAttach", { Id: String(id), attachurl: first })).toMatchObject({ Code: 200 });
    const { events } = (await ask("admin", "BalancePay/GetbalancepayDetails", { id: String(id) })).Result;
    const gone = events.filter(({ action }: { action: string }) => action === "detach");
    expect(gone.map(({ actor, reason }: { actor: string; reason: string }) => [actor, reason])).toEqual([
      ["名-admin", first],
      ["名-clerk", second],
    ]);
    // The files themselves are there for whoever looks.
    for (const url of [first, second]) {
      expect((await fetchFile(portal, tokens.admin ?? "", url)).statusCode, url).toBe(200);
    }
  });

  it("an attachment by which a part was paid stays with who paid the part, and one who took a picture away before may pay on", async () => {
    const { id, Billid } = await bill(1_000_00n);
    const [url, spare] = [0, 1].map(async () => (await send(portal, tokens.clerk ?? "", await picture().png().toBuffer())).Msg);
    await ask("clerk", "BalancePay/UploadAttach", { Id: String(id), attachurl: `${await url},${await spare}` });
    const remove = async (user: string, which: Promise<string> | undefined) =>
      ask(user, "BalancePay/DeleteAttach", { Id: String(id), attachurl: (await which) ?? "" });
    const part = async (writer: string, poster: string) => {
      const of = { provid: SUPPLIER, EntryKind: "part", PayBillid: Billid, amount: "300", paydate: "2025-06-30", reason: "部分付款" };
      const saved = await ask(writer, "Module/526/Save", of);
      await ask(writer, "Module/526/Action", { action: "submit", ids: String(saved.Result.id) });
      return ask(poster, "Module/526/Action", { action: "post", ids: String(saved.Result.id) });
    };
    expect(await remove("clerk", spare)).toMatchObject({ Code: 200 });
    for (let n = 0; n < 2; n++) expect(await part("admin", "clerk")).toMatchObject({ Code: 200 });
    expect((await rowsOf("BalancePay", { Id: id }))[0]).toMatchObject({ Statu: 20, payerid: "clerk" });
    // Another one's payment in between does not make it his to take away.
    expect(await part("clerk", "admin")).toMatchObject({ Code: 200 });
    for (const user of ["clerk", "admin"])
      expect(await remove(user, url), user).toMatchObject({ Code: 422, Msg: expect.stringContaining("做过“部分付款”") });
  });

  const orphan = async (n: number, recvAcct = "6200 0000 0001", cents = 70_00n) => {
    const transid = `ZS-OLD-${n}`;
    const { id, Billid, BalaBillid } = await bill(cents, { Statu: 25, PayWay: 2, transid });
    await portal.database.kysely.updateTable("balance").set({ Statu: 25 }).where("Billid", "=", BalaBillid).execute();
    const of = { provid: SUPPLIER, Billid, bllid: BalaBillid, transid, Pay_sum: cents, PayWay: 2, Operate: 1, Sign: -1, recvAcct };
    const record = await put(portal.database, portal.registry, "PayRecord", of);
    return { id, transid, record: String(record.Id), Billid };
  };
  const look = async (id: number) => {
    await ask("admin", "Module/503/GetPage", {});
    await ask("admin", "BalancePay/GetbalancepayDetails", { id: String(id) });
    return ask("admin", "ZSPay/PayCheck", { ids: String(id) });
  };
  const act = (user: string, action: string, id: string, more = {}) => ask(user, `Module/${RECORDS}/Action`, { action, ids: id, ...more });
  const mark = () => markOrphans(portal.database.kysely, portal.registry, new Date());

  it("a bill at the bank without an order of ours is looked at and nothing is sent; people are told once", async () => {
    const { id, transid, record } = await orphan(1);
    for (let times = 0; times < 3; times += 1) expect((await look(id)).Result.results[0]).toMatchObject({ Statu: 25, Code: 422 });
    expect(await act("admin", "check", record)).toMatchObject({ Code: 422, Msg: expect.stringContaining("申请重新发送或退回") });
    expect(booked(transid)).toBe(0);
    expect(await act("admin", "asksend", record, { reason: "核对过" })).toMatchObject(STALE);
    expect([await mark(), await mark()]).toEqual([1, 0]);
    expect(await rowsOf("Message", { SHOP_ID: SHOP, entity: "PayRecord", bllid: record })).toHaveLength(1);
    expect(booked(transid)).toBe(0);
  });

  it("is sent when one has asked for it with a reason and another agrees", async () => {
    const { id, transid, record } = await orphan(2);
    await mark();
    expect(await act("clerk", "asksend", record)).toMatchObject({ Code: 400 });
    expect(await act("clerk", "asksend", record, { reason: "银行查无此笔" })).toMatchObject({ Code: 200 });
    expect(await act("clerk", "askback", record, { reason: "再想想" })).toMatchObject(STALE);
    expect(await act("clerk", "resend", record)).toMatchObject(OTHER);
    expect(await act("admin", "giveback", record)).toMatchObject(STALE);
    expect(booked(transid)).toBe(0);
    expect(await act("admin", "resend", record)).toMatchObject({ Code: 200 });
    // Looking at it sends nothing of what was agreed to either: that is the reconciler's.
    for (let times = 0; times < 3; times += 1) expect((await look(id)).Result.results[0].Statu).toBe(25);
    expect(booked(transid)).toBe(0);
    for (let times = 0; times < 2; times += 1) await takeUp(portal, sandbox, transid);
    expect((await look(id)).Result.results[0].Statu).toBe(50);
    expect(sandbox.ledger().filter((event) => event.transid === transid && event.kind === "paid")).toHaveLength(1);
    expect(await rowsOf("PayRecord", { transid })).toMatchObject([{ result: 1, noorder: false, fixkind: null }]);
  });

  it("is not sent to an account that is not the supplier's", async () => {
    const { transid, record } = await orphan(4, "62179999");
    await mark();
    await act("clerk", "asksend", record, { reason: "银行查无此笔" });
    expect(await act("admin", "resend", record)).toMatchObject({ Code: 422, Msg: expect.stringContaining("不是该供应商生效的收款账户") });
    expect(booked(transid)).toBe(0);
  });

  it("waits for its payment again when one has asked for it and another agrees, and nothing is sent", async () => {
    const { id, transid, record } = await orphan(3);
    await mark();
    await act("admin", "asksend", record, { reason: "误点" });
    await act("clerk", "dropfix", record);
    expect(await act("admin", "askback", record, { reason: "银行退票" })).toMatchObject({ Code: 200 });
    expect(await act("admin", "giveback", record)).toMatchObject(OTHER);
    expect(await act("clerk", "giveback", record)).toMatchObject({ Code: 200 });
    expect(booked(transid)).toBe(0);
    expect(await rowsOf("BalancePay", { Id: id })).toMatchObject([{ Statu: 20, transid: null, payer: null }]);
    expect(await rowsOf("PayRecord", { transid })).toMatchObject([{ result: -1, message: "已退回待付款" }]);
    expect(await ask("admin", "ZSPay/Pay", await seenBills(portal.database, [id]))).toMatchObject({ Code: 200 });
  });
});
