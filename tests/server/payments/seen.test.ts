import { beforeAll, expect, it } from "vitest";
import { type Answer, call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { picture, send } from "../app/fixtures/uploads.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { seenBills } from "../money/fixtures/pay-world.ts";
import { fillBankWorld, makeBill, OTHER_ACCOUNT } from "./fixtures/bank-world.ts";
import { startTestSandbox, type TestSandbox } from "./fixtures/test-sandbox.ts";

const STALE = "单据状态已变化，请刷新后重试";
const UNSEEN = { Code: 400, Msg: "参数 versions 应给出每张单据的版本，见预览" };

/** Every call over several bills, with what else it wants, and the state that its bills begin in. */
const CALLS = [
  ["BalancePay/ConfirmPay", { to: "20" }, 10],
  ["BalancePay/ConfirmPay", { to: "50" }, 20],
  ["BalancePay/MergeBll", {}, 20],
  ["Module/503/Action", { action: "confirm" }, 10],
  ["Module/503/Action", { action: "pay" }, 20],
  ["ZSPay/Pay", {}, 20],
  ["ZSPay/MergePay", {}, 20],
  ["KingDeePay/Pay", {}, 20],
] as const;

describeEngine("what was seen is what is paid", (open) => {
  let portal: Portal;
  let admin: string;
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await startTestSandbox();
    portal = await openPortal({ open, fill: fillBankWorld, bank: sandbox.bank });
    admin = await signIn(portal, "admin");
  });
  const ask = (path: string, params: Readonly<Record<string, string>>): Promise<Answer> => call(portal, admin, path, params);
  const bill = (Statu: 10 | 20) => makeBill(portal.database, portal.registry, 1_000_05n, { Statu });
  const two = async (statu: 10 | 20) => {
    const [first, second] = [await bill(statu), await bill(statu)];
    return { first, second, seen: await seenBills(portal.database, [first.id, second.id]) };
  };
  const statesOf = async (...ids: readonly number[]) => {
    const rows = await portal.database.kysely
      .selectFrom("balance_pay")
      .select(["Statu", "FathId"])
      .where("Id", "in", ids)
      .orderBy("Id")
      .execute();
    return rows.map(({ Statu, FathId }) => [Statu, FathId]);
  };
  const change = ({ id }: { readonly id: number }) =>
    ask("BalancePay/UpdateInfo", { id: String(id), BankAcct: OTHER_ACCOUNT, BankName: "示例银行" });

  it.each(CALLS)("%s %o over several bills wants the version of each", async (path, more, statu) => {
    const { first, second, seen } = await two(statu);
    expect(await ask(path, { ...more, ids: seen.ids })).toMatchObject(UNSEEN);
    const versions = JSON.stringify({ [first.id]: 1 });
    expect(await ask(path, { ...more, ids: seen.ids, versions })).toMatchObject(UNSEEN);
    for (const versions of ["1,1", "[1,1]", `{"${first.id}":"1"}`, '{"x":1}', `{"${first.id}":-1}`])
      expect(await ask(path, { ...more, ids: seen.ids, versions })).toMatchObject({ Code: 400, Msg: expect.stringContaining("versions") });
    expect(await statesOf(first.id, second.id)).toEqual([
      [statu, null],
      [statu, null],
    ]);
  });

  it.each(CALLS)("%s %o refuses all where one has changed since, and names it", async (path, more, statu) => {
    const { first, second, seen } = await two(statu);
    expect(await change(second)).toMatchObject({ Code: 200 });
    const refused = { Code: 409, Msg: `${STALE}（${second.Billid}）` };
    expect(await ask(path, { ...more, ...seen })).toMatchObject(refused);
    expect(await statesOf(first.id, second.id)).toEqual([
      [statu, null],
      [statu, null],
    ]);
  });

  it("ConfirmForxyhlj tells the one that has changed, and confirms the others", async () => {
    const { first, second, seen } = await two(10);
    await change(second);
    expect(await ask("BalancePay/ConfirmForxyhlj", { ids: seen.ids })).toMatchObject(UNSEEN);
    const { Result } = await ask("BalancePay/ConfirmForxyhlj", seen);
    expect(Result.results).toMatchObject([
      { id: first.id, Code: 200 },
      { id: second.id, Code: 409, Msg: STALE },
    ]);
    expect(await statesOf(first.id, second.id)).toEqual([
      [20, null],
      [10, null],
    ]);
  });

  it("a preview tells the versions it has shown, who gets the money, and sums of what would be done", async () => {
    const { first, second } = await two(20);
    await change(first);
    const draft = await bill(10);
    const ids = [first.id, second.id, draft.id].join();
    const { Result } = await ask("BalancePay/GetConfirmInfo", { ids, to: "50" });
    expect(Result.versions).toEqual({ [first.id]: 3, [second.id]: 1, [draft.id]: 1 });
    expect(Result.rows[0]).toMatchObject({ payeeName: "canary-of-102001", payeeAcct: OTHER_ACCOUNT });
    expect(Result.sums).toMatchObject({ pay: "2000.10" });
    const preview = (await ask("Module/503/Preview", { action: "pay", ids })).Result;
    expect(preview.rows.map(({ rowver }: { rowver: number }) => rowver)).toEqual([3, 1, 1]);
    expect(preview.rows[0].row).toMatchObject({ BankAcct: OTHER_ACCOUNT, BankName: "示例银行" });
    expect(preview.totals).toMatchObject([{ title: "付款合计", amount: "2000.10" }]);
    const versions = JSON.stringify({ [first.id]: 3, [second.id]: 1 });
    expect(await ask("BalancePay/ConfirmPay", { ids: `${first.id},${second.id}`, to: "50", versions })).toMatchObject({ Code: 200 });
  });

  it("a merged payment is taken apart or paid as it was seen, and its bills keep their account meanwhile", async () => {
    const { first, second, seen } = await two(20);
    const { id } = (await ask("BalancePay/MergeBll", seen)).Result;
    expect(await change(first)).toMatchObject({ Code: 422, Msg: "该单据已合并付款，请在合并单中操作" });
    const stale = { Code: 409, Msg: STALE };
    expect(await ask("BalancePay/DelPayfath", { id: String(id), rowver: "7" })).toMatchObject(stale);
    expect(await ask("BalancePay/ConfirmPay", { ids: String(id), to: "50", fath: "1", rowver: "7" })).toMatchObject(stale);
    const info = await ask("BalancePay/GetConfirmInfo", { ids: String(id), to: "50", fath: "1" });
    expect(info.Result).toMatchObject({ versions: { [id]: 1 }, rows: [{ payeeName: "canary-of-102001" }] });
    const paid = await ask("BalancePay/ConfirmPay", {
      ids: String(id),
      to: "50",
      fath: "1",
      versions: JSON.stringify(info.Result.versions),
    });
    expect(paid).toMatchObject({ Code: 200 });
    expect((await statesOf(first.id, second.id)).map(([Statu]) => Statu)).toEqual([50, 50]);
  });

  it("a merged payment is another one once a bill below it got or lost a picture", async () => {
    const { seen, first } = await two(20);
    const { id } = (await ask("BalancePay/MergeBll", seen)).Result;
    const url = (await send(portal, admin, await picture().png().toBuffer())).Msg;
    const look = async () => String((await ask("BalancePay/GetConfirmInfo", { ids: String(id), to: "50", fath: "1" })).Result.versions[id]);
    for (const call of ["UploadAttach", "DeleteAttach"]) {
      const rowver = await look();
      expect(await ask(`BalancePay/${call}`, { Id: String(first.id), attachurl: url })).toMatchObject({ Code: 200 });
      const stale = { Code: 409, Msg: STALE };
      expect(await ask("BalancePay/ConfirmPay", { ids: String(id), to: "50", fath: "1", rowver })).toMatchObject(stale);
      expect(await ask("ZSPay/MergePay", { id: String(id), rowver })).toMatchObject(stale);
      expect(await ask("BalancePay/DelPayfath", { id: String(id), rowver })).toMatchObject(stale);
    }
    expect(await ask("BalancePay/ConfirmPay", { ids: String(id), to: "50", fath: "1", rowver: await look() })).toMatchObject({ Code: 200 });
  });

  it("the preview of a merged payment tells what its statements refuse by now, and counts none of it", async () => {
    const { seen, second } = await two(20);
    const { id } = (await ask("BalancePay/MergeBll", seen)).Result;
    // An invoice was entered since, over another amount.
    await portal.database.kysely.updateTable("balance").set({ Sum_invoice: 1 }).where("PayBillid", "=", second.Billid).execute();
    const gap = { Code: 422, Msg: portal.registry.messages.INVGAP };
    const { Result } = await ask("BalancePay/GetConfirmInfo", { ids: String(id), to: "50", fath: "1" });
    expect(Result).toMatchObject({ ok: false, sums: { pay: "0.00" }, rows: [gap] });
    expect((await ask("Module/9503/Preview", { action: "bankpay", ids: String(id) })).Result).toMatchObject({
      rows: [gap],
      totals: [{ amount: "0.00" }],
    });
    expect(await ask("BalancePay/ConfirmPay", { ids: String(id), to: "50", fath: "1" })).toMatchObject(gap);
  });

  it("the version of a single bill is its rowver, and of several it is not one", async () => {
    const { first, seen } = await two(20);
    expect(await ask("BalancePay/ConfirmPay", { ids: String(first.id), to: "50", rowver: "7" })).toMatchObject({ Code: 409, Msg: STALE });
    expect(await ask("BalancePay/ConfirmPay", { ...seen, to: "50", rowver: "1" })).toMatchObject({
      Code: 400,
      Msg: "rowver 只用于单张单据，多张请用 versions",
    });
    expect(await ask("BalancePay/ConfirmPay", { ids: String(first.id), to: "50", rowver: "1" })).toMatchObject({ Code: 200 });
  });
});
