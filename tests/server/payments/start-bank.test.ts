import { afterAll, describe, expect, it } from "vitest";
import { rememberDemo } from "../../../src/demo/demo-accounts.ts";
import { readSettings } from "../../../src/server/config/read-settings.ts";
import type { Database } from "../../../src/server/db/connect.ts";
import { startBank } from "../../../src/server/features/payments/open-bank.ts";
import { FEATURES } from "../../../src/server/features.ts";
import { holdsDemo } from "../../../src/server/tables/meta.ts";
import { migrateTechnicalTables } from "../../../src/server/tables/migrate.ts";
import { openEmbedded, temporaryFolder } from "../db/fixtures/test-database.ts";

const ACCOUNT = { ZSPAY_URL: "https://bank.example.com", ZSPAY_MERCHANT: "M", ZSPAY_SECRET: "0123456789abcdef" };
const ORDER = {
  transid: "T1",
  direction: "pay",
  amount: 100n,
  subject: "FK1",
  account: "M1",
  party: { name: "甲", account: "1", bank: "" },
} as const;

describe("the banks of a server that starts", () => {
  const closers: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of closers) await close();
  });
  const demo = async (): Promise<Database> => {
    const database = await openEmbedded();
    await migrateTechnicalTables(database.kysely, FEATURES);
    await rememberDemo(database.kysely, "hash");
    expect(await holdsDemo(database.kysely)).toBe(true);
    return database;
  };
  const start = async (env: Readonly<Record<string, string>>, database: Database) => {
    const started = await startBank(readSettings({ DATA_DIR: temporaryFolder(), ...env }), database);
    closers.push(started.close);
    return started;
  };

  it("a demo with nothing set up pays by a sandbox of its own, and says so", async () => {
    const { bank, lines, listensAt } = await start({}, await demo());
    expect(lines).toEqual([expect.stringContaining("沙箱银行")]);
    listensAt("http://0.0.0.0:8123");
    expect(bank.notifyUrl("KingDeePay")).toBe("http://127.0.0.1:8123/callback/KingDeePay");
    const gateway = bank.gateway("KingDeePay");
    await gateway?.pay({ ...ORDER, notifyUrl: bank.notifyUrl("KingDeePay") });
    expect(await gateway?.check("T1")).toMatchObject({ state: "success", amount: 100n });
  });

  it.each([
    ["a real channel is set up", ACCOUNT],
    ["no demo is wanted", { DEMO: "off" }],
  ])("no sandbox where %s", async (_title, env) => {
    const { bank, lines } = await start({ ...env, PUBLIC_URL: "https://scm.example.com" }, await demo());
    expect([lines, bank.gateway("KingDeePay"), bank.gateway("ZSPay") === undefined]).toEqual([[], undefined, !("ZSPAY_URL" in env)]);
    expect(bank.notifyUrl("ZSPay")).toBe("https://scm.example.com/callback/ZSPay");
  });

  it("no sandbox without demo data, and none on PostgreSQL, where servers would each have their own", async () => {
    const empty = await openEmbedded();
    await migrateTechnicalTables(empty.kysely, FEATURES);
    expect((await start({}, empty)).bank.gateway("ZSPay")).toBeUndefined();
    const shared: Database = { ...(await demo()), kind: "postgres" };
    expect((await start({}, shared)).bank.gateway("ZSPay")).toBeUndefined();
  });
});
