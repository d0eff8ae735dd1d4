import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { noteHeads } from "../../../src/server/tables/heads/note-heads.ts";
import { openSigningKey } from "../../../src/server/tables/heads/signing-key.ts";
import { describeEngine, temporaryFolder } from "../db/fixtures/test-database.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { SHOP } from "./fixtures/world.ts";

const PAGE = "Module/9004";
const REPORT = "AuditLog/VerifyAudit";

describeEngine("the page for auditors", (open) => {
  let portal: Portal;
  let admin = "";
  beforeAll(async () => {
    portal = await openPortal({ open });
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
    await noteHeads(database.kysely, openSigningKey(temporaryFolder(), undefined), new Date());
    const sound = await report();
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

  it("tells who holds both functions of a pair that is kept apart, and by which group; of the own shop alone", async () => {
    const { rows: held } = (await call(portal, admin, "AuditLog/HeldPairs")).Result;
    const who = { USER_ID: "admin", UsrName: "名-admin", group: "admin admin", inUse: "启用" };
    expect(held.filter(({ USER_ID }: { USER_ID: string }) => USER_ID === "admin")).toEqual([
      { ...who, pair: "收款账户变更 × 付款", first: "基础资料维护.新增", second: "付款单.付款" },
      { ...who, pair: "设置限额 × 付款", first: "配置项管理.新增", second: "付款单.付款" },
    ]);
    expect([...new Set(held.map(({ USER_ID }: { USER_ID: string }) => USER_ID))].sort()).toEqual(["admin", "closed", "off"]);
  });

  it("is there for nobody but whose group has it", async () => {
    for (const user of ["clerk", "s1"]) {
      const token = await signIn(portal, user);
      for (const path of [`${PAGE}/GetPage`, REPORT, "AuditLog/HeldPairs"])
        expect((await call(portal, token, path)).Code, `${user} ${path}`).toBe(403);
    }
  });
});
