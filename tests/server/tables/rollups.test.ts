import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import type { Db } from "../../../src/server/db/connect.ts";
import { forTenant } from "../../../src/server/db/driver/tenant-statements.ts";
import { allRollups, type RollupTable } from "../../../src/server/query/rollup-table.ts";
import { fitsSchema } from "../../../src/server/tables/sync-schema.ts";
import { verifyRollup } from "../../../src/server/tables/verify-rollups.ts";
import type { Entity, Registry, Rollup } from "../../../src/shared/registry/model.ts";
import { IS_LONG } from "../../e2e/long.ts";
import { atEnd } from "../db/fixtures/at-end.ts";
import { administer, freshName, urlOf } from "../db/fixtures/postgres-databases.ts";
import { addressOf, databaseUrl, describeEngines, openPostgres, temporaryFolder } from "../db/fixtures/test-database.ts";
import { convert, empty, go, oneEntity, SHOP, serve, typed } from "../models/data/data-world.ts";

const OTHER = "0000000002";
const KIND = { codeType: "int", values: [] } as const;
const BY_DAY: Rollup = { by: ["kind", "day", "flag"], sums: ["money", "weight", "open"] };
const BY_SUPPLIER: Rollup = { by: ["provid"], sums: ["money"] };

/** Documents of suppliers, with what is paid of them. */
function documents(rollups: readonly Rollup[], more: Partial<Entity> = {}): Registry {
  const fields = [
    typed("provid", "string"),
    typed("kind", "enum", KIND),
    typed("day", "date"),
    typed("flag", "bool"),
    typed("money", "money"),
    typed("paid", "money"),
    typed("weight", "quantity"),
    typed("open", "money", { computed: { kind: "calc", calc: { sub: ["money", "paid"] } } as never }),
  ];
  return oneEntity(fields, { tenancy: "shop+supplier", supplierField: "provid", rollups, ...more });
}

const REGISTRY = documents([BY_DAY, BY_SUPPLIER]);

async function differences(db: Db, registry: Registry = REGISTRY) {
  const found = [];
  for (const table of allRollups(registry)) found.push(...(await verifyRollup(db, table)));
  return found;
}

/** What a rollup has of each group, the shards together. */
async function kept(db: Db, { name, by }: RollupTable) {
  const key = sql.join(by.map((field) => sql.id(field.name)));
  const { rows } = await sql<Record<string, unknown>>`
    select ${key}, sum(_rows)::text as n, sum(_sum_money)::text as money from ${sql.id(name)}
    group by ${key} having sum(_rows) <> 0 order by ${key}`.execute(db);
  return rows;
}

const rollupOf = (registry: Registry, by: string) => {
  const found = allRollups(registry).find((table) => table.by.some(({ name }) => name === by));
  if (found === undefined) throw new Error(`no rollup by ${by}`);
  return found;
};

const row = (more: Record<string, unknown> = {}) => ({
  SHOP_ID: SHOP,
  provid: "001",
  kind: 1,
  day: "2025-06-01",
  flag: false,
  money: 100,
  paid: 30,
  weight: 1500,
  ...more,
});

