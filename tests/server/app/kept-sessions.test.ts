import { sql } from "kysely";
import pg from "pg";
import { beforeAll, expect, it } from "vitest";
import { KeptSessions } from "../../../src/server/auth/kept-sessions.ts";
import { openSession } from "../../../src/server/auth/session-store.ts";
import { atEnd } from "../db/fixtures/at-end.ts";
import { databaseUrl, urlOf } from "../db/fixtures/postgres-databases.ts";
import { describeEngine, describeEngines } from "../db/fixtures/test-database.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { SHOP, TODAY } from "./fixtures/world.ts";

/** Longer than any test takes: nothing but a change explains that a session is read anew. */
const FOR_EVER = 3_600_000;
const NOW = new Date(`${TODAY}T10:00:00+08:00`);
const BY_PASSWORD = { isProven: false, groups: null };

/** docs/decisions/124: what is kept of sessions is never other than what is stored. */
async function keeping(portal: Portal) {
  const { database, registry } = portal;
  const sessions = new KeptSessions(database, FOR_EVER);
  sessions.follow(registry);
  const token = await openSession(database.kysely, "clerk", { ip: "", agent: "" }, BY_PASSWORD, { now: NOW, hours: 12 });
  const find = () => sessions.find(registry, token, NOW);
  const isKept = async () => {
    const [first, second] = [await find(), await find()];
    return first === second;
  };
  /** Until others are heard, nothing is kept. */
  const kept = () => expect.poll(isKept, { timeout: 30_000 }).toBe(true);
  await kept();
  return { sessions, token, find, isKept, kept };
}

const CHANGES: readonly (readonly [what: string, entity: string, set: Record<string, unknown>])[] = [
  ["the user", "User", { UsrName: "另名" }],
  ["his group", "UserGroup", { GroupName: "另组" }],
  ["what it holds", "GroupModule", { Funcs: "query" }],
  ["the shop", "Shop", { contractend: "2030-01-01" }],
  ["a supplier", "Provider", { Provider: "另一供应商" }],
  ["a setting", "ConfigItem", { ConfigValue: "45" }],
  ["a delegation", "Delegation", { stt: 60 }],
];

describeEngines("a kept session", (open) => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal({ open });
  });
  const tableOf = (entity: string) => portal.registry.entities[entity]?.table ?? "";

  it.each(CHANGES)("is read anew after a change of %s, also where no row is other than before", async (_, entity, set) => {
    const { find, kept } = await keeping(portal);
    const before = await find();
    const { numUpdatedRows } = await portal.database.kysely.updateTable(tableOf(entity)).set(set).executeTakeFirst();
    expect(numUpdatedRows).toBeDefined();
    expect(await find()).not.toBe(before);
    await kept();
  });

  it("is read anew when a transaction has ended, whatever came of it, and not before others can see it", async () => {
    const { find } = await keeping(portal);
    const before = await find();
    if (portal.database.kind === "postgres")
      await portal.database.kysely.transaction().execute(async (trx) => {
        await trx.updateTable(tableOf("User")).set({ UsrName: "改" }).where("USER_ID", "=", "clerk").execute();
        expect(await find()).toBe(before);
      });
    else await portal.database.kysely.updateTable(tableOf("User")).set({ UsrName: "改" }).where("USER_ID", "=", "clerk").execute();
    expect(await find()).not.toBe(before);
    expect((await find())?.viewer.userName).toBe("改");
  });

  it("is never what was read before a change, however late that comes back", async () => {
    const { find, sessions, token } = await keeping(portal);
    const users = portal.database.kysely.updateTable(tableOf("User"));
    for (let n = 0; n < 20; n++) {
      // Ends what is kept, so that the next one reads.
      await users
        .set({ UsrName: `前${n}` })
        .where("USER_ID", "=", "clerk")
        .execute();
      const [early] = await Promise.all([
        sessions.find(portal.registry, token, NOW),
        users
          .set({ UsrName: `后${n}` })
          .where("USER_ID", "=", "clerk")
          .execute(),
      ]);
      expect([`前${n}`, `后${n}`]).toContain(early?.viewer.userName);
      expect((await find())?.viewer.userName).toBe(`后${n}`);
    }
  });

  it("ends with its row, and tells of a second factor; its use is no change", async () => {
    const { find, sessions, token } = await keeping(portal);
    const before = await find();
    const row = () => portal.database.kysely.updateTable("_session").where("token_hash", "=", before?.tokenHash ?? "");
    await row().set({ last_seen: NOW.toISOString() }).execute();
    expect(await find()).toBe(before);
    await row().set({ proven: true }).execute();
    expect((await find())?.isProven).toBe(true);
    await portal.database.kysely
      .deleteFrom("_session")
      .where("token_hash", "=", before?.tokenHash ?? "")
      .execute();
    expect(await sessions.find(portal.registry, token, NOW)).toBeNull();
  });

  it("is of one day and one model", async () => {
    const { find, sessions, token } = await keeping(portal);
    const [before, tomorrow] = [await find(), new Date(NOW.getTime() + 86_400_000)];
    expect(await sessions.find(portal.registry, token, tomorrow)).not.toBe(before);
    const other = { ...portal.registry };
    const [first, second] = [await sessions.find(other, token, NOW), await sessions.find(other, token, NOW)];
    expect(first).not.toBe(second);
  });
});

// What is kept is one process's; others change what it is made of.
describeEngine("a session that is kept while another process changes rights", (open) => {
  let portal: Portal;
  let other: pg.Client;
  beforeAll(async () => {
    if (databaseUrl === undefined) return;
    portal = await openPortal({ open });
    await portal.app.ready(); // from then on the tables tell
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(portal.database.kysely);
    other = new pg.Client({ connectionString: urlOf(rows[0]?.name ?? "") });
    await other.connect();
    atEnd(() => other.end());
  });
  const groupOf = (user: string, group: string) =>
    other.query(`update "${portal.registry.entities.User?.table}" set "GroupId" = $1 where "USER_ID" = $2 and "SHOP_ID" = $3`, [
      group,
      user,
      SHOP,
    ]);

  it.skipIf(databaseUrl === undefined)("is dropped as soon as that is told, long before its time is over", async () => {
    const { find, kept } = await keeping(portal);
    const isGranted = async () => (await find())?.viewer.rights.has(8901);
    for (const [group, expected] of [
      ["empty", false],
      ["clerk", true],
    ] as const) {
      await kept();
      await groupOf("clerk", group);
      await expect.poll(isGranted, { timeout: 30_000 }).toBe(expected);
    }
  });

  it.skipIf(databaseUrl === undefined)("is not kept while nothing is heard, and kept again afterwards", async () => {
    const { find, isKept, kept } = await keeping(portal);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'scm-portal listener' and datname = current_database()`;
    await other.query(cut);
    await expect.poll(isKept, { timeout: 30_000 }).toBe(false);
    await groupOf("clerk", "empty");
    expect((await find())?.viewer.rights.has(8901)).toBe(false);
    await groupOf("clerk", "clerk");
    await kept();
    expect((await find())?.viewer.rights.has(8901)).toBe(true);
  });

  it.skipIf(databaseUrl === undefined)("signs nobody in again whom another process has signed out", async () => {
    const token = await signIn(portal, "clerk");
    const orders = () => call(portal, token, "Module/8901/GetPage");
    expect((await orders()).Code).toBe(200);
    await other.query(`delete from _session where "USER_ID" = 'clerk'`);
    await expect.poll(async () => (await orders()).Code, { timeout: 4000 }).toBe(401);
  });
});
