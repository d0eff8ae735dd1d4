/*
 * Long on purpose: one world in which every setting is changed by its page and seen to act; a setting without its case fails the last test.
 */
import { beforeAll, expect, it } from "vitest";
import { forgetOldMessages } from "../../../src/server/engine/forget-messages.ts";
import { runDue } from "../../../src/server/engine/run-due.ts";
import { startDuePeriods } from "../../../src/server/features/settlement/periods.ts";
import { addDays } from "../../../src/shared/domain/day.ts";
import { type Answer, call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { send } from "../app/fixtures/uploads.ts";
import { TODAY as ANCHOR, PASSWORD, SHOP } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fillBankWorld, makeBill, put, SUPPLIER } from "../payments/fixtures/bank-world.ts";

const MINUTE = 60_000;
/** The bills of this world were written without counting their numbers: those of another day are free. */
const TODAY = addDays(ANCHOR, 1);
const OTHER_SHOP_ADMIN = "mall01";
const ALL = "query,add,edit,del,submit,audit,reject";

describeEngine("what is set on its page acts at once, without a restart, in its shop alone:", (open) => {
  let portal: Portal;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    portal = await openPortal({ open, fill: fillBankWorld });
    portal.advance(24 * 60 * MINUTE);
    for (const [GroupId, MdlId] of [
      ["clerk", 116],
      ["supplier", 504],
      ["supplier", 514],
    ] as const)
      await put(portal.database, portal.registry, "GroupModule", { GroupId, MdlId, Funcs: ALL });
    for (const user of ["admin", "clerk", "s1", OTHER_SHOP_ADMIN]) tokens[user] = await signIn(portal, user);
  });
  const ask = (user: string, path: string, params: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    call(portal, tokens[user] ?? null, path, params);
  const result = async (user: string, path: string, params: Readonly<Record<string, string>> = {}) => {
    const answer = await ask(user, path, params);
    if (answer.Code !== 200) throw new Error(`${path}: ${answer.Code} ${answer.Msg}`);
    return answer.Result;
  };
  const make = (entity: string, values: Parameters<typeof put>[3]) => put(portal.database, portal.registry, entity, values);
  const rows = (table: string, where: Readonly<Record<string, unknown>>) => {
    let query = portal.database.kysely.selectFrom(table).selectAll().where("SHOP_ID", "=", SHOP);
    for (const [name, value] of Object.entries(where)) query = query.where(name, "=", value);
    return query.execute();
  };
  const now = (days = 0) => new Date(`${addDays(TODAY, days)}T10:00:00+08:00`);

  /** Changes the setting by a page that shows it; empty: the default counts. */
  const set = async (key: string, ConfigValue: string) => {
    const page = portal.registry.settings[key]?.scope === "website" ? "121" : "117";
    const { rows: all } = await result("admin", `Module/${page}/GetPage`, { rows: "999" });
    const { Id, rowver } = all.find(({ ConfigKey }: { ConfigKey: string }) => ConfigKey === key);
    await result("admin", `Module/${page}/Save`, { id: String(Id), rowver: String(rowver), ConfigValue });
  };
  /** What a refused call says; of one that is done its code. */
  const refusalOf = ({ Code, Msg, Result }: Answer): unknown => {
    const one = Result?.results?.[0] ?? { Code, Msg };
    return one.Code === 200 ? 200 : one.Msg;
  };
  const tried = new Set<string>();
  /** A case: what is seen with the default, with another value, and with the default again. */
  const acts = (key: string, value: string, see: () => Promise<unknown>, before: unknown, after: unknown) =>
    it(`${key} ${value}`, async () => {
      tried.add(key);
      expect(await see(), "by default").toEqual(before);
      await set(key, value);
      expect(await see(), `with ${value}`).toEqual(after);
      await set(key, "");
      expect(await see(), "with the default again").toEqual(before);
    });

  const shell = async (user: string) => (await result(user, "login/GetUserInfo")).shell;
  const LOGO = "https://example.com/logo.png";
  acts("site.title", "清风采购平台", async () => (await result("s1", "Registry/GetModules")).title, "供应链管理系统", "清风采购平台");
  acts("site.logo", LOGO, async () => (await shell("admin")).logo, "", LOGO);
  acts("site.miniQr", LOGO, async () => [(await shell("s1")).miniQr, (await shell("admin")).miniQr], ["", ""], [LOGO, ""]);

  const manual = async (user: string) => decodeURIComponent(String((await ask(user, "Comm/GetManual")).headers["content-disposition"]));
  for (const [key, user, title] of [
    ["site.manualSupplier", "s1", "供应商操作手册"],
    ["site.manualRetailer", "admin", "零售商操作手册"],
  ] as const)
    it(`${key}: the shop's own file in place of the one that is made`, async () => {
      tried.add(key);
      expect(await manual(user)).toContain(`供应链管理系统-${title}`);
      const pdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
      const { Msg: url } = await send(portal, tokens.admin ?? "", pdf, {
        url: "/API/UpLoadFile/Upload?kind=file",
        filename: "本店手册.pdf",
      });
      await set(key, url);
      expect(await manual(user)).toContain("本店手册.pdf");
      await set(key, "");
      expect(await manual(user)).toContain(`供应链管理系统-${title}`);
    });

  const watermark = async () => {
    const [order] = await rows("order", { Statu: 10, provid: SUPPLIER });
    return (await result("s1", "Print/GetPrintDoc", { printtyp: "order", ids: String(order?.Id) })).watermark;
  };
  acts("site.watermark", "none", watermark, `惠民超市 s1 ${TODAY} 10:00`, "");
  acts("site.watermark", "shop", watermark, `惠民超市 s1 ${TODAY} 10:00`, "惠民超市");

  /** Whether sessions of this shop, and of another one, are over after so many minutes without a call. */
  const overAfter = async (minutes: number) => {
    const users = ["clerk", OTHER_SHOP_ADMIN] as const;
    const [own, other] = await Promise.all(users.map((user) => signIn(portal, user)));
    portal.advance(minutes * MINUTE);
    const isOver = async (token = "") => (await call(portal, token, "login/GetUserInfo")).Code === 401;
    const seen = [await isOver(own), await isOver(other)];
    portal.advance(-minutes * MINUTE);
    return seen;
  };
  acts("login.idleMinutes", "5", () => overAfter(6), [false, false], [true, false]);
  acts("login.idleMinutes", "60", () => overAfter(31), [true, true], [false, true]);

  it("login.maxHours, also of who is signed in already", async () => {
    tried.add("login.maxHours");
    const token = await signIn(portal, "clerk");
    const expires = async () => {
      const params = { grant_type: "password", username: "clerk", password: PASSWORD };
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const payload = new URLSearchParams(params).toString();
      return (await portal.app.inject({ method: "POST", url: "/connect/token", payload, headers })).json().expires_in;
    };
    /** After an hour and a bit in which he was never idle. */
    const lasts = async () => {
      for (let minutes = 0; minutes < 66; minutes += 22) {
        portal.advance(22 * MINUTE);
        if ((await call(portal, token, "login/GetUserInfo")).Code === 401) return [minutes + 22, false];
      }
      return [66, true];
    };
    expect(await expires()).toBe(12 * 3600);
    expect(await lasts()).toEqual([66, true]);
    portal.advance(-66 * MINUTE);
    await set("login.maxHours", "1");
    expect(await expires()).toBe(3600);
    expect(await lasts()).toEqual([66, false]);
    portal.advance(-66 * MINUTE);
    await set("login.maxHours", "");
  });

  it("password.minLength", async () => {
    tried.add("password.minLength");
    const change = (user: string, NewPass: string, OldPass: string) => ask(user, "Usr/UpdateUsrPass", { OldPass, NewPass });
    await set("password.minLength", "16");
    expect(await shell("clerk")).toMatchObject({ passwordLength: 16 });
    expect(await shell(OTHER_SHOP_ADMIN)).toMatchObject({ passwordLength: 10 });
    expect(await change("clerk", "Short-words-7", PASSWORD)).toMatchObject({
      Code: 400,
      Msg: "新密码（NewPass）应满足：长度为 16 到 128 位",
    });
    expect((await change("clerk", "Longer-own-words-7", PASSWORD)).Code).toBe(200);
    await set("password.minLength", "");
    expect((await change("clerk", "Short-words-7", "Longer-own-words-7")).Code).toBe(200);
    expect((await change("clerk", PASSWORD, "Short-words-7")).Code).toBe(200);
    tokens.clerk = await signIn(portal, "clerk");
  });

  it("export.maxRows: a longer list is not taken away", async () => {
    tried.add("export.maxRows");
    const sale = { provid: SUPPLIER, Provider: SUPPLIER, StoreId: "0501", StoreName: "东区店", busdate: "2025-05-01" };
    const entity = portal.registry.entities.Sale?.table ?? "";
    const many = Array.from({ length: 1001 }, (_, n) => ({ SHOP_ID: SHOP, GoodsId: `G${n}`, saleMoney: 100, amount: 1000, ...sale }));
    await portal.database.kysely.insertInto(entity).values(many).execute();
    const take = (more = {}) => ask("admin", "Module/8908/GetPage", { rows: "20", purpose: "export", ...more });
    expect((await take()).Code).toBe(200);
    await set("export.maxRows", "1000");
    const refused = { Code: 422, Msg: "一次最多导出 1000 行，现在有 1001 行，请缩小查询范围后再导出" };
    expect(await take()).toMatchObject(refused);
    expect(await take({ page: "2" })).toMatchObject(refused);
    expect((await ask("admin", "Module/8908/GetPage", { rows: "20" })).Code).toBe(200);
    expect((await take({ filter: JSON.stringify([{ field: "GoodsId", operator: "eq", value: "G2" }]) })).Code).toBe(200);
    await set("export.maxRows", "");
    expect((await take()).Code).toBe(200);
    await portal.database.kysely.deleteFrom(entity).where("busdate", "=", sale.busdate).execute();
  });

  acts(
    "upload.maxMegabytes",
    "1",
    async () => {
      const pdf = Buffer.concat([
        Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n"),
        Buffer.alloc(1_100_000, "% \n"),
        Buffer.from("trailer<</Root 1 0 R>>\n%%EOF\n"),
      ]);
      const sent = await send(portal, tokens.s1 ?? "", pdf, { url: "/API/UpLoadFile/Upload?kind=file", filename: "合同.pdf" });
      return [(await shell("s1")).uploadMegabytes, sent.Code, sent.Code === 200 ? "" : sent.Msg];
    },
    [20, 200, ""],
    [1, 422, "上传失败：文件不能超过 1 MB"],
  );

  const opening = (field: string) => async () => (await result("admin", "Registry/GetModule", { mdl: "8901" })).form.fields[field].initial;
  acts("order.leadDays", "5", opening("arrivedate"), addDays(TODAY, 3), addDays(TODAY, 5));
  acts("order.validDays", "40", opening("enddate"), addDays(TODAY, 15), addDays(TODAY, 40));

  acts(
    "order.autoClose",
    "false",
    async () => {
      const order = { provid: SUPPLIER, Provider: SUPPLIER, StoreId: "0501", busdate: "2025-06-01", arrivedate: "2025-06-02" };
      const { Id } = await make("Order", { ...order, Billid: number("DD"), enddate: "2025-06-10", amount: 5000n, Statu: 10 });
      await runDue({ db: portal.database.kysely, registry: portal.registry, now: now(), log: () => undefined });
      return (await rows("order", { Id }))[0]?.isclose;
    },
    true,
    false,
  );

  let made = 0;
  const number = (prefix: string) => `${prefix}20250501${String(++made).padStart(4, "0")}`;

  acts(
    "accept.overRate",
    "0.03",
    async () => {
      const [OrderBillid, Billid] = [number("DD"), number("YS")];
      const head = { provid: SUPPLIER, Provider: SUPPLIER, StoreId: "0501", StoreName: "东区店", busdate: TODAY };
      const goods = { provid: SUPPLIER, GoodsId: "G1", GoodsName: "饼干", amount: 100_000n, LineNo: 1, cost: 10_000n };
      await make("Order", { ...head, Billid: OrderBillid, arrivedate: TODAY, enddate: addDays(TODAY, 9), amount: 100_000n, Statu: 10 });
      await make("OrderLine", { ...goods, Billid: OrderBillid });
      const { Id } = await make("Accept", { ...head, Billid, OrderBillid, accept_amou: 104_000n, Statu: 0 });
      await make("AcceptLine", { ...goods, Billid, accept_amou: 104_000n, sum_cost: 10_400n });
      return refusalOf(await ask("admin", "Module/8902/Action", { action: "audit", ids: String(Id) }));
    },
    200,
    "饼干 超过允许的收货数量，最多还可收 103.000",
  );

  it("balance.autoGenerate: only then does the end of a period start anything", async () => {
    tried.add("balance.autoGenerate");
    const { kysely } = portal.database;
    const jobs = async () => (await kysely.selectFrom("_job").select("SHOP_ID").execute()).map(({ SHOP_ID }) => SHOP_ID);
    expect(await startDuePeriods(kysely, portal.registry, now())).toBe(0);
    await set("balance.autoGenerate", "true");
    expect(await startDuePeriods(kysely, portal.registry, now())).toBeGreaterThan(0);
    expect(new Set(await jobs())).toEqual(new Set([SHOP]));
    await set("balance.autoGenerate", "");
    expect(await startDuePeriods(kysely, portal.registry, now(40))).toBe(0);
    await kysely.deleteFrom("_job").execute();
  });

  /** A statement of the supplier over one acceptance, made by the page. */
  const generated = async () => {
    await portal.database.kysely.updateTable("provider").set({ OperMode: 1, settleDays: null }).where("provid", "=", SUPPLIER).execute();
    const day = addDays("2025-05-01", made);
    await make("Accept", {
      provid: SUPPLIER,
      Provider: SUPPLIER,
      Billid: number("YS"),
      OperMode: 1,
      busdate: day,
      Statu: 10,
      sum_cost: 12_345n,
    });
    const { job } = await result("admin", "Module/510/Generate", { startdate: day, enddate: day, provid: SUPPLIER });
    await expect.poll(async () => (await result("admin", "Module/510/GenerateStatus", { job })).isDone).toBe(true);
    const [balance] = await rows("balance", { startdate: day });
    const [plan] = await rows("balance_plan", { BalaBillid: balance?.Billid });
    return { state: balance?.B2b_statu, plandate: String(plan?.plandate).slice(0, 10) };
  };
  acts("balance.planDays", "30", async () => (await generated()).plandate, addDays(TODAY, 15), addDays(TODAY, 30));
  acts("balance.autoSubmit", "true", async () => (await generated()).state, 0, 10);

  /** What is said to an application for a confirmed statement of 100.00 that is invoiced but for 0.50. */
  const applied = async () => {
    const { BalaBillid } = await makeBill(portal.database, portal.registry, 100_00n, { Statu: 20 });
    await portal.database.kysely.updateTable("balance").set({ Sum_invoice: 99_50 }).where("Billid", "=", BalaBillid).execute();
    const { id } = await result("s1", "Module/504/Save", { BalaBillid, applyMoney: "100.00" });
    return refusalOf(await ask("s1", "Module/504/Action", { action: "submit", ids: String(id) }));
  };
  const MISSING = "税票尚未交齐，不能申请付款";
  it("has a rule of approval", async () => {
    await make("AuditRule", { MdlId: 504, NodeNo: 1, NodeName: "财务", GroupId: "admin", minMoney: 0n, statu: 1 });
    expect(await applied()).toBe(MISSING);
  });
  acts("pay.needInvoice", "false", applied, MISSING, 200);
  acts("balance.invoiceTolerance", "0.50", applied, MISSING, 200);

  acts(
    "invoice.closedUntil",
    "2025-05-31",
    async () => {
      const { BalaBillid } = await makeBill(portal.database, portal.registry, 113_00n, { Statu: 20 });
      const money = { TotalMoney: 113_00n, netMoney: 100_00n, taxMoney: 13_00n, taxRate: 130_000n };
      await make("BalanceLine", { provid: SUPPLIER, Billid: BalaBillid, LineNo: 1, SrcKind: 1, SrcBillid: "YS1", checked: true, ...money });
      const sums = { netMoney: "100.00", taxMoney: "13.00", TotalMoney: "113.00", taxRate: "0.13" };
      const invoice = { BalaBillid, InvType: "1", Code: "1200154130", Number: String(30_000_000 + ++made), InvDate: "2025-05-31", ...sums };
      const { id } = await result("s1", "Module/514/Save", invoice);
      return (await rows("tax_invoice", { Id: id }))[0]?.alert;
    },
    null,
    "开票日期在已关账期间（截至 2025-05-31）",
  );

  acts(
    "payee.waitHours",
    "2",
    async () => {
      const newValue = String(6_217_000_000_000_000 + ++made);
      const fields = { provid: SUPPLIER, fieldName: "payeeAdd", newValue, newBank: "示例银行" };
      const { id } = await result("clerk", "Module/116/Save", fields);
      await result("clerk", "Module/116/Action", { action: "submit", ids: String(id) });
      await result("admin", "Module/116/Action", { action: "audit", ids: String(id) });
      return String((await rows("payee_account", { BankAcct: newValue }))[0]?.effecttime).slice(0, 16);
    },
    `${addDays(TODAY, 1)} 10:00`,
    `${TODAY} 12:00`,
  );

  const ofBill = (statu: 10 | 20, to: "20" | "50") => async () => {
    const { id } = await makeBill(portal.database, portal.registry, 50_00n, { Statu: statu });
    const said = String(refusalOf(await ask("admin", "BalancePay/ConfirmPay", { ids: String(id), to })));
    return /每日.*限额 \d+\.\d\d 元/.exec(said)?.[0] ?? "done";
  };
  acts("limit.confirm", "10", ofBill(10, "20"), "done", "每日财务确认限额 10.00 元");
  acts("limit.pay", "10", ofBill(20, "50"), "done", "每日付款限额 10.00 元");
  acts(
    "limit.approve",
    "10",
    async () => {
      const { BalaBillid } = await makeBill(portal.database, portal.registry, 50_00n, { Statu: 20 });
      await portal.database.kysely.updateTable("balance").set({ Sum_invoice: 50_00 }).where("Billid", "=", BalaBillid).execute();
      const { id } = await result("s1", "Module/504/Save", { BalaBillid, applyMoney: "50.00" });
      await result("s1", "Module/504/Action", { action: "submit", ids: String(id) });
      const said = String(refusalOf(await ask("admin", "Module/504/Action", { action: "audit", ids: String(id) })));
      return /每日.*限额 \d+\.\d\d 元/.exec(said)?.[0] ?? "done";
    },
    "done",
    "每日付款审批限额 10.00 元",
  );

  it("message.keepDays: what is older is forgotten, of this shop alone", async () => {
    tried.add("message.keepDays");
    const { kysely } = portal.database;
    const old = { side: "shop", title: "旧消息", sendtime: `${addDays(TODAY, -61)} 09:00:00` };
    await make("Message", old);
    await kysely
      .insertInto("message")
      .values({ ...old, SHOP_ID: "0000000153", isread: false, rowver: 1 })
      .execute();
    const left = async () => Number((await kysely.selectFrom("message").select("Id").where("title", "=", "旧消息").execute()).length);
    expect(await forgetOldMessages(kysely, portal.registry, now())).toBe(0);
    await set("message.keepDays", "61");
    expect(await forgetOldMessages(kysely, portal.registry, now())).toBe(0);
    await set("message.keepDays", "60");
    const others = (await rows("message", {})).filter(({ sendtime }) => String(sendtime ?? "9") >= addDays(TODAY, -60)).length;
    expect(await forgetOldMessages(kysely, portal.registry, now())).toBe(1);
    expect([await left(), (await rows("message", {})).length]).toEqual([1, others]);
    await set("message.keepDays", "");
  });

  it("and what is no value, as after an upgrade, keeps nobody out, and stops what money depends on", async () => {
    const { kysely } = portal.database;
    const write = (key: string, ConfigValue: string | null) =>
      kysely.updateTable("config_item").set({ ConfigValue }).where("SHOP_ID", "=", SHOP).where("ConfigKey", "=", key).execute();
    await write("password.minLength", "8");
    await write("login.idleMinutes", "banana");
    await write("limit.pay", "不限");
    await write("balance.autoGenerate", "也许");
    expect(await shell("admin")).toMatchObject({ passwordLength: 10 });
    expect(await overAfter(29)).toEqual([false, false]);
    const { id } = await makeBill(portal.database, portal.registry, 50_00n);
    expect(refusalOf(await ask("admin", "BalancePay/ConfirmPay", { ids: String(id), to: "50" }))).toBe(
      "配置项“每人每日付款限额”（limit.pay）应为不小于 0 的金额，最多两位小数（元），现在是“不限”，请联系管理员更正",
    );
    expect(await startDuePeriods(kysely, portal.registry, now())).toBe(0);
    for (const key of ["password.minLength", "login.idleMinutes", "limit.pay", "balance.autoGenerate"]) await write(key, null);
  });

  it("and a setting that is out of use counts as its default", async () => {
    await set("login.idleMinutes", "5");
    const off = (statu: number) =>
      portal.database.kysely
        .updateTable("config_item")
        .set({ statu })
        .where("SHOP_ID", "=", SHOP)
        .where("ConfigKey", "=", "login.idleMinutes")
        .execute();
    await off(0);
    expect(await overAfter(6)).toEqual([false, false]);
    await off(1);
    expect(await overAfter(6)).toEqual([true, false]);
    await set("login.idleMinutes", "");
  });

  it("no setting is without its case", () => {
    expect(Object.keys(portal.registry.settings).filter((key) => !tried.has(key))).toEqual([]);
  });
});
