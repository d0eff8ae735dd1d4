import { beforeAll, expect, it } from "vitest";
import { profileOf } from "../../../src/server/base/viewer.ts";
import { FEATURES } from "../../../src/server/features.ts";
import { apiRoutes } from "../../../src/server/http/route-table.ts";
import type { Module } from "../../../src/shared/registry/model.ts";
import { call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { SHOP } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fillBankWorld } from "./fixtures/bank-world.ts";
import { startTestSandbox } from "./fixtures/test-sandbox.ts";

/** The calls of the money groups that change nothing. Whatever is not here must go by its key. */
const READS = [
  "/BalancePay/GetBalance_Pay",
  "/BalancePay/GetBalancePayFath",
  "/BalancePay/GetbalancepayDetails",
  "/BalancePay/GetBalance_Pay_FathDetails",
  "/BalancePay/GetConfirmInfo",
  "/BalancePay/GetMergeBll",
  "/BalancePay/GetPayeeAccounts",
  "/BalancePay/UploadAttachCheck",
  "/ZSPay/PayCheck",
  "/KingDeePay/PayCheckLst",
  "/KingDeePay/GetPayCity",
];
const GROUPS = /^\/(BalancePay|ZSPay|KingDeePay)\//;
/** Menu groups of the pages about money: fees and payments, settlement. */
const MONEY_GROUPS = [4, 5];
const USED = { Code: 422, Msg: "同一 Idempotency-Key 不能用于不同的请求" };
const BAD = { Code: 400, Msg: expect.stringContaining("Idempotency-Key") };
/** Enough for every call to get as far as its work; there is no such row. */
const WHOLE = { ids: "999999,999998", id: "999999", to: "20", attachurl: "/uploads/a/b.png", Remark: "备注" };

/** Actions that go by calls of their own. */
const PICTURES: Readonly<Record<string, string>> = { attach: "UploadAttach", detach: "DeleteAttach" };

/** No hand-written list of writing calls: routes and the pages' actions are asked for, so that a new one cannot be forgotten. */
describeEngine("the key of a request (Idempotency-Key)", (open) => {
  let portal: Portal;
  let pages: readonly Module[];
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    portal = await openPortal({ open, fill: fillBankWorld, bank: (await startTestSandbox()).bank });
    pages = Object.values(profileOf(portal.registry, SHOP).modules).filter(({ id }) => MONEY_GROUPS.includes(Math.floor(id / 100)));
    await portal.database.kysely.updateTable("user_group").set({ allModules: true }).where("GroupId", "=", "supplier").execute();
    for (const user of ["admin", "s1"]) tokens[user] = await signIn(portal, user);
    await portal.database.kysely
      .insertInto("_idempotency")
      .values({ SHOP_ID: SHOP, reqkey: "used", digest: "of-something-else", result: "{}", created: "2025-06-30T00:00:00Z" })
      .execute();
  });
  const send = (user: string, path: string, params: Readonly<Record<string, string>>, key: string) =>
    call(portal, tokens[user] ?? null, path.replace(/^\//, ""), params, { headers: { "idempotency-key": key } });
  const expectKeyed = async (user: string, path: string, params: Readonly<Record<string, string>>) => {
    const label = `${user} ${path} ${params.action ?? ""}`;
    expect(await send(user, path, params, "used"), label).toMatchObject(USED);
    for (const key of ["not a key", "k".repeat(101), "键"].map((text) => Buffer.from(text).toString("latin1")))
      expect(await send(user, path, params, key), label).toMatchObject(BAD);
  };

  it("counts on every call of the payment page and of the banks that changes something", async () => {
    const routes = apiRoutes(FEATURES)
      .map(({ path }) => path)
      .filter((path) => GROUPS.test(path));
    expect(READS.filter((path) => !routes.includes(path))).toEqual([]);
    const writes = routes.filter((path) => !READS.includes(path));
    expect(writes.length).toBeGreaterThan(10);
    for (const path of writes) {
      const { ids, ...single } = WHOLE;
      // Merging takes a list; the others may name one document.
      await expectKeyed("admin", path, /Merge|Confirm/.test(path) ? WHOLE : single);
    }
  });

  it("counts on every action of every page about money, for whoever may use it", async () => {
    const seen = { admin: 0, s1: 0 };
    for (const page of pages) {
      for (const user of ["admin", "s1"] as const) {
        for (const { name, transition, open: opens } of page.actions) {
          if (transition === null || opens !== null) continue;
          const params = { action: name, ids: "999999", reason: "原因", lines: "1", id: "999999", attachurl: "/uploads/a/b.png" };
          const path = `/Module/${page.id}/${PICTURES[name] ?? "Action"}`;
          const answer = await send(user, path, params, "used");
          if (answer.Code === 403) continue; // the other side's
          seen[user] += 1;
          await expectKeyed(user, path, params);
        }
      }
    }
    expect(seen.admin).toBeGreaterThan(20);
    expect(seen.s1).toBeGreaterThan(5);
  });

  it("counts on saving, deleting and generating there", async () => {
    const seen = { Save: 0, Delete: 0, Generate: 0 };
    const PERIOD = { startdate: "2025-06-01", enddate: "2025-06-15" };
    for (const page of pages) {
      for (const user of ["admin", "s1"] as const) {
        for (const [name, params] of [
          ["Save", {}],
          ["Delete", { ids: "999999" }],
          ["Generate", PERIOD],
        ] as const) {
          const path = `/Module/${page.id}/${name}`;
          if ((await send(user, path, params, "used")).Code === 403) continue;
          seen[name] += 1;
          await expectKeyed(user, path, params);
        }
      }
    }
    expect(
      Object.values(seen).every((count) => count > 0),
      JSON.stringify(seen),
    ).toBe(true);
  });

  it("belongs to one user and one wish", async () => {
    const [first, second] = [
      { startdate: "2025-05-01", enddate: "2025-05-15" },
      { startdate: "2025-05-16", enddate: "2025-05-31" },
    ];
    const started = await send("admin", "/Module/510/Generate", first, "mine");
    expect(started.Code).toBe(200);
    expect((await send("admin", "/Module/510/Generate", first, "mine")).Result.job).toBe(started.Result.job);
    expect(await send("admin", "/Module/510/Generate", second, "mine")).toMatchObject(USED);
    expect(await send("s1", "/BalancePay/UploadAttach", { id: "1", attachurl: "/uploads/a/b.png" }, "mine")).toMatchObject(USED);
  });
});
