import { beforeAll, describe, expect, it } from "vitest";
import { runDue } from "../../../src/server/engine/run-due.ts";
import type { Receipt } from "../../../src/server/features/payments/bank/receipt/draw-receipt.ts";
import { ReceiptRenderer } from "../../../src/server/features/payments/bank/receipt/render-receipt.ts";
import { keepReceipt } from "../../../src/server/features/payments/keep-receipt.ts";
import { type Answer, call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { PASSWORD_HASH, SHOP, TODAY } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fillPayWorld, PLAIN, seenBills } from "../money/fixtures/pay-world.ts";
import { fillBankWorld, makeBill, OTHER_ACCOUNT, put, SUPPLIER } from "./fixtures/bank-world.ts";
import { startTestSandbox, type TestSandbox } from "./fixtures/test-sandbox.ts";

const MAIN = "6200 0000 0001";
const NEW = "6217000033334444";
const HOUR = 3_600_000;
const USERS = ["admin", "clerk", "till", "s1", "s1b"];

describeEngine("a supplier's accounts", (open) => {
  let portal: Portal;
  let sandbox: TestSandbox;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    sandbox = await startTestSandbox();
    portal = await openPortal({ open, fill: fillBankWorld, bank: sandbox.bank });
    const all = "query,add,edit,del,submit,audit,reject,update,pay,bankpay";
    for (const [GroupId, MdlId] of [
      ["clerk", 104],
      ["clerk", 116],
      ["clerk", 503],
      ["till", 503],
      ["supplier", 116],
      ["supplier", 902],
    ] as const)
      await put(portal.database, portal.registry, "GroupModule", {
        GroupId,
        MdlId,
        Funcs: GroupId === "till" ? `${all},balancepay` : `${all},readall`,
      });
    const group = { GroupId: "till", GroupName: "till", UserKind: "retail", allModules: false, statu: 1 };
    await put(portal.database, portal.registry, "UserGroup", group);
    await put(portal.database, portal.registry, "User", {
      USER_ID: "till",
      UsrName: "名-till",
      UserKind: "retail",
      GroupId: "till",
      statu: 1,
    });
    await portal.database.kysely.insertInto("_credential").values({ USER_ID: "till", hash: PASSWORD_HASH }).execute();
    await put(portal.database, portal.registry, "User", {
      USER_ID: "s1b",
      UsrName: "名-s1b",
      UserKind: "supplier",
      GroupId: "supplier",
      PROV_ID: SUPPLIER,
      statu: 1,
    });
    await portal.database.kysely.insertInto("_credential").values({ USER_ID: "s1b", hash: PASSWORD_HASH }).execute();
    const called = { contact: "陈会计", tel: "13800000001" };
    await portal.database.kysely.updateTable("provider").set(called).where("provid", "=", SUPPLIER).execute();
    for (const user of USERS) tokens[user] = await signIn(portal, user);
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
  const accounts = async () => (await rowsOf("PayeeAccount", { provid: SUPPLIER })).map(({ BankAcct, Statu }) => [BankAcct, Statu]);
  const fileOf = async () => (await rowsOf("Provider", { SHOP_ID: SHOP, provid: SUPPLIER }))[0];
  const bill = (cents = 1_000_00n, more = {}) => makeBill(portal.database, portal.registry, cents, more);
  const pay = async (user: string, ids: readonly number[]) => ask(user, "ZSPay/Pay", await seenBills(portal.database, ids));
  const act = (user: string, action: string, id: string, more = {}) => ask(user, "Module/116/Action", { action, ids: id, ...more });
  /** An application for another account, handed in. Answers its id. */
  const apply = async (user: string, more: Readonly<Record<string, string>>): Promise<string> => {
    const party = user === "s1" ? {} : { provid: SUPPLIER };
    const saved = await ask(user, "Module/116/Save", { ...party, ...more });
    expect(saved).toMatchObject({ Code: 200 });
    const id = String(saved.Result.id);
    expect(await act(user, "submit", id)).toMatchObject({ Code: 200 });
    return id;
  };

  describe("a bill", () => {
    it("is paid to one of them, and to nobody else", async () => {
      const { id } = await bill();
      const { Result } = await ask("clerk", "BalancePay/GetPayeeAccounts", { id: String(id) });
      expect(Result.accounts).toEqual([
        { BankName: "示例银行", BankAcct: MAIN, isMain: true },
        { BankName: "示例银行", BankAcct: OTHER_ACCOUNT, isMain: false },
      ]);
      const change = (more: Readonly<Record<string, string>>) => ask("clerk", "BalancePay/UpdateInfo", { id: String(id), ...more });
      expect(await change({ BankAcct: NEW, BankName: "示例银行" })).toMatchObject({
        Code: 422,
        Msg: `收款账号 ${NEW} 不是该供应商生效的收款账户（示例银行 ${MAIN}、示例银行 ${OTHER_ACCOUNT}）。新账户请到“基础资料维护”申请`,
      });
      expect(await change({ BankAcct: OTHER_ACCOUNT, BankName: "别家银行" })).toMatchObject({
        Code: 422,
        Msg: `账号 ${OTHER_ACCOUNT} 的收款行是示例银行`,
      });
      expect(await change({ BankAcct: OTHER_ACCOUNT, BankName: "假冒示例银行" })).toMatchObject({ Code: 422 });
      expect(await change({ BankAcct: OTHER_ACCOUNT, BankName: "广东 广州 示例银行" })).toMatchObject({ Code: 200 });
      expect(await pay("admin", [id])).toMatchObject({ Code: 200 });
    });

    it("that names another account, by whatever way it came there, is held back from the bank", async () => {
      const { id } = await bill(1_000_00n, { BankName: "示例银行", BankAcct: NEW });
      expect(await pay("admin", [id])).toMatchObject({
        Code: 422,
        Msg: `收款账号 ${NEW} 不是该供应商生效的收款账户（示例银行 ${MAIN}、示例银行 ${OTHER_ACCOUNT}）。新账户请到“基础资料维护”申请`,
      });
    });

    it("says in its preview, application, entry, print and record that nothing was paid there yet, or that the account does not count", async () => {
      const account = "62008899";
      const { id, Billid, BalaBillid } = await bill(1_000_00n, { BankName: "示例银行", BankAcct: account, planpaydate: "2025-07-01" });
      const party = { provid: SUPPLIER, Provider: "供应商" };
      const payee = { BankName: "示例银行", BankAcct: account };
      const application = { ...party, ...payee, Billid: `SQ-${Billid}`, ApplyType: "balance", BalaBillid, PayBillid: Billid };
      const asked = await put(portal.database, portal.registry, "PayApply", {
        ...application,
        stt: 10,
        applyMoney: 1_000_00n,
        busdate: "2025-06-30",
      });
      const entry = await put(portal.database, portal.registry, "PayEntry", {
        ...{ ...party, Billid: `SF-${Billid}`, EntryKind: "part", PayBillid: Billid, amount: 400_00n, reason: "部分", applicant: "x" },
        ...{ busdate: "2025-06-30", paydate: "2025-06-30", PayWay: 1, Statu: 10 },
      });
      const previewed = async (mdl: number, action: string, of: unknown) =>
        (await ask("admin", `Module/${mdl}/Preview`, { action, ids: String(of) })).Result.rows[0].row;
      const printed = async (mdl: number, template: string, of: unknown) => {
        const { Result } = await ask("admin", "Print/GetPrintDoc", { mdl: String(mdl), printtyp: template, ids: String(of), preview: "1" });
        return JSON.stringify(Result);
      };
      const told = async (note: string) => {
        for (const row of [
          await previewed(503, "pay", id),
          await previewed(504, "audit", asked.Id),
          await previewed(526, "post", entry.Id),
        ])
          expect(row).toMatchObject({ ...payee, payeenote: note });
        for (const paper of [await printed(503, "balancepay", id), await printed(504, "payapply", asked.Id)])
          for (const text of [account, "示例银行", note === "first" ? "首次付款" : "未生效或已停用"]) expect(paper).toContain(text);
      };
      await told("first");
      expect(await ask("admin", "Module/526/Action", { action: "post", ids: String(entry.Id) })).toMatchObject({ Code: 200 });
      expect(await ask("till", "BalancePay/ConfirmPay", { ids: String(id), to: "50" })).toMatchObject({ Code: 200 });
      const records = await rowsOf("PayRecord", { Billid });
      expect(records.map(({ recvName, recvBank, recvAcct, isFirst }) => [recvName, recvBank, recvAcct, isFirst])).toEqual([
        ["供应商", "示例银行", account, true],
        ["canary-of-102001", "示例银行", account, false],
      ]);
      await put(portal.database, portal.registry, "PayeeAccount", { provid: "102002", ...payee, Statu: 60 });
      const next = await bill(100n, payee);
      expect(await previewed(503, "pay", next.id)).toMatchObject({ payeenote: "idle" });
      const { rows } = (await ask("admin", "BalancePay/GetConfirmInfo", { ids: String(next.id), to: "50" })).Result;
      expect(rows).toMatchObject([{ payeeAcct: account, payeeBank: "示例银行", payeeNote: "未生效或已停用" }]);
      // A bill that names none shows the file's, which gets it.
      const bare = await bill(100n);
      expect(await previewed(503, "pay", bare.id)).toMatchObject({ BankAcct: null, fileacct: MAIN, payeenote: "first" });
    });

    it("says so of several that are paid as one, on screen and on paper, and where there is no statement", async () => {
      const payee = { BankName: "示例银行", BankAcct: "62007777" };
      const bills = [await bill(100n, payee), await bill(200n, payee)];
      const ids = bills.map(({ id }) => id);
      const merged = (await ask("admin", "BalancePay/MergeBll", await seenBills(portal.database, ids))).Result.id;
      const application = { provid: SUPPLIER, Provider: "供应商", Billid: "SQ523", ApplyType: "request", busdate: "2025-06-30" };
      const asked = await put(portal.database, portal.registry, "PayApply", { ...application, ...payee, applyMoney: 500n, stt: 10 });
      const seen = async (mdl: number, action: string, of: unknown) =>
        (await ask("admin", `Module/${mdl}/Preview`, { action, ids: String(of) })).Result.rows[0].row;
      const paper = async () => {
        const printed = { mdl: "9503", printtyp: "balancepayfath", ids: String(merged), preview: "1" };
        return JSON.stringify((await ask("admin", "Print/GetPrintDoc", printed)).Result);
      };
      for (const row of [await seen(9503, "pay", merged), await seen(523, "audit", asked.Id)])
        expect(row).toMatchObject({ ...payee, payeenote: "first" });
      for (const text of [payee.BankAcct, payee.BankName, "首次付款"]) expect(await paper()).toContain(text);
      expect(await ask("admin", "BalancePay/ConfirmPay", { ids: String(merged), to: "50", fath: "1" })).toMatchObject({ Code: 200 });
      expect(await seen(523, "audit", asked.Id)).toMatchObject({ ...payee, payeenote: "known" });
      expect(await paper()).not.toContain("首次付款");
    });

    it("says in the bank's receipt that the payment was the first one to the account", async () => {
      const receipts: Receipt[] = [];
      const renderer = new (class extends ReceiptRenderer {
        override async render(receipt: Receipt): Promise<Buffer> {
          receipts.push(receipt);
          return Buffer.from("receipt");
        }
      })();
      const { kysely: db } = portal.database;
      const { storage } = portal.store;
      for (let times = 0; times < 2; times += 1) {
        const { id } = await bill();
        expect(await pay("admin", [id])).toMatchObject({ Code: 200 });
        expect((await ask("admin", "ZSPay/PayCheck", { id: String(id) })).Result.results).toMatchObject([{ Statu: 50 }]);
        expect(await keepReceipt({ db, registry: portal.registry, storage, renderer, now: () => new Date() })).toBe(true);
      }
      const accounts = receipts.map(({ lines }) => lines.find(([title]) => title === "收款账号")?.[1]);
      expect(accounts).toEqual([`${MAIN}（首次付款）`, MAIN]);
    });

    it("says that nothing was paid there yet", async () => {
      const { id, Billid } = await bill(1_000_00n, { BankAcct: "62008888" });
      const seen = async () => {
        const note = (await ask("admin", "BalancePay/GetConfirmInfo", { ids: String(id), to: "50" })).Result.rows[0].payeeNote;
        const { row } = (await ask("admin", "Module/503/Preview", { action: "pay", ids: String(id) })).Result.rows[0];
        return [note, row.payeenote];
      };
      expect(await seen()).toEqual(["首次付款", "first"]);
      const paid = { provid: SUPPLIER, Billid: `${Billid}X`, transid: `X${Billid}`, Operate: 1, Sign: -1, recvAcct: "62008888", result: 1 };
      await put(portal.database, portal.registry, "PayRecord", paid);
      expect(await seen()).toEqual(["", "known"]);
    });
  });

  describe("a change", () => {
    it("of the file is refused, and said where to apply for it", async () => {
      const { Id, rowver } = (await fileOf()) ?? {};
      const sent = { id: String(Id), rowver: String(rowver), BankAcct: NEW };
      expect(await ask("clerk", "Module/104/Save", sent)).toMatchObject({ Code: 400 });
      expect((await fileOf())?.BankAcct).toBe(MAIN);
    });

    it("needs a second person, who sees old and new; then it waits, and the supplier is told", async () => {
      const id = await apply("clerk", { fieldName: "BankAcct", newValue: NEW, newBank: "新开银行" });
      const refused = {
        Code: 422,
        Msg: expect.stringMatching(/^职责须分开（提出变更 × 审核变更）：您已于 .* 做过“新增”，不能再由您办理“审核”/),
      };
      expect(await act("clerk", "audit", id)).toMatchObject(refused);
      const { row } = (await ask("admin", "Module/116/Get", { id })).Result;
      expect(row).toMatchObject({ oldValue: `示例银行 ${MAIN}`, newValue: NEW, newBank: "新开银行", curBank: "示例银行", curAcct: MAIN });
      expect(await act("admin", "audit", id)).toMatchObject({ Code: 200 });
      expect(await accounts()).toEqual([
        [MAIN, 50],
        [OTHER_ACCOUNT, 50],
        [NEW, 20],
      ]);
      expect(await fileOf()).toMatchObject({ BankAcct: MAIN, BankName: "示例银行" });
      const told = await rowsOf("Message", { provid: SUPPLIER, entity: "ChangeApply", bllid: id });
      const changed = expect.stringContaining(`变更为收款账户 新开银行 ${NEW}`);
      expect(told.map(({ side, USER_ID, content }) => [side, USER_ID, content])).toEqual([
        ["supplier", "s1", changed],
        ["supplier", "s1b", changed],
        ["shop", null, expect.stringMatching(/请按档案中的联系方式向供应商核实：陈会计，13800000001。$/)],
        ["supplier", null, ""],
      ]);
      const waiting = await bill(1_000_00n, { BankName: "新开银行", BankAcct: NEW });
      expect(await pay("till", [waiting.id])).toMatchObject({
        Code: 422,
        Msg: expect.stringMatching(/在等待期内，\d{4}-\d\d-\d\d \d\d:\d\d 起可付款$/),
      });
      await aDayLater();
      expect(await pay("till", [waiting.id])).toMatchObject({ Code: 200 });
      await dueNow();
      expect(await fileOf()).toMatchObject({ BankAcct: NEW, BankName: "新开银行" });
      expect(await accounts()).toEqual([
        [MAIN, 60],
        [OTHER_ACCOUNT, 50],
        [NEW, 50],
      ]);
    });

    it("is not decided by whoever has changed it, nor beside another that waits", async () => {
      const saved = await ask("clerk", "Module/116/Save", { provid: SUPPLIER, fieldName: "BankAcct", newValue: "62171111" });
      const edit = { id: String(saved.Result.id), rowver: String(saved.Result.rowver), newValue: "62172222" };
      expect(await ask("admin", "Module/116/Save", edit)).toMatchObject({ Code: 200 });
      await act("clerk", "submit", edit.id);
      expect(await act("admin", "audit", edit.id)).toMatchObject({
        Code: 422,
        Msg: expect.stringMatching(/^职责须分开（提出变更 × 审核变更）：您已于 .* 做过“编辑”/),
      });
      const [one, other] = [
        await apply("s1", { fieldName: "BankAcct", newValue: "62173333" }),
        await apply("s1", { fieldName: "BankName", newValue: "别行" }),
      ];
      expect(await act("admin", "audit", one)).toMatchObject({ Code: 200 });
      expect(await act("admin", "audit", other)).toMatchObject({ Code: 422, Msg: expect.stringContaining("已有收款账户变更在等待期内") });
      expect(await act("clerk", "withdraw", one, { reason: "误审" })).toMatchObject({ Code: 200 });
      expect(await accounts()).toContainEqual(["62173333", -1]);
    });

    it("that a supplier did not ask for is withdrawn while it waits: whoever applied does not read it away from the others", async () => {
      const id = await apply("s1", { fieldName: "payeeAdd", newValue: "62170000999988887777" });
      expect(await act("clerk", "audit", id)).toMatchObject({ Code: 200 });
      const mine = async (user: string) =>
        ((await ask(user, "Module/902/GetPage", {})).Result.rows as readonly { readonly content: string; readonly isread: boolean }[])
          .filter(({ content }) => String(content).includes("62170000999988887777"))
          .map(({ isread }) => isread);
      expect([await mine("s1"), await mine("s1b")]).toEqual([[], [false]]);
      expect(await ask("s1", "Module/902/Action", { action: "readall", all: "1" })).toMatchObject({ Code: 200 });
      expect(await mine("s1b")).toEqual([false]);
      expect((await ask("s1b", "Comm/GetRemindCount", {})).Result.remindcount).toBeGreaterThan(0);
      expect(await act("clerk", "withdraw", id, { reason: "供应商来电否认" })).toMatchObject({ Code: 200 });
      await aDayLater();
      await dueNow();
      expect((await accounts()).at(-1)).toEqual(["62170000999988887777", -1]);
      expect(await act("clerk", "withdraw", id, { reason: "再来" })).toMatchObject({ Code: 409 });
    });

    it("puts an account out of use that is not the file's", async () => {
      const { BankAcct } = (await fileOf()) ?? {};
      const own = await apply("clerk", { fieldName: "payeeStop", newValue: String(BankAcct) });
      expect(await act("admin", "audit", own)).toMatchObject({ Code: 422, Msg: "该账号是档案中的收款账号，请先变更账号" });
      const other = await apply("clerk", { fieldName: "payeeStop", newValue: OTHER_ACCOUNT });
      expect(await act("admin", "audit", other)).toMatchObject({ Code: 200 });
      const { id } = await bill(1_000_00n, { BankAcct: OTHER_ACCOUNT });
      expect(await pay("admin", [id])).toMatchObject({ Code: 422, Msg: expect.stringContaining("不是该供应商生效的收款账户") });
    });
  });

  let hours = 0;
  const aDayLater = async () => {
    hours += 25;
    portal.advance(25 * HOUR);
    for (const user of USERS) tokens[user] = await signIn(portal, user);
  };
  /** What the housekeeping does once an hour. */
  const dueNow = () =>
    runDue({
      db: portal.database.kysely,
      registry: portal.registry,
      now: new Date(new Date(`${TODAY}T10:00:00+08:00`).getTime() + hours * HOUR),
      log: (line) => expect(line).toBe(""),
    });
});