describeEngines("rollups", (open) => {
  let db: Db;
  beforeEach(async () => {
    db ??= (await open()).kysely;
    await empty(db);
    await serve(db, REGISTRY);
  });
  const insert = (...rows: ReturnType<typeof row>[]) => db.insertInto("sample").values(rows).execute();

  it("follow what is written: rows that come, change and go, one or many, with nothing in a field", async () => {
    await insert(row(), row({ money: -20 }), row({ kind: null, day: null, money: null, paid: null, weight: null }), row({ provid: null }));
    await insert(row({ SHOP_ID: OTHER, money: 7 }), row({ kind: null, day: null }));
    expect(await differences(db)).toEqual([]);
    expect(await kept(db, rollupOf(REGISTRY, "provid"))).toEqual([
      { provid: "001", n: "5", money: "187" },
      { provid: null, n: "1", money: "100" },
    ]);
    await sql`update sample set money = money + 1, kind = 2 where kind = 1`.execute(db);
    await sql`update sample set provid = '002' where money > 100`.execute(db);
    await sql`update sample set kind = null, flag = true where provid is null`.execute(db);
    expect(await differences(db)).toEqual([]);
    await sql`delete from sample where kind is null`.execute(db);
    await sql`insert into sample ("SHOP_ID", provid, kind, day, flag, money, paid, weight)
      select ${SHOP}, '00' || g % 3, g % 4, date '2025-06-01' + g % 7, g % 2 = 0, g * 1900000000000, g, 900000000000000000 from generate_series(1, 500) g`.execute(
      db,
    );
    await sql`insert into sample ("Id", "SHOP_ID", provid, kind, money, flag) select "Id", "SHOP_ID", provid, kind, money, flag from sample
      on conflict ("SHOP_ID", "Id") do update set money = -excluded.money, kind = 9`.execute(db);
    expect(await differences(db)).toEqual([]);
    await sql`truncate sample`.execute(db);
    expect(await differences(db)).toEqual([]);
    expect(await kept(db, rollupOf(REGISTRY, "provid"))).toEqual([]);
    await insert(row());
    expect(await differences(db)).toEqual([]);
  });

  it("forget what was not committed, wholly or after a step back", async () => {
    await insert(row());
    const failing = db.transaction().execute(async (trx) => {
      await trx
        .insertInto("sample")
        .values(row({ money: 5 }))
        .execute();
      await sql`select 1 / 0`.execute(trx);
    });
    await expect(failing).rejects.toThrow("division by zero");
    await db.transaction().execute(async (trx) => {
      await sql`savepoint step`.execute(trx);
      await trx
        .insertInto("sample")
        .values(row({ money: 6 }))
        .execute();
      await sql`rollback to savepoint step`.execute(trx);
      await trx
        .insertInto("sample")
        .values(row({ money: 7 }))
        .execute();
    });
    expect(await kept(db, rollupOf(REGISTRY, "provid"))).toEqual([{ provid: "001", n: "2", money: "107" }]);
    expect(await differences(db)).toEqual([]);
  });

  it("come with the model, change with it, and go with it", async () => {
    const none = documents([]);
    await serve(db, none);
    expect(
      await sql`select from pg_class where relname like '\\_rollup%' union all select from pg_trigger where tgname like 'rollup%'`.execute(
        db,
      ),
    ).toMatchObject({ rows: [] });
    await insert(row(), row({ provid: "002", money: 900 }));
    await serve(db, REGISTRY);
    expect(await fitsSchema(db, REGISTRY)).toBe(true);
    expect(await kept(db, rollupOf(REGISTRY, "provid"))).toMatchObject([{ money: "100" }, { money: "900" }]);
    const other = documents([{ ...BY_DAY, sums: ["money"] }]);
    await serve(db, other);
    expect(allRollups(other).map(({ name }) => name)).not.toContain(rollupOf(REGISTRY, "day").name);
    expect((await sql`select from pg_class where relname like '\\_rollup%' and relkind = 'r'`.execute(db)).rows).toHaveLength(1);
    await insert(row());
    expect(await differences(db, other)).toEqual([]);
  });

  it("stay true where columns are converted, renamed or set aside", async () => {
    await insert(row(), row({ kind: 2, weight: 3500 }));
    const fields = Object.values(REGISTRY.entities.Sample?.fields ?? {});
    const asPrice = fields.map((field) => (field.name === "money" ? typed("money", "price", { convert: convert("money") }) : field));
    const next = oneEntity(asPrice, { tenancy: "shop+supplier", supplierField: "provid", rollups: [BY_SUPPLIER] });
    await go(db, REGISTRY, next);
    expect(await kept(db, rollupOf(next, "provid"))).toEqual([{ provid: "001", n: "2", money: "20000" }]);
    await insert(row({ money: 5 }));
    expect(await differences(db, next)).toEqual([]);
    const without = oneEntity(
      asPrice.filter(({ name }) => name !== "kind"),
      { tenancy: "shop+supplier", supplierField: "provid", rollups: [{ by: ["day"], sums: ["money"] }] },
    );
    await go(db, next, without);
    const { kind, ...plain } = row({ money: 9 });
    await db.insertInto("sample").values(plain).execute();
    expect(await differences(db, without)).toEqual([]);
  });

  it("are made anew where a trigger was switched off, and tell group and column until then", async () => {
    await insert(row(), row({ day: "2025-06-02" }));
    await sql`alter table sample disable trigger user`.execute(db);
    await sql`update sample set money = money + 1 where day = '2025-06-02'`.execute(db);
    await sql`delete from sample where day = '2025-06-01'`.execute(db);
    const { name } = rollupOf(REGISTRY, "day");
    expect((await differences(db)).filter(({ rollup }) => rollup === name)).toEqual([
      { rollup: name, group: `SHOP_ID ${SHOP}, day 2025-06-01, kind 1, flag false`, field: null, kept: "1", counted: "0" },
      { rollup: name, group: `SHOP_ID ${SHOP}, day 2025-06-01, kind 1, flag false`, field: "money", kept: "1.00", counted: "0.00" },
      { rollup: name, group: `SHOP_ID ${SHOP}, day 2025-06-01, kind 1, flag false`, field: "weight", kept: "1.500", counted: "0.000" },
      { rollup: name, group: `SHOP_ID ${SHOP}, day 2025-06-01, kind 1, flag false`, field: "open", kept: "0.70", counted: "0.00" },
      { rollup: name, group: `SHOP_ID ${SHOP}, day 2025-06-02, kind 1, flag false`, field: "money", kept: "1.00", counted: "1.01" },
      { rollup: name, group: `SHOP_ID ${SHOP}, day 2025-06-02, kind 1, flag false`, field: "open", kept: "0.70", counted: "0.71" },
    ]);
    expect(await fitsSchema(db, REGISTRY)).toBe(false);
    await serve(db, REGISTRY);
    expect(await differences(db)).toEqual([]);
    await insert(row());
    expect(await differences(db)).toEqual([]);
  });

  it("are read by whose rows they count, and written by nobody", async () => {
    await insert(row(), row({ provid: "002" }), row({ SHOP_ID: OTHER }));
    const shop = (id: string) => forTenant(db, { as: "shop", shop: id });
    const supplier = (id: string) => forTenant(db, { as: "supplier", shop: SHOP, supplier: id });
    const [days, suppliers] = [rollupOf(REGISTRY, "day"), rollupOf(REGISTRY, "provid")];
    const counted = async (as: Db, { name }: RollupTable) =>
      (await as.selectFrom(name).select(sql<string>`coalesce(sum(_rows), 0)::text`.as("n")).executeTakeFirstOrThrow()).n;
    expect([await counted(shop(SHOP), days), await counted(shop(SHOP), suppliers), await counted(shop(OTHER), days)]).toEqual([
      "2",
      "2",
      "1",
    ]);
    expect([await counted(supplier("002"), suppliers), await counted(supplier("002"), days)]).toEqual(["1", "0"]);
    expect(await counted(forTenant(db, { as: "signIn", shop: "" }), suppliers)).toBe("0");
    expect(await counted(forTenant(db, { as: "market", shop: SHOP }), suppliers)).toBe("0");
    expect((await shop(SHOP).updateTable(days.name).set({ _rows: 9 }).executeTakeFirst()).numUpdatedRows).toBe(0n);
    expect((await shop(SHOP).deleteFrom(days.name).executeTakeFirst()).numDeletedRows).toBe(0n);
    await expect(shop(SHOP).insertInto(days.name).values({ SHOP_ID: SHOP, _shard: 5, _rows: 1 }).execute()).rejects.toThrow();
    // What a tenant writes is counted all the same.
    await supplier("002")
      .insertInto("sample")
      .values(row({ provid: "002" }))
      .execute();
    expect(await counted(supplier("002"), suppliers)).toBe("2");
    expect(await differences(db)).toEqual([]);
  });

  it("of rows that are no supplier's are read by suppliers as the rows are", async () => {
    const shared = documents([BY_DAY], { tenancy: "shop", supplierField: null, supplierReads: true });
    await empty(db);
    await serve(db, shared);
    await insert(row(), row({ SHOP_ID: OTHER }));
    const supplier = forTenant(db, { as: "supplier", shop: SHOP, supplier: "002" });
    const { name } = rollupOf(shared, "day");
    const told = await supplier.selectFrom(name).select(sql<string>`sum(_rows)::text`.as("n")).executeTakeFirstOrThrow();
    const there = await supplier.selectFrom("sample").select(sql<string>`count(*)::text`.as("n")).executeTakeFirstOrThrow();
    expect([told.n, there.n]).toEqual(["1", "1"]);
  });
});

