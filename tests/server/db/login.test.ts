import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../../src/server/db/connect.ts";
import { ROLES } from "../../../src/server/db/driver/tenant-roles.ts";
import { forTenant } from "../../../src/server/db/driver/tenant-statements.ts";
import { FORM, form } from "../app/fixtures/portal.ts";
import { startServer, temporaryFolder } from "../app/fixtures/server-process.ts";
import { administer, databaseUrl, freshName, urlOf } from "./fixtures/postgres-databases.ts";
import { loginUrlOf } from "./fixtures/test-database.ts";

/** As an operator starts it; what is not said is as in production. */
const start = (env: Readonly<Record<string, string>>) => startServer({ ALLOW_OWNER: "0", DATA_DIR: temporaryFolder(), ...env });

describe.skipIf(databaseUrl === undefined)("who signs in to PostgreSQL", () => {
  const database = freshName();
  let login = "";
  const roles: string[] = [];
  const make = async (attributes: string): Promise<string> => {
    const role = `${freshName()}_role`;
    roles.push(role);
    await administer(`create role ${role} login ${attributes}`);
    return role;
  };
  const urlAs = (role: string) => {
    const url = new URL(urlOf(database));
    url.username = role;
    return url.href;
  };
  const refusal = async (env: Readonly<Record<string, string>>) => {
    const server = start(env);
    expect((await server.exit()).code).toBe(1);
    expect(server.stderr()).not.toContain("    at ");
    return server.stderr();
  };

  beforeAll(async () => {
    await administer(`create database ${database}`);
    login = await loginUrlOf(urlOf(database));
  });
  afterAll(async () => {
    await administer(`drop database ${database} with (force)`);
    for (const role of roles) await administer(`drop role ${role}`);
  });

  it("a superuser is refused, with what to type instead", async () => {
    const told = await refusal({ DATABASE_URL: urlOf(database) });
    expect(told).toMatch(/signs in as \w+, a superuser/);
    expect(told).toContain("DATABASE_OWNER_URL is not set");
    expect(told).toContain(`grant ${ROLES.join(", ")} to scm_app;`);
    expect(told).toContain(`alter database "${database}" owner to scm_owner;`);
    expect(told).toContain("ALLOW_OWNER=1");
  });

  it("so is whoever bypasses row security, makes roles, or is no member of the roles of tenants", async () => {
    const owner = { DATABASE_OWNER_URL: urlOf(database) };
    expect(await refusal({ ...owner, DATABASE_URL: urlAs(await make("bypassrls")) })).toContain("bypasses row security");
    expect(await refusal({ ...owner, DATABASE_URL: urlAs(await make("createrole")) })).toContain("may make roles");
    expect(await refusal({ ...owner, DATABASE_URL: urlAs(await make("")) })).toContain("is not a member of scm_shop");
  });

  it("so is an owner, and two logins that see different databases", async () => {
    const owner = await make("");
    await administer(`grant ${ROLES.join(", ")} to ${owner}`);
    const other = freshName();
    await administer(`create database ${other} owner ${owner}`);
    const url = new URL(urlOf(other));
    url.username = owner;
    expect(await refusal({ DATABASE_URL: url.href, DATABASE_OWNER_URL: urlOf(other) })).toContain("who owns the database");
    expect(await refusal({ DATABASE_URL: login, DATABASE_OWNER_URL: urlOf(other) })).toContain("names another database");
    await administer(`drop database ${other}`);
  });

  it("a login that owns nothing serves, and the owner makes the tables", async () => {
    const server = start({ DATABASE_URL: login, DATABASE_OWNER_URL: urlOf(database), DEMO: "on", DEMO_PASSWORD: "Correct-horse-1" });
    const address = await server.address;
    const body = form({ grant_type: "password", username: "boss54", password: "Correct-horse-1" });
    const signedIn = (await (await fetch(`${address}/connect/token`, { method: "POST", headers: FORM, body })).json()) as {
      access_token: string;
    };
    const headers = { ...FORM, authorization: signedIn.access_token };
    const page = await fetch(`${address}/api/Module/510/GetPage`, { method: "POST", headers, body: form({ page: "1", rows: "5" }) });
    expect(((await page.json()) as { Result: { total: number } }).Result.total).toBeGreaterThan(5);
    server.child.kill("SIGTERM");
    expect((await server.exit()).code).toBe(0);
    // What a command would count there it would count wrongly.
    await expect(openDatabase({ dataDir: "", databaseUrl: login, log: () => undefined })).rejects.toThrow("DATABASE_OWNER_URL is not set");
  });

  describe("as that login", () => {
    let client: pg.Client;
    beforeAll(async () => {
      client = new pg.Client({ connectionString: login });
      await client.connect();
      return () => client.end();
    });
    const count = async (table: string) => Number((await client.query(`select count(*)::int as n from "${table}"`)).rows[0]?.n);
    const inTransaction = async <T>(statements: string, work: () => Promise<T>): Promise<T> => {
      await client.query(`begin; ${statements}`);
      try {
        return await work();
      } finally {
        await client.query("rollback");
      }
    };

    it("there are no rows of anybody where no tenant is set, and no tables can be changed", async () => {
      const { rows } = await client.query<{ name: string }>("select relname::text as name from pg_class where relrowsecurity");
      expect(rows.length).toBeGreaterThan(50);
      for (const { name } of rows) expect(await count(name), name).toBe(0);
      for (const role of ROLES)
        for (const { name } of role === "scm_sign_in" ? [] : rows)
          expect(await inTransaction(`set local role ${role}`, () => count(name)), `${role} ${name}`).toBe(0);
      for (const statement of ["drop policy scm_shop on balance", "alter table balance disable row level security", "create table x ()"])
        await expect(client.query(statement), statement).rejects.toThrow(/must be owner|permission denied/);
    });

    it("a shop has its rows, a supplier his, and neither can write for another", async () => {
      const shop = "set local role scm_shop; set local scm.shop to '0000000054'";
      const supplier = "set local role scm_supplier; set local scm.shop to '0000000054'; set local scm.supplier to '054001'";
      const owners = () => client.query<{ s: string; p: string }>(`select distinct "SHOP_ID" as s, provid as p from balance`);
      const seen = await inTransaction(shop, owners);
      expect(new Set(seen.rows.map(({ s }) => s))).toEqual(new Set(["0000000054"]));
      expect(seen.rows.length).toBeGreaterThan(1);
      const [{ p: provid = "" } = {}] = seen.rows;
      const own = await inTransaction(supplier.replace("054001", provid), owners);
      expect(own.rows).toEqual([{ s: "0000000054", p: provid }]);
      const give = (field: string, value: string) => client.query(`update balance set "${field}" = '${value}'`);
      await expect(inTransaction(shop, () => give("SHOP_ID", "0000000153"))).rejects.toThrow("row-level security");
      await expect(inTransaction(supplier.replace("054001", provid), () => give("provid", "another"))).rejects.toThrow(
        "row-level security",
      );
      const inserted = `insert into store ("SHOP_ID", "StoreId", "StoreName") values ('0000000153', 'x', 'x')`;
      await expect(inTransaction(shop, () => client.query(inserted))).rejects.toThrow("row-level security");
    });
  });

  it("a connection that is given back has nothing of its tenant left", async () => {
    const one = await openDatabase({
      dataDir: "",
      databaseUrl: login,
      databaseOwnerUrl: urlOf(database),
      mustNotOwn: true,
      poolSize: 1,
      log: () => undefined,
    });
    const bills = (db: typeof one.kysely) => sql<{ n: number }>`select count(*)::int as n from balance`.execute(db);
    const shop = forTenant(one.kysely, { as: "shop", shop: "0000000054" });
    const left = async () => {
      const { rows } = await sql<{ who: string; shop: string | null }>`
        select current_user::text as who, nullif(current_setting('scm.shop', true), '') as shop`.execute(one.kysely);
      expect(rows).toEqual([{ who: "scm_test_login", shop: null }]);
      expect((await bills(one.kysely)).rows[0]?.n).toBe(0);
    };
    expect((await bills(shop)).rows[0]?.n).toBeGreaterThan(0);
    await left();
    await expect(sql`select 1 / 0`.execute(shop)).rejects.toThrow("division by zero");
    await left();
    await shop.transaction().execute(async (trx) => {
      expect((await bills(trx)).rows[0]?.n).toBeGreaterThan(0);
      // Of several tenants in one transaction each has its own.
      const other = forTenant(trx, { as: "shop", shop: "0000000001" });
      const whose = async (db: typeof one.kysely) =>
        (await sql<{ s: string }>`select distinct "SHOP_ID" as s from balance`.execute(db)).rows.map(({ s }) => s);
      expect([await whose(other), await whose(trx)]).toEqual([["0000000001"], ["0000000054"]]);
      await sql`savepoint step`.execute(trx);
      expect(await whose(other)).toEqual(["0000000001"]);
      await sql`rollback to savepoint step`.execute(trx);
      expect([await whose(trx), await whose(other)]).toEqual([["0000000054"], ["0000000001"]]);
    });
    await left();
    await expect(shop.transaction().execute((trx) => sql`select 1 / 0`.execute(trx))).rejects.toThrow("division by zero");
    await left();
    await one.close();
  });
});
