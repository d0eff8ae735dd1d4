/*
 * Long on purpose: one world of people for every way in which one acts for another.
 */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { type Answer, call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { EXPIRED, PASSWORD_HASH } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fillBankWorld, makeBill, put, SUPPLIER } from "../payments/fixtures/bank-world.ts";

const CLIENTS = 64;
const OVER = 1_000_000_01n;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PAYING = "query,confirm,pay,bankpay,merge,update,balancepay";
const GIVING = "query,add,stop";
const PAY = "503.query,503.pay,503.confirm,503.balancepay";

const GROUPS: Readonly<Record<string, readonly (readonly [page: number, functions: string])[]>> = {
  payers: [
    [503, PAYING],
    [9006, GIVING],
  ],
  helpers: [
    [8901, "query,audit"],
    [9006, GIVING],
  ],
  writers: [
    [116, "query,add,edit,del,submit"],
    [9006, GIVING],
  ],
  managers: [
    [9007, GIVING],
    [503, PAYING],
  ],
  clerks: [[9007, GIVING]],
  fin: [[504, "query,audit,reject"]],
  boss: [
    [504, "query,audit,reject"],
    [9006, GIVING],
  ],
};

const PEOPLE = {
  zhang: "payers",
  payer2: "payers",
  li: "helpers",
  wang: "helpers",
  writer: "writers",
  manager: "managers",
  powerless: "clerks",
  fin1: "fin",
  boss1: "boss",
} as const;