/** In the long form 100,000 writes. */
const WRITES = IS_LONG ? 100_000 : 3000;
const CLIENTS = IS_LONG ? 16 : 12;

describe.skipIf(databaseUrl === undefined)("rollups that many write at once", () => {
  it("say what the rows say, and nobody waits for a group: transactions that end, fail, are thrown out and are killed", {
    timeout: 900_000,
  }, async () => {
    const database = await openPostgres();
    const db = database.kysely;
    await serve(db, REGISTRY);
    const url = addressOf(database);
    const killed = spawn(process.execPath, ["-e", writerOf(url)], { cwd: process.cwd(), stdio: ["ignore", "pipe", "inherit"] });
    atEnd(() => void killed.kill("SIGKILL"));
    await once(killed.stdout, "data");
    let left = WRITES;
    let deadlocks = 0;
    const client = async (seed: number) => {
      const random = randomOf(seed);
      let one = new pg.Client({ connectionString: url });
      one.on("error", () => undefined);
      await one.connect();
      while (left > 0) {
        const statements = 1 + Math.floor(random() * 4);
        left -= statements;
        try {
          await one.query("begin");
          for (let n = 0; n < statements; n++) await one.query(statementOf(random));
          if (random() < 0.01) await one.query("select pg_terminate_backend(pg_backend_pid())");
          await one.query(random() < 0.15 ? "rollback" : "commit");
        } catch (error) {
          const { code } = error as { code?: string };
          // Two that change the same rows in another order wait for each other, rollups or not: rows are told apart by client below.
          if (code === "40P01") deadlocks += 1;
          await one.query("rollback").catch(async () => {
            one = new pg.Client({ connectionString: url });
            one.on("error", () => undefined);
            await one.connect();
          });
        }
      }
      await one.end();

      function statementOf(next: () => number): string {
        const n = (most: number) => Math.floor(next() * most);
        const some = `"SHOP_ID" = '${SHOP}' and "paid" = ${seed} and "Id" % ${1 + n(5)} = 0`;
        const values = `'${SHOP}', '00${n(3)}', ${n(4)}, date '2025-06-01' + ${n(3)}, ${next() < 0.5}, ${n(1e9) - 5e8}, ${seed}, ${n(9999)}`;
        const into = `insert into sample ("SHOP_ID", provid, kind, day, flag, money, paid, weight)`;
        const pick = next();
        if (pick < 0.5) return `${into} values (${values})`;
        if (pick < 0.6) return `${into} select ${values} from generate_series(1, ${1 + n(50)})`;
        if (pick < 0.75) return `update sample set money = money + ${n(100)}, kind = ${n(4)} where ${some}`;
        if (pick < 0.85) return `update sample set day = null, provid = null where ${some} and money % 7 = 0`;
        if (pick < 0.92) return `update sample set weight = weight where ${some}`;
        return `delete from sample where ${some}`;
      }
    };
    const all = Promise.all(Array.from({ length: CLIENTS }, (_, seed) => client(seed + 1)));
    await sleep(500);
    killed.kill("SIGKILL");
    await all;
    expect(deadlocks).toBe(0);
    // The database notices that a client was killed when it looks for it.
    const isLeft = async () => {
      const { rows } = await sql`
        select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
        db,
      );
      return rows.length > 0;
    };
    await expect.poll(isLeft, { timeout: 60_000 }).toBe(false);
    expect(await differences(db)).toEqual([]);
    const { rows } = await sql<{ shards: number; n: number }>`
      select count(distinct _shard)::int as shards, (select count(*)::int from sample) as n from ${sql.id(rollupOf(REGISTRY, "day").name)}`.execute(
      db,
    );
    expect(rows[0]?.n).toBeGreaterThan(0);
    expect(rows[0]?.shards).toBeLessThanOrEqual(CLIENTS + 2);
  });

  it("wait for no other writer of the same group", async () => {
    const database = await openPostgres();
    await serve(database.kysely, REGISTRY);
    await database.kysely.transaction().execute(async (first) => {
      await first.insertInto("sample").values(row()).execute();
      await database.kysely.transaction().execute(async (second) => {
        await sql`set local lock_timeout = '10s'`.execute(second);
        await second.insertInto("sample").values([row(), row()]).execute();
      });
      await first.insertInto("sample").values(row()).execute();
    });
    expect(await differences(database.kysely)).toEqual([]);
    expect(await kept(database.kysely, rollupOf(REGISTRY, "provid"))).toEqual([{ provid: "001", n: "4", money: "400" }]);
  });

  const hasPrograms = ["pg_dump", "pg_restore"].every((program) => spawnSync(program, ["--version"]).status === 0);

  it.skipIf(!hasPrograms)("come back with a dump, and go on from there", async () => {
    const database = await openPostgres();
    await serve(database.kysely, REGISTRY);
    await database.kysely
      .insertInto("sample")
      .values([row(), row({ kind: null })])
      .execute();
    const file = join(temporaryFolder(), "scm.dump");
    const plain = (address: string) => Object.assign(new URL(address), { search: "" }).href;
    execFileSync("pg_dump", ["--format=custom", `--file=${file}`, plain(addressOf(database))]);
    const name = freshName();
    await administer(`create database ${name}`);
    execFileSync("pg_restore", ["--no-owner", `--dbname=${plain(urlOf(name))}`, file]);
    const client = new pg.Client({ connectionString: urlOf(name) });
    await client.connect();
    atEnd(async () => {
      await client.end();
      await administer(`drop database ${name} with (force)`);
    });
    await client.query(`insert into sample ("SHOP_ID", provid, money) values ('${SHOP}', '001', 11)`);
    const { name: table } = rollupOf(REGISTRY, "provid");
    const { rows } = await client.query(`select sum(_rows)::int as n, sum(_sum_money)::int as money from ${table}`);
    expect(rows).toEqual([{ n: 3, money: 211 }]);
  });
});

/** A program that writes in a transaction that never ends by itself. */
function writerOf(url: string): string {
  return `const pg = require("pg");
    const one = new pg.Client({ connectionString: ${JSON.stringify(url)} });
    one.connect().then(async () => {
      await one.query("begin");
      for (;;) {
        await one.query(\`insert into sample ("SHOP_ID", provid, kind, money) values ('${SHOP}', '009', 1, 1)\`);
        console.log("written");
      }
    });`;
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
