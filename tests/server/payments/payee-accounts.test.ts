import { beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "../../../src/server/auth/password.ts";
import { runDue } from "../../../src/server/engine/run-due.ts";
import { type Answer, call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { PASSWORD, SHOP, TODAY } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fillPayWorld, PLAIN, seenBills } from "../money/fixtures/pay-world.ts";
import { fillBankWorld, makeBill, OTHER_ACCOUNT, put, SUPPLIER } from "./fixtures/bank-world.ts";
import { startTestSandbox, type TestSandbox } from "./fixtures/test-sandbox.ts";

const MAIN = "6200 0000 0001";
const NEW = "6217000033334444";
const HOUR = 3_600_000;

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
    ] as const)
      await put(portal.database, portal.registry, "GroupModule", { GroupId, MdlId, Funcs: GroupId === "till" ? `${all},balancepay` : all });
    const group = { GroupId: "till", GroupName: "till", UserKind: "retail", allModules: false, statu: 1 };
    await put(portal.database, portal.registry, "UserGroup", group);
    await put(portal.database, portal.registry, "User", {
      USER_ID: "till",
      UsrName: "名-till",
      UserKind: "retail",
      GroupId: "till",
      statu: 1,
    });
    const hash = await hashPassword(PASSWORD);
    await portal.database.kysely.insertInto("_credential").values({ USER_ID: "till", hash }).execute();
    for (const user of ["admin", "clerk", "till", "s1"]) tokens[user] = await signIn(portal, user);
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
      const told = await rowsOf("Message", { provid: SUPPLIER, side: "supplier", bllid: id });
      expect(told.map(({ content }) => content).join()).toContain(`变更为收款账户 新开银行 ${NEW}`);
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

    it("that a supplier did not ask for is withdrawn while it waits", async () => {
      const id = await apply("s1", { fieldName: "payeeAdd", newValue: "62170000999988887777" });
      expect(await act("clerk", "audit", id)).toMatchObject({ Code: 200 });
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
    for (const user of ["admin", "clerk", "till", "s1"]) tokens[user] = await signIn(portal, user);
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
    expect(await history()).toEqual([
      ["甲行", "62000001", 60],
      ["乙行", "62000002", 50],
    ]);
  });
});
