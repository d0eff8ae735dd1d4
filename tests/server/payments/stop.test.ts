import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import { FORM, form } from "../app/fixtures/portal.ts";
import { PASSWORD, SHOP } from "../app/fixtures/world.ts";
import { databaseUrl } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { makeBill } from "./fixtures/bank-world.ts";
import { type CrashWorld, openCrashWorld } from "./fixtures/crash-world.ts";

describe.skipIf(databaseUrl === undefined)("a server that is stopped while the bank takes its time", { timeout: 600_000 }, () => {
  let world: CrashWorld;
  beforeAll(async () => {
    world = await openCrashWorld(databaseUrl ?? "", registry, { SANDBOX_DELAY_MS: "1500", SANDBOX_CALLBACKS: "off" });
  });
  afterAll(() => world?.close());

  it("answers whoever waits, ends in time, and the next one goes on", async () => {
    const { id } = await makeBill(world.database, registry, 90_00n);
    const first = await world.startServer({ BANK_TIMEOUT_MS: "5000" });
    const body = form({ grant_type: "password", username: "admin", password: PASSWORD });
    const signedIn = await fetch(`${first.address}/connect/token`, { method: "POST", headers: FORM, body });
    const { access_token: token = "" } = (await signedIn.json()) as { access_token?: string };
    const headers = { ...FORM, authorization: token };
    const paying = fetch(`${first.address}/api/ZSPay/Pay`, { method: "POST", headers, body: form({ id: String(id) }) });
    await expect.poll(() => world.ledger().length, { interval: 20 }).toBe(1);
    first.server.child.kill("SIGTERM");
    expect(await (await paying).json()).toMatchObject({ Code: 200, Result: { results: [{ id, Msg: "已提交银行处理" }] } });
    const { code, seconds } = await first.server.exit();
    expect([code, seconds < 10]).toEqual([0, true]);

    const second = await world.startServer();
    const entity = registry.entities.BalancePay;
    if (!entity) throw new Error("no bills");
    const statu = () =>
      world.database.kysely.transaction().execute(async (trx) => (await sqlStore(trx, SHOP).find(entity, { Id: id }))[0]?.Statu);
    await expect.poll(statu, { interval: 100 }).toBe(50);
    expect(world.ledger().map(({ kind }) => kind)).toEqual(["ordered", "paid"]);
    second.server.child.kill("SIGTERM");
    expect((await second.server.exit()).code).toBe(0);
  });
});