describeEngine("a supplier's accounts where the shop wants no second person", (open) => {
  it("are changed in the file at once, and what stood there before stays", async () => {
    const portal = await openPortal({ open, fill: fillPayWorld });
    const boss = await signIn(portal, "boss175");
    const kysely = portal.database.kysely;
    const file = async () => kysely.selectFrom("provider").selectAll().where("SHOP_ID", "=", PLAIN).executeTakeFirstOrThrow();
    const save = async (more: Readonly<Record<string, string>>) => {
      const { Id, rowver } = await file();
      return call(portal, boss, "Module/104/Save", { id: String(Id), rowver: String(rowver), ...more });
    };
    const history = async () => {
      const rows = await kysely.selectFrom("payee_account").selectAll().where("SHOP_ID", "=", PLAIN).orderBy("Id").execute();
      return rows.map(({ BankName, BankAcct, Statu }) => [BankName, BankAcct, Statu]);
    };
    const needed = { OperMode: "1", TaxNo: "91310000000000001X" };
    expect(await save({ ...needed, BankName: "甲行", BankAcct: "62000001" })).toMatchObject({ Code: 200 });
    expect(await history()).toEqual([["甲行", "62000001", 50]]);
    expect(await save({ ...needed, contact: "李四" })).toMatchObject({ Code: 200 });
    expect(await save({ ...needed, BankName: "乙行", BankAcct: "62000002" })).toMatchObject({ Code: 200 });
    expect(await file()).toMatchObject({ BankName: "乙行", BankAcct: "62000002", contact: "李四" });
    // The supplier hears of it although nobody had to agree.
    const told = await kysely.selectFrom("message").select(["side", "content"]).where("entity", "=", "Provider").orderBy("Id").execute();
    expect(told.map(({ side, content }) => [side, String(content).split("，")[0]])).toEqual([
      ["supplier", "变更为收款账户 甲行 62000001"],
      ["shop", "变更为收款账户 甲行 62000001"],
      ["supplier", "变更为收款账户 乙行 62000002"],
      ["shop", "变更为收款账户 乙行 62000002"],
    ]);
    expect(await history()).toEqual([
      ["甲行", "62000001", 60],
      ["乙行", "62000002", 50],
    ]);
  });
});