describeEngine("delegates of those who are away", (open) => {
  let portal: Portal;
  const tokens: Record<string, string> = {};
  const enter = async () => {
    for (const user of [...Object.keys(PEOPLE), "admin", "s1", "s2"]) tokens[user] = await signIn(portal, user);
  };
  beforeAll(async () => {
    portal = await openPortal({ open, fill: fillBankWorld });
    const { database, registry } = portal;
    for (const [GroupId, grants] of Object.entries(GROUPS)) {
      await put(database, registry, "UserGroup", { GroupId, GroupName: GroupId, UserKind: "retail", allModules: false, statu: 1 });
      for (const [MdlId, Funcs] of grants) await put(database, registry, "GroupModule", { GroupId, MdlId, Funcs });
    }
    for (const [USER_ID, GroupId] of Object.entries(PEOPLE)) {
      const user = { USER_ID, UsrName: `名-${USER_ID}`, UserKind: "retail", GroupId, PROV_ID: null, statu: 1, isconfirm: false };
      await put(database, registry, "User", user);
      await database.kysely.insertInto("_credential").values({ USER_ID, hash: PASSWORD_HASH }).execute();
    }
    await enter();
  });
  const ask = (user: string, path: string, params: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    call(portal, tokens[user] ?? null, path, params);
  const dates = (first: number, last: number) => {
    const day = (days: number) => new Date(Date.parse("2025-06-30T00:00:00Z") + days * DAY).toISOString().slice(0, 10);
    return { startdate: day(first), enddate: day(last) };
  };
  const give = (user: string, delegate: string, Funcs: string, more: Readonly<Record<string, string>> = {}, page = 9006) =>
    ask(user, `Module/${page}/Save`, { delegate, Funcs, ...dates(0, 5), reason: "年假", ...more });
  const end = (user: string, id: number, page = 9006) => ask(user, `Module/${page}/Action`, { action: "end", ids: String(id) });
  const idOf = ({ Result }: Answer) => Number(Result.id);
  const bill = (cents = 1_000_00n, more = {}) => makeBill(portal.database, portal.registry, cents, more);
  const confirm = (user: string, id: number) => ask(user, "BalancePay/ConfirmPay", { ids: String(id), to: "20" });
  const pay = (user: string, id: number) => ask(user, "BalancePay/ConfirmPay", { ids: String(id), to: "50" });
  const events = (entity: string, id: number) =>
    portal.database.kysely
      .selectFrom("event_log")
      .selectAll()
      .where("entity", "=", entity)
      .where("bllid", "=", String(id))
      .execute() as Promise<Row[]>;
  // Nobody keeps anything from one test to the next.
  beforeEach(async () => {
    await portal.database.kysely.updateTable("delegation").set({ stt: 90 }).execute();
  });

  describe("while it runs", () => {
    it("the colleague may do what was given, at once and without signing in anew, and every record names both", async () => {
      const { id } = await bill(1_000_00n, { Statu: 10 });
      expect(await confirm("li", id)).toMatchObject({ Code: 403 });
      expect(await give("zhang", "li", PAY)).toMatchObject({ Code: 200 });
      expect(await confirm("li", id)).toMatchObject({ Code: 200 });
      expect(await pay("li", id)).toMatchObject({ Code: 200 });
      const both = { USER_ID: "li", forUser: "zhang", UsrName: "名-li（代 名-zhang）" };
      expect(await events("BalancePay", id)).toMatchObject([
        { action: "confirm", ...both },
        { action: "pay", ...both },
      ]);
      const row = await portal.database.kysely
        .selectFrom("balance_pay")
        .select(["payer", "auditor"])
        .where("Id", "=", id)
        .executeTakeFirst();
      expect(row).toEqual({ payer: both.UsrName, auditor: both.UsrName });
      const log = await ask("admin", "Module/9004/GetPage", {
        filter: JSON.stringify([{ field: "UsrName", operator: "contains", value: "代 名-zhang" }]),
      });
      expect(log.Result.rows).toHaveLength(2);
    });

    it("he does it in his own name where he holds the function himself, and nothing else of the page", async () => {
      expect(await give("zhang", "payer2", PAY)).toMatchObject({ Code: 200 });
      const { id } = await bill();
      expect(await pay("payer2", id)).toMatchObject({ Code: 200 });
      expect(await events("BalancePay", id)).toMatchObject([{ USER_ID: "payer2", forUser: null, UsrName: "名-payer2" }]);
      expect(await give("zhang", "li", "503.query")).toMatchObject({ Code: 200 });
      expect(await ask("li", "Module/503/GetPage")).toMatchObject({ Code: 200 });
      const other = await bill();
      expect(await pay("li", other.id)).toMatchObject({ Code: 403 });
    });

    it("it begins and ends by the day, with no restart and no job", async () => {
      expect(await give("zhang", "li", PAY, dates(1, 2))).toMatchObject({ Code: 200 });
      const { id } = await bill();
      expect(await pay("li", id)).toMatchObject({ Code: 403 });
      const states = async () => ((await ask("zhang", "Module/9006/GetPage")).Result.rows as readonly Row[]).map(({ state }) => state)[0];
      expect(await states()).toBe("waiting");
      portal.advance(DAY);
      await enter();
      expect(await states()).toBe("running");
      expect(await pay("li", id)).toMatchObject({ Code: 200 });
      portal.advance(2 * DAY - 11 * HOUR); // 23:00 of its last day
      await enter();
      expect(await ask("li", "Module/503/GetPage")).toMatchObject({ Code: 200 });
      portal.advance(HOUR);
      await enter();
      expect(await ask("li", "Module/503/GetPage")).toMatchObject({ Code: 403 });
      expect(await states()).toBe("over");
      portal.advance(-3 * DAY + 10 * HOUR);
      await enter();
    });

    it("what the absent loses, or his account, the colleague loses with the next call", async () => {
      expect(await give("zhang", "li", PAY)).toMatchObject({ Code: 200 });
      const { kysely } = portal.database;
      const grants = (Funcs: string) =>
        kysely.updateTable("group_module").set({ Funcs }).where("GroupId", "=", "payers").where("MdlId", "=", 503).execute();
      const { id } = await bill();
      await grants("query,confirm");
      expect(await pay("li", id)).toMatchObject({ Code: 403 });
      expect(await ask("li", "Module/503/GetPage")).toMatchObject({ Code: 200 });
      await grants(PAYING);
      const zhang = (statu: number) => kysely.updateTable("user").set({ statu }).where("USER_ID", "=", "zhang").execute();
      await zhang(0);
      expect(await ask("li", "Module/503/GetPage")).toMatchObject({ Code: 403 });
      await zhang(1);
      expect(await ask("li", "Module/503/GetPage")).toMatchObject({ Code: 200 });
    });

    it("who must show a second factor for what he was given must show his own", async () => {
      const strict = await openPortal({
        open: async () => portal.database,
        fill: async () => undefined,
        settings: { secondFactor: "required" },
      });
      const token = await signIn(strict, "li");
      expect(await call(strict, token, "Module/8901/GetPage")).toMatchObject({ Code: 200 });
      expect(await give("zhang", "li", PAY)).toMatchObject({ Code: 200 });
      expect(await call(strict, token, "Module/503/GetPage")).toMatchObject({ Code: 403, Msg: expect.stringContaining("两步验证") });
    });
  });

  describe("duties that are two people's", () => {
    it("what was done for somebody was done by both", async () => {
      expect(await give("zhang", "li", PAY)).toMatchObject({ Code: 200 });
      const { id } = await bill(OVER, { Statu: 10 });
      expect(await confirm("li", id)).toMatchObject({ Code: 200 });
      const refused = {
        Code: 422,
        Msg: expect.stringMatching(/^职责须分开（财务确认 × 付款）：名-li（代 名-zhang）已于 .*，不能再由您办理/),
      };
      expect(await pay("zhang", id)).toMatchObject(refused);
      expect(await pay("li", id)).toMatchObject(refused);
      expect(await pay("payer2", id)).toMatchObject({ Code: 200 });
    });

    it("who has confirmed a bill does not have it paid by his delegate", async () => {
      expect(await give("zhang", "li", PAY)).toMatchObject({ Code: 200 });
      const { id } = await bill(OVER, { Statu: 10 });
      expect(await confirm("zhang", id)).toMatchObject({ Code: 200 });
      expect(await pay("li", id)).toMatchObject({ Code: 422, Msg: expect.stringContaining("名-zhang已于") });
      expect(await pay("payer2", id)).toMatchObject({ Code: 200 });
    });

    it("nobody is given the other half of a pair, neither by two who are away nor by a group afterwards", async () => {
      const refused = { Code: 422, Msg: expect.stringMatching(/^职责须分开（收款账户变更 × 付款）：名-/) };
      expect(await give("zhang", "writer", PAY)).toMatchObject(refused);
      expect(await give("writer", "li", "116.query,116.add,116.submit")).toMatchObject({ Code: 200 });
      expect(await give("zhang", "li", PAY)).toMatchObject(refused);
      expect(await give("zhang", "wang", PAY)).toMatchObject({ Code: 200 });
      expect(await pay("wang", (await bill()).id)).toMatchObject({ Code: 200 });
      await put(portal.database, portal.registry, "GroupModule", { GroupId: "helpers", MdlId: 116, Funcs: "query,add,submit" });
      expect(await pay("wang", (await bill()).id)).toMatchObject({ Code: 403 });
      expect(await ask("wang", "Module/503/GetPage")).toMatchObject({ Code: 200 });
      await portal.database.kysely.deleteFrom("group_module").where("GroupId", "=", "helpers").where("MdlId", "=", 116).execute();
    });

    it("the limit of a day is that of both", async () => {
      const limit = (user: string, ConfigValue: string) =>
        put(portal.database, portal.registry, "ConfigItem", {
          ConfigKey: `limit.confirm.${user}`,
          ConfigName: user,
          ConfigGroup: "付款",
          ValueType: "text",
          ConfigValue,
          statu: 1,
        });
      await portal.database.kysely.deleteFrom("_day_used").execute();
      await limit("zhang", "10");
      await limit("wang", "5");
      expect(await give("zhang", "li", PAY)).toMatchObject({ Code: 200 });
      expect(await give("zhang", "wang", PAY)).toMatchObject({ Code: 200 });
      const of = async (cents: bigint) => (await bill(cents, { Statu: 10 })).id;
      expect(await confirm("li", await of(4_00n))).toMatchObject({ Code: 200 });
      expect(await confirm("zhang", await of(7_00n))).toMatchObject({
        Code: 422,
        Msg: expect.stringContaining("超过您的每日财务确认限额 10.00 元：今天已用 4.00 元"),
      });
      expect(await confirm("li", await of(7_00n))).toMatchObject({
        Code: 422,
        Msg: expect.stringContaining("超过委托人 zhang 的每日财务确认限额"),
      });
      expect(await confirm("wang", await of(5_50n))).toMatchObject({
        Code: 422,
        Msg: expect.stringContaining("超过您的每日财务确认限额 5.00 元"),
      });
      await portal.database.kysely.deleteFrom("config_item").where("ConfigKey", "like", "limit.confirm.%").execute();
    });
  });

  describe("nodes of approval", () => {
    beforeAll(async () => {
      const rule = (NodeNo: number, GroupId: string) =>
        put(portal.database, portal.registry, "AuditRule", {
          MdlId: 504,
          NodeNo,
          NodeName: `节点${NodeNo}`,
          GroupId,
          minMoney: 0n,
          statu: 1,
        });
      await rule(1, "fin");
      await rule(2, "boss");
    });
    let made = 0;
    const apply = async (more: Row = {}) => {
      const Billid = `SQ2025063000${++made}`;
      const state = {
        stt: 10,
        NodeNo: 1,
        NodeName: "节点1",
        ApplyType: "balance",
        applyside: "supplier",
        applicant: "s1",
        submitter: "s1",
      };
      const row = {
        Billid,
        provid: SUPPLIER,
        busdate: "2025-06-30",
        applyMoney: 10_00n,
        submittime: "2025-06-30 09:00:00",
        ...state,
        ...more,
      };
      return { Billid, id: Number((await put(portal.database, portal.registry, "PayApply", row)).Id) };
    };
    const agree = (user: string, id: number) => ask(user, "Module/504/Action", { action: "audit", ids: String(id) });
    const log = (Billid: string) =>
      portal.database.kysely
        .selectFrom("approve_log")
        .select(["NodeNo", "USER_ID", "forUser", "auditor"])
        .where("Billid", "=", Billid)
        .orderBy("Id")
        .execute();

    it("that belong to a group take its member's delegate, also one who has the right himself", async () => {
      expect(await give("boss1", "fin1", "504.query,504.audit")).toMatchObject({ Code: 200 });
      const { id, Billid } = await apply();
      expect(await agree("fin1", id)).toMatchObject({ Code: 200 });
      const seen = await ask("fin1", "Module/504/Preview", { action: "audit", ids: String(id) });
      expect(seen.Result.rows[0]).toMatchObject({ Code: 200 });
      expect(await agree("fin1", id)).toMatchObject({ Code: 200 });
      expect(await log(Billid)).toEqual([
        { NodeNo: 1, USER_ID: "fin1", forUser: null, auditor: "名-fin1" },
        { NodeNo: 2, USER_ID: "fin1", forUser: "boss1", auditor: "名-fin1（代 名-boss1）" },
      ]);
    });

    it("nobody has his own application approved by his delegate", async () => {
      expect(await give("boss1", "li", "504.query,504.audit")).toMatchObject({ Code: 200 });
      const { id } = await apply({ NodeNo: 2, NodeName: "节点2", applyside: "shop", applicant: "boss1", submitter: "boss1" });
      expect(await agree("li", id)).toMatchObject({ Code: 422, Msg: "不能审批自己提交的申请" });
    });

    it("nobody agrees twice at one node, as himself and by his delegate", async () => {
      await portal.database.kysely.updateTable("audit_rule").set({ passAll: true }).execute();
      await put(portal.database, portal.registry, "User", {
        USER_ID: "boss2",
        UsrName: "名-boss2",
        UserKind: "retail",
        GroupId: "boss",
        PROV_ID: null,
        statu: 1,
      });
      expect(await give("boss1", "li", "504.query,504.audit")).toMatchObject({ Code: 200 });
      const { id } = await apply({ NodeNo: 2, NodeName: "节点2" });
      expect(await agree("li", id)).toMatchObject({ Code: 200 });
      expect(await agree("boss1", id)).toMatchObject({ Code: 422, Msg: "您已在当前节点同意" });
    });
  });

  describe("what can be given", () => {
    const told = async (user: string, path: string, params = {}) =>
      ((await ask(user, path, params)).Result.groups as readonly { readonly modules: readonly { readonly MdlId: number }[] }[]).flatMap(
        ({ modules }) => modules.map(({ MdlId }) => MdlId),
      );

    it("is what one holds oneself, by page, and nothing that gives rights", async () => {
      expect(await told("zhang", "Module/9006/Delegable")).toEqual([503]);
      const all = await told("admin", "Module/9006/Delegable");
      expect(all).toContain(503);
      for (const page of [801, 803, 9006, 9007]) expect(all, String(page)).not.toContain(page);
      expect(await give("admin", "li", "801.query,801.edit")).toMatchObject({
        Code: 422,
        Msg: expect.stringContaining("没有可委托的功能"),
      });
    });

    it("is never given on", async () => {
      expect(await give("zhang", "li", PAY)).toMatchObject({ Code: 200 });
      expect(await told("li", "Module/9006/Delegable")).toEqual([8901]);
      expect(await give("li", "wang", PAY)).toMatchObject({ Code: 422, Msg: "名-li 没有可委托的功能“付款单.查询”" });
    });

    it("has a reason and two days, at most 90 from one to the other and none that is past", async () => {
      for (const more of [
        { reason: "" },
        { enddate: "" },
        { startdate: "" },
        dates(-1, 3),
        dates(3, 2),
        { Funcs: "" },
        { delegate: "" },
      ] as Readonly<Record<string, string>>[])
        expect(await give("zhang", "li", PAY, more), JSON.stringify(more)).toMatchObject({ Code: 400 });
      for (const Funcs of ["503.pay", "503", "pay,query", "503.query,503.nonsense", "99999.query"])
        expect(await give("zhang", "li", Funcs), Funcs).toMatchObject({ Code: 422 });
      expect(await give("zhang", "li", PAY, dates(0, 90))).toMatchObject({ Code: 422, Msg: "委托最长 90 天，现在是 91 天" });
      expect(await give("zhang", "zhang", PAY)).toMatchObject({ Code: 422, Msg: "不能委托给自己" });
      expect(await give("zhang", "li", PAY, dates(0, 89))).toMatchObject({ Code: 200 });
    });

    it("goes to no other side, supplier or shop", async () => {
      await put(portal.database, portal.registry, "GroupModule", { GroupId: "supplier", MdlId: 9006, Funcs: GIVING });
      for (const [from, to] of [
        ["zhang", "s1"],
        ["zhang", "late"],
        ["s1", "zhang"],
        ["s1", "s2"],
      ] as const)
        expect((await give(from, to, from === "s1" ? "202.query" : PAY)).Code, `${from} ${to}`).not.toBe(200);
      expect(await give("zhang", "li", PAY)).toMatchObject({ Code: 200 });
      await portal.database.kysely.updateTable("user").set({ SHOP_ID: EXPIRED }).where("USER_ID", "=", "zhang").execute();
      expect(await ask("li", "Module/503/GetPage")).toMatchObject({ Code: 403 });
      await portal.database.kysely.updateTable("user").set({ SHOP_ID: "0000000054" }).where("USER_ID", "=", "zhang").execute();
      await put(portal.database, portal.registry, "User", {
        USER_ID: "s1b",
        UsrName: "同事",
        UserKind: "supplier",
        GroupId: "supplier",
        PROV_ID: SUPPLIER,
        statu: 1,
      });
      expect(await give("s1", "s1b", "8901.query")).toMatchObject({ Code: 200, Msg: "保存成功" });
    });
  });

  describe("an administrator", () => {
    it("makes one for somebody who is away already, of what he holds himself, and not for himself", async () => {
      const away = (user: string, delegate: string) => give(user, delegate, PAY, { absent: "zhang" }, 9007);
      expect(await away("powerless", "li")).toMatchObject({ Code: 403, Msg: "不能委托自己没有的权限：付款单.查询" });
      expect(await away("manager", "manager")).toMatchObject({ Code: 422, Msg: expect.stringContaining("不能把他人的功能委托给自己") });
      expect(await give("wang", "li", PAY, { absent: "zhang" })).not.toMatchObject({ Code: 200 });
      const given = await away("manager", "li");
      expect(given).toMatchObject({ Code: 200 });
      const [row] = (await ask("li", "Module/9006/GetPage")).Result.rows as readonly Row[];
      expect(row).toMatchObject({
        absentName: "名-zhang",
        delegateName: "名-li",
        creator: "名-manager",
        Funcs: "付款单：查询、确认付款、财务确认、免附件付款",
      });
      expect(await pay("li", (await bill()).id)).toMatchObject({ Code: 200 });
      expect(await end("manager", idOf(given), 9007)).toMatchObject({ Code: 200 });
      expect(await pay("li", (await bill()).id)).toMatchObject({ Code: 403 });
    });

    it("either of the two ends it before its day, and nobody else sees it", async () => {
      for (const user of ["zhang", "li"]) {
        const id = idOf(await give("zhang", "li", PAY));
        expect(await end("wang", id)).toMatchObject({ Code: 404 });
        expect(await end(user, id)).toMatchObject({ Code: 200 });
        expect(await ask("li", "Module/503/GetPage")).toMatchObject({ Code: 403 });
        expect(await end(user, id)).toMatchObject({ Code: 409 });
        expect(await events("Delegation", id)).toMatchObject([{ action: "create" }, { action: "end", USER_ID: user }]);
      }
    });
  });

  it("64 calls at once, one of them its end: nothing is done for the absent after it", async () => {
    const id = idOf(await give("zhang", "li", PAY));
    const bills = [];
    for (let n = 1; n < CLIENTS; n++) bills.push(await bill());
    const asked = bills.flatMap((one, index) => (index === CLIENTS / 4 ? [end("zhang", id), pay("li", one.id)] : [pay("li", one.id)]));
    const answers = await Promise.all(asked);
    const [ended] = (await events("Delegation", id)).filter(({ action }) => action === "end");
    expect(ended).toBeDefined();
    const paid = (await Promise.all(bills.map((one) => events("BalancePay", one.id)))).flat();
    expect(paid).toHaveLength(answers.filter(({ Code }) => Code === 200).length - 1);
    expect(paid.filter((event) => Number(event.Id) > Number(ended?.Id))).toEqual([]);
    for (const { Code } of answers) expect([200, 403, 422]).toContain(Code);
    expect(await pay("li", (await bill()).id)).toMatchObject({ Code: 403 });
  });
});
