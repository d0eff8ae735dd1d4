/*
 * Long on purpose: one world of people and rights for every way round a duty or a limit.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { PASSWORD_HASH, SHOP } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fillBankWorld, makeBill, OTHER_ACCOUNT, put, SUPPLIER } from "../payments/fixtures/bank-world.ts";
import { fillPayWorld, PLAIN, putBill, seenBills } from "./fixtures/pay-world.ts";

const CLIENTS = 64;
const OVER = 1_000_000_01n;
const PAYING = "query,confirm,pay,bankpay,merge,update,balancepay";
const WRITING = "query,add,edit,del,submit,audit,reject";

describeEngine("duties that are kept apart", (open) => {
  let portal: Portal;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    portal = await openPortal({ open, fill: fillBankWorld });
    const { database, registry } = portal;
    for (const [group, grants] of [
      [
        "payers",
        [
          [503, PAYING],
          [510, "query,confirm,recheck"],
        ],
      ],
      ["writers", [[116, WRITING]]],
      [
        "staff",
        [
          [801, "query,add,edit,stop,resetpwd"],
          [803, "query,edit,grant,add"],
          [503, PAYING],
          [116, WRITING],
        ],
      ],
    ] as const) {
      await put(database, registry, "UserGroup", { GroupId: group, GroupName: group, UserKind: "retail", allModules: false, statu: 1 });
      for (const [MdlId, Funcs] of grants) await put(database, registry, "GroupModule", { GroupId: group, MdlId, Funcs });
    }
    for (const [USER_ID, GroupId] of [
      ["payer1", "payers"],
      ["payer2", "payers"],
      ["writer", "writers"],
      ["both", "staff"],
    ] as const) {
      await put(database, registry, "User", {
        USER_ID,
        UsrName: `名-${USER_ID}`,
        UserKind: "retail",
        GroupId,
        PROV_ID: null,
        statu: 1,
        isconfirm: true,
      });
      await database.kysely.insertInto("_credential").values({ USER_ID, hash: PASSWORD_HASH }).execute();
    }
    for (const user of ["admin", "payer1", "payer2", "writer", "both", "s1"]) tokens[user] = await signIn(portal, user);
  });
  const ask = (user: string, path: string, params: Readonly<Record<string, string>>): Promise<Answer> =>
    call(portal, tokens[user] ?? null, path, params);
  const bill = (cents = 1_000_00n, more = {}) => makeBill(portal.database, portal.registry, cents, more);
  const confirm = (user: string, id: number) => ask(user, "BalancePay/ConfirmPay", { ids: String(id), to: "20" });
  const pay = (user: string, id: number) => ask(user, "BalancePay/ConfirmPay", { ids: String(id), to: "50" });
  const apply = (user: string, newValue: string) =>
    ask(user, "Module/116/Save", { provid: SUPPLIER, fieldName: "payeeAdd", newValue, newBank: "示例银行" });

  describe("on one document", () => {
    it("over the amount nobody pays what he has confirmed: the pair, the day and who else are named", async () => {
      const { id, Billid } = await bill(OVER, { Statu: 10 });
      expect(await confirm("payer1", id)).toMatchObject({ Code: 200 });
      const refusal = `职责须分开（财务确认 × 付款）：您已于 2025-06-30 10:00 对付款单 ${Billid} 做过“财务确认”，不能再由您办理“确认付款”，可由名-admin、名-payer2、名-both办理`;
      expect(await pay("payer1", id)).toMatchObject({ Code: 422, Msg: refusal });
      const seen = await ask("payer1", "BalancePay/GetConfirmInfo", { ids: String(id), to: "50" });
      expect(seen.Result).toMatchObject({ ok: false, sums: { pay: "0.00" }, rows: [{ Code: 422, Msg: refusal }] });
      expect(await pay("payer2", id)).toMatchObject({ Code: 200 });
    });

    it("up to the amount one person does both", async () => {
      const { id } = await bill(OVER - 1n, { Statu: 10 });
      expect([await confirm("payer1", id), await pay("payer1", id)]).toMatchObject([{ Code: 200 }, { Code: 200 }]);
    });

    it("who has confirmed the statement does not pay its bill", async () => {
      const { id, BalaBillid } = await bill(OVER);
      const [statement] = await portal.database.kysely.selectFrom("balance").select("Id").where("Billid", "=", BalaBillid).execute();
      await portal.database.kysely.updateTable("balance").set({ B2b_statu: 50 }).where("Billid", "=", BalaBillid).execute();
      expect(await ask("payer1", "Module/510/Action", { action: "recheck", ids: String(statement?.Id) })).toMatchObject({ Code: 200 });
      expect(await pay("payer1", id)).toMatchObject({ Code: 422, Msg: expect.stringContaining("职责须分开（对账确认 × 付款）") });
      expect(await pay("payer2", id)).toMatchObject({ Code: 200 });
    });

    it("a merged payment counts each of its bills, and is shown as refused", async () => {
      const [one, two] = [await bill(OVER, { Statu: 10 }), await bill()];
      expect(await confirm("payer1", one.id)).toMatchObject({ Code: 200 });
      const merged = await ask("payer1", "BalancePay/MergeBll", await seenBills(portal.database, [one.id, two.id]));
      const id = Number(merged.Result.id);
      const paid = (user: string) => ask(user, "BalancePay/ConfirmPay", { ids: String(id), to: "50", fath: "1" });
      const refused = { Code: 422, Msg: expect.stringContaining(one.Billid) };
      const seen = await ask("payer1", "BalancePay/GetConfirmInfo", { ids: String(id), to: "50", fath: "1" });
      expect(seen.Result).toMatchObject({ ok: false, sums: { pay: "0.00" }, rows: [refused] });
      expect(await paid("payer1")).toMatchObject(refused);
      expect(await paid("payer2")).toMatchObject({ Code: 200 });
    });
  });

  describe("over the supplier's account", () => {
    it("who has applied for it pays nothing to it, and who has paid to it applies for it no more", async () => {
      const account = "6217000012340001";
      expect(await apply("both", account)).toMatchObject({ Code: 200 });
      await put(portal.database, portal.registry, "PayeeAccount", {
        provid: SUPPLIER,
        BankName: "示例银行",
        BankAcct: account,
        isExtra: true,
        Statu: 50,
      });
      const { id } = await bill(100n, { BankName: "示例银行", BankAcct: account });
      expect(await pay("both", id)).toMatchObject({ Code: 422, Msg: expect.stringContaining("职责须分开（收款账户变更 × 付款）") });
      const other = await bill(100n, { BankAcct: OTHER_ACCOUNT });
      expect(await pay("both", other.id)).toMatchObject({ Code: 200 });
      expect(await apply("both", OTHER_ACCOUNT)).toMatchObject({ Code: 422, Msg: expect.stringContaining("做过“确认付款”") });
      expect(await pay("payer1", id)).toMatchObject({ Code: 200 });
    });

    it("what the system pays in consequence counts for who has set it off: a merged payment for each of its bills", async () => {
      const account = "6217000012340009";
      const bills = [await bill(100n, { BankAcct: account }), await bill(100n, { BankAcct: account })];
      const merged = await ask(
        "both",
        "BalancePay/MergeBll",
        await seenBills(
          portal.database,
          bills.map(({ id }) => id),
        ),
      );
      expect(await ask("both", "BalancePay/ConfirmPay", { ids: String(merged.Result.id), to: "50", fath: "1" })).toMatchObject({
        Code: 200,
      });
      expect(await apply("both", account)).toMatchObject({ Code: 422, Msg: expect.stringMatching(/您已于 .* 做过“随合并单付款”/) });
      expect(await apply("writer", account)).toMatchObject({ Code: 200 });
      const logged = await portal.database.kysely
        .selectFrom("event_log")
        .select(["USER_ID", "causedBy"])
        .where("action", "=", "mergedpay")
        .where("bllid", "=", String(bills[0]?.id))
        .execute();
      expect(logged).toEqual([{ USER_ID: "@system", causedBy: "both" }]);
    });

    it("an account that the bill does not name itself counts by the file", async () => {
      const account = "6217000012340002";
      await apply("both", account);
      const provider = portal.database.kysely.updateTable("provider").where("SHOP_ID", "=", SHOP).where("provid", "=", SUPPLIER);
      await provider.set({ BankAcct: account }).execute();
      const { id } = await bill(100n);
      expect(await pay("both", id)).toMatchObject({ Code: 422, Msg: expect.stringContaining("档案账号") });
      await provider.set({ BankAcct: "6200 0000 0001" }).execute();
      expect(await pay("both", id)).toMatchObject({ Code: 200 });
    });

    it("one person in two sessions does not get by: of both at once one is refused", async () => {
      const second = await signIn(portal, "both");
      for (let round = 0; round < 8; round++) {
        const account = `62170000555500${String(round).padStart(2, "0")}`;
        const { id } = await bill(100n, { BankAcct: account });
        const paying = () => call(portal, second, "BalancePay/ConfirmPay", { ids: String(id), to: "50" });
        const answers = await Promise.all(round % 2 === 0 ? [paying(), apply("both", account)] : [apply("both", account), paying()]);
        expect(answers.map(({ Code }) => Code).sort()).toEqual([200, 422]);
      }
    });

    it("the supplier's own applications keep nobody of the shop from paying", async () => {
      const account = "6217000012340003";
      await put(portal.database, portal.registry, "GroupModule", { GroupId: "supplier", MdlId: 116, Funcs: WRITING });
      expect(await ask("s1", "Module/116/Save", { fieldName: "payeeAdd", newValue: account, newBank: "示例银行" })).toMatchObject({
        Code: 200,
      });
      expect(await pay("both", (await bill(100n, { BankAcct: account })).id)).toMatchObject({ Code: 200 });
    });
  });

  describe("when rights are given", () => {
    const user = async (USER_ID: string) => {
      const [row] = await portal.database.kysely.selectFrom("user").select(["Id", "rowver"]).where("USER_ID", "=", USER_ID).execute();
      return { id: String(row?.Id), rowver: String(row?.rowver) };
    };
    const PAIR = "职责须分开（收款账户变更 × 付款）";

    it("a group does not get both", async () => {
      const [group] = await portal.database.kysely
        .selectFrom("user_group")
        .select(["Id", "rowver"])
        .where("GroupId", "=", "writers")
        .execute();
      const grants = JSON.stringify({ 116: WRITING.split(","), 503: PAYING.split(",") });
      const sent = { id: String(group?.Id), rowver: String(group?.rowver), grants };
      expect(await ask("admin", "Module/803/Grant", sent)).toMatchObject({
        Code: 422,
        Msg: `${PAIR}：用户组“writers”不能同时拥有基础资料维护.add和付款单.pay，请分给不同的人`,
      });
    });

    it("nobody new comes into a group that has both, by whatever way; who is in it stays", async () => {
      const refused = { Code: 422, Msg: expect.stringContaining(`${PAIR}：用户“`) };
      expect(await ask("admin", "Module/801/Save", { USER_ID: "newone", UsrName: "新", GroupId: "staff" })).toMatchObject(refused);
      expect(await ask("admin", "Module/801/Save", { ...(await user("writer")), GroupId: "staff" })).toMatchObject(refused);
      const both = await user("both");
      expect(await ask("admin", "Module/801/Save", { ...both, tel: "13800000000" })).toMatchObject({ Code: 200 });
      expect(await ask("admin", "Module/801/Action", { action: "disable", ids: both.id })).toMatchObject({ Code: 200 });
      expect(await ask("admin", "Module/801/Action", { action: "enable", ids: both.id })).toMatchObject(refused);
      await portal.database.kysely.updateTable("user").set({ statu: 1 }).where("USER_ID", "=", "both").execute();
      tokens.both = await signIn(portal, "both");
    });
  });

  describe("limits of a day", () => {
    const limit = (key: string, ConfigValue: string) =>
      put(portal.database, portal.registry, "ConfigItem", {
        ConfigKey: key,
        ConfigName: key,
        ConfigGroup: "付款",
        ValueType: "text",
        ConfigValue,
        statu: 1,
      });

    it("64 payments at once come to no more than one may pay", async () => {
      await limit("limit.pay.payer2", "3000");
      const used = await portal.database.kysely.selectFrom("_day_used").select("used").where("USER_ID", "=", "payer2").execute();
      expect(used).toEqual([]);
      const bills = [];
      for (let n = 0; n < CLIENTS; n++) bills.push(await bill(900_00n));
      const answers = await Promise.all(bills.map(({ id }) => pay("payer2", id)));
      expect(answers.filter(({ Code }) => Code === 200)).toHaveLength(3);
      const [refused] = answers.filter(({ Code }) => Code !== 200);
      expect(refused).toMatchObject({
        Code: 422,
        Msg: "超过您的每日付款限额 3000.00 元：今天已用 2700.00 元，本单 900.00 元，可由名-admin、名-payer1、名-both办理",
      });
    });

    it("is a group's unless the user has his own, and stands in the way where it is no amount", async () => {
      await limit("limit.pay.payers", "1");
      expect(await pay("payer1", (await bill(2_00n)).id)).toMatchObject({ Code: 422, Msg: expect.stringContaining("限额 1.00 元") });
      expect(await pay("payer2", (await bill(2_00n)).id)).toMatchObject({ Code: 200 });
      await limit("limit.pay.both", "不限");
      expect(await pay("both", (await bill(2_00n)).id)).toMatchObject({
        Code: 422,
        Msg: "配置项“每人每日付款限额”（limit.pay.both）应为不小于 0 的金额，最多两位小数（元），现在是“不限”，请联系管理员更正",
      });
    });

    it("holds for what somebody approves, and leaves what is over it to others", async () => {
      await limit("limit.approve.both", "10");
      await put(portal.database, portal.registry, "GroupModule", { GroupId: "staff", MdlId: 504, Funcs: "query,audit" });
      tokens.both = await signIn(portal, "both");
      const asked = async (Billid: string) => {
        const made = await bill(6_00n, { Statu: 10 });
        const of = { provid: SUPPLIER, Billid, ApplyType: "balance", BalaBillid: made.BalaBillid, PayBillid: made.Billid };
        const by = { applicant: "s1", applyside: "supplier", busdate: "2025-06-30", applyMoney: 6_00n, stt: 10 };
        return String((await put(portal.database, portal.registry, "PayApply", { ...of, ...by })).Id);
      };
      const approve = (user: string, ids: string) => ask(user, "Module/504/Action", { action: "audit", ids });
      const [one, two] = [await asked("SQL1"), await asked("SQL2")];
      expect(await approve("both", one)).toMatchObject({ Code: 200 });
      expect(await approve("both", two)).toMatchObject({
        Code: 422,
        Msg: expect.stringContaining("超过您的每日付款审批限额 10.00 元：今天已用 6.00 元，本单 6.00 元"),
      });
      expect(await approve("admin", two)).toMatchObject({ Code: 200 });
    });

    it("counts confirmations apart from payments, and what is only looked at not at all", async () => {
      await limit("limit.confirm.both", "10");
      const { id } = await bill(6_00n, { Statu: 10 });
      await ask("both", "Module/503/Preview", { action: "confirm", ids: String(id) });
      expect(await confirm("both", id)).toMatchObject({ Code: 200 });
      const next = await bill(6_00n, { Statu: 10 });
      expect((await ask("both", "Module/503/Preview", { action: "confirm", ids: String(next.id) })).Result.rows[0]).toMatchObject({
        Code: 422,
      });
      expect(await confirm("both", next.id)).toMatchObject({ Code: 422, Msg: expect.stringContaining("今天已用 6.00 元") });
    });
  });
});

describeEngine("a shop of the plain profile", (open) => {
  it("keeps nothing apart", async () => {
    const portal = await openPortal({ open, fill: fillPayWorld });
    const token = await signIn(portal, "boss175");
    const { id } = await putBill(portal.database, portal.registry, { shopId: PLAIN, cents: OVER, statu: 10 });
    for (const to of ["20", "50"])
      expect(await call(portal, token, "BalancePay/ConfirmPay", { ids: String(id), to })).toMatchObject({ Code: 200 });
  });
});
