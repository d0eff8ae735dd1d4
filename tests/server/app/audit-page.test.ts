import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { sendHeads } from "../../../src/server/tables/heads/send-heads.ts";
import { openSigningKey } from "../../../src/server/tables/heads/signing-key.ts";
import { describeEngine, temporaryFolder } from "../db/fixtures/test-database.ts";
import { put } from "../payments/fixtures/bank-world.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { SHOP, TODAY } from "./fixtures/world.ts";

const PAGE = "Module/9004";
const REPORT = "AuditLog/VerifyAudit";

describeEngine("the page for auditors", (open) => {
  let portal: Portal;
  let admin = "";
  const dataDir = temporaryFolder();
  const to = { kind: "file", path: join(dataDir, "heads.jsonl") } as const;
  beforeAll(async () => {
    portal = await openPortal({ open, settings: { dataDir, heads: { to, keyFile: undefined, minutes: 60 } } });
    admin = await signIn(portal, "admin");
  });
  const rows = async (...filter: readonly (readonly [field: string, operator: string, value: unknown])[]) =>
    (
      await call(portal, admin, `${PAGE}/GetPage`, {
        filter: JSON.stringify(filter.map(([field, operator, value]) => ({ field, operator, value }))),
      })
    ).Result.rows as readonly Readonly<Record<string, unknown>>[];
  const report = async () => (await call(portal, admin, REPORT)).Result;

  it("finds what was done by document, person, time and action, in the words of the screen", async () => {
    const found = await call(portal, admin, "Module/8901/GetPage", {
      filter: JSON.stringify([{ field: "Statu", operator: "eq", value: "0" }]),
    });
    const [order] = found.Result.rows as readonly { readonly Id: number; readonly Billid: string; readonly rowver: number }[];
    const done = await call(portal, admin, "Module/8901/Action", { ids: String(order?.Id), action: "audit" });
    expect(done).toMatchObject({ status: 200, Code: 200 });
    const event = { docTitle: "订单", Billid: order?.Billid, actionTitle: "审核", UsrName: "名-admin", USER_ID: "admin" };
    for (const filter of [
      ["Billid", "contains", order?.Billid],
      ["UsrName", "contains", "admin"],
      ["actionTitle", "contains", "审核"],
      ["docTitle", "contains", "订单"],
    ] as const)
      expect(await rows(filter), filter[0]).toMatchObject([event]);
    expect(await rows(["createtime", "gte", "2000-01-01"], ["createtime", "lte", "2099-12-31"])).toHaveLength(1);
    expect(await rows(["createtime", "lte", "2000-01-01"])).toEqual([]);
  });

  it("reports whether the log and money's rows of the own shop are as the program left them", async () => {
    const { database } = portal;
    expect(await report()).toMatchObject({ count: 1, problems: ["已发送的链头文件无法读取，请联系系统管理员"] });
    await sendHeads(database.kysely, openSigningKey(dataDir, undefined), to, new Date());
    const sound = await report();
    expect(sound.compared).toMatch(/^1 行已发送的链头，最近签名于 \d{4}-/);
    expect(sound).toMatchObject({ events: 1, head: expect.stringMatching(/^\d+:[0-9a-f]{64}$/), count: 0, problems: [] });
    expect(sound.signed).toBe(sound.head.split(":")[0]);
    await sql`update provider set "BankAcct" = '6222999988887777' where provid = '102001'`.execute(database.kysely);
    // Of another shop nothing is told.
    await sql`update balance_pay set "Pay_sum" = 1 where "SHOP_ID" <> ${SHOP}`.execute(database.kysely);
    const { count, problems } = await report();
    expect([count, problems]).toEqual([
      1,
      [expect.stringMatching(/^供应商档案 102001（Id \d+）：账号 原为“”，现为“6222999988887777”，绕过程序改动$/)],
    ]);
  });

  it("finds a log whose end was cut off by the heads that were sent out, and a head that nobody here has signed", async () => {
    const { kysely } = portal.database;
    const before = (await report()).count;
    const text = readFileSync(to.path, "utf8");
    writeFileSync(to.path, `${text.replace('"no":1', '"no":9')}${text}`);
    expect((await report()).problems).toContain("已发送的链头第 1 行签名不符");
    writeFileSync(to.path, text);
    await kysely.transaction().execute(async (trx) => {
      await sql`alter table _event_seal disable trigger user`.execute(trx);
      await sql`delete from _event_seal where seq = (select max(seq) from _event_seal where "SHOP_ID" = ${SHOP}) and "SHOP_ID" = ${SHOP}`.execute(
        trx,
      );
      await sql`alter table _event_seal enable trigger user`.execute(trx);
    });
    const { count, problems } = await report();
    expect(count).toBeGreaterThan(before);
    expect(problems.at(-1)).toMatch(/^日志止于第 \d+ 个封条，而第 \d+ 个封条已于 .* 签名：结尾被截断$/);
  });

  it("tells who holds both functions of a pair that is kept apart, and by which group; of the own shop alone", async () => {
    const { database, registry } = portal;
    await put(database, registry, "GroupModule", { GroupId: "clerk", MdlId: 503, Funcs: "query,pay" });
    const from = { absent: "admin", absentName: "名-admin", delegate: "none", FuncKeys: "116.query,116.add", reason: "休假", stt: 10 };
    const days = [
      { startdate: TODAY, enddate: "2025-07-05" },
      { startdate: "2025-07-01", enddate: "2025-07-05" },
    ];
    for (const [n, day] of days.entries()) await put(database, registry, "Delegation", { ...from, ...day, Billid: `WT${n}`, Funcs: "x" });
    const all: readonly Readonly<Record<string, string>>[] = (await call(portal, admin, "AuditLog/HeldPairs")).Result.rows;
    expect(
      all
        .filter(({ USER_ID }) => USER_ID === "clerk" || USER_ID === "none")
        .map((row) => [row.USER_ID, row.group, row.pair, row.holds, row.first, row.second]),
    ).toEqual([
      ["clerk", "clerk clerk", "收款账户变更 × 付款", "一项", "", "付款单.付款"],
      ["clerk", "clerk clerk", "设置限额 × 付款", "一项", "", "付款单.付款"],
      ["none", "受 名-admin 委托至 2025-07-05", "收款账户变更 × 付款", "一项", "基础资料维护.新增", ""],
      ["none", "受 名-admin 委托至 2025-07-05", "收款账户变更 × 部分付款", "一项", "基础资料维护.新增", ""],
    ]);
    const held = all.filter(({ holds }) => holds === "两项");
    expect(all.slice(0, held.length)).toEqual(held);
    const who = { USER_ID: "admin", UsrName: "名-admin", group: "admin admin", inUse: "启用" };
    expect(held.filter(({ USER_ID }) => USER_ID === "admin")).toEqual([
      { ...who, pair: "收款账户变更 × 付款", holds: "两项", first: "基础资料维护.新增", second: "付款单.付款" },
      { ...who, pair: "收款账户变更 × 部分付款", holds: "两项", first: "基础资料维护.新增", second: "收付款登记.审核" },
      { ...who, pair: "设置限额 × 付款", holds: "两项", first: "配置项管理.新增", second: "付款单.付款" },
    ]);
    expect([...new Set(held.map(({ USER_ID }) => USER_ID))].sort()).toEqual(["admin", "closed", "off"]);
  });

  it("is there for nobody but whose group has it", async () => {
    for (const user of ["clerk", "s1"]) {
      const token = await signIn(portal, user);
      for (const path of [`${PAGE}/GetPage`, REPORT, "AuditLog/HeldPairs"])
        expect((await call(portal, token, path)).Code, `${user} ${path}`).toBe(403);
    }
  });
});
