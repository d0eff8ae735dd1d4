import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { buildIndexes, isBuilt } from "../../../src/server/tables/build-indexes.ts";
import { migrateTechnicalTables } from "../../../src/server/tables/migrate.ts";
import { fitsSchema, syncSchema } from "../../../src/server/tables/sync-schema.ts";
import { introspect } from "../../../src/server/tables/sync-schema-diff.ts";
import { databaseUrl, openPostgres } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";

const SHOPS = ["0000000054", "0000000153"];
/** More than the blocks that are read in a moment. */
const ROWS = 40_000;

/** Makes the tables on a connection whose database says so. */
const parted = async (database: Database, told: string) => {
  const lines: string[] = [];
  await database.kysely.connection().execute(async (one) => {
    await sql`select set_config('scm.partitions', ${told}, false)`.execute(one);
    await migrateTechnicalTables(one, []);
    await syncSchema(one, registry, (line) => void lines.push(line));
  });
  return lines;
};

describe.skipIf(databaseUrl === undefined)("tables in parts", () => {
  it("are made as the owner of the database says, in a schema that is nobody's; all that is wrong is told at once", async () => {
    const database = await openPostgres();
    const told = "balance:4, sale:0, shop:4, user_login:9";
    const refused = await parted(database, told).catch((error: Error) => error.message);
    expect(refused).toContain("sale:0: not a table's name and a number");
    expect(refused).toContain("shop:4: its rows are no shop's");
    const lines = await parted(database, "balance:4, nothing:2");
    expect(lines).toContain("database: scm.partitions names nothing, which is no table");
    const { kysely } = database;
    expect(await fitsSchema(kysely, registry), "nothing more to do").toBe(true);
    for (const shop of SHOPS)
      await sql`insert into balance ("SHOP_ID", "Billid", provid) select ${shop}, 'JS' || g, '102001' from generate_series(1, 50) g`.execute(
        kysely,
      );
    const { rows } = await sql<{ part: string; count: number }>`
      select tableoid::regclass::text as part, count(*)::int as count from balance group by 1`.execute(kysely);
    expect(rows.every(({ part }) => /^\w+_parts\.balance__[0-3]$/.test(part))).toBe(true);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(100);
    // Their roles read the table, whose policies say whose its rows are, and none of its parts.
    for (const { part } of rows)
      await expect(
        kysely.transaction().execute(async (trx) => {
          await sql`set local role scm_shop`.execute(trx);
          await sql`select from ${sql.raw(part)}`.execute(trx);
        }),
      ).rejects.toThrow("permission denied");
    await kysely.transaction().execute(async (trx) => {
      await sql`select set_config('scm.shop', ${SHOPS[0]}, true)`.execute(trx);
      await sql`set local role scm_shop`.execute(trx);
      const own = await sql<{ count: number }>`select count(*)::int as count from balance`.execute(trx);
      expect(own.rows).toEqual([{ count: 50 }]);
    });
  });

  it("get and lose the indexes of large tables while others write", async () => {
    const database = await openPostgres();
    const { kysely } = database;
    await parted(database, "balance:4");
    const [lost = ""] = [...(await introspect(kysely)).indexes].flatMap(([name, { table, isUnique }]) =>
      table === "balance" && !isUnique && name.startsWith("ix__") ? [name] : [],
    );
    await sql`drop index ${sql.id(lost)}`.execute(kysely);
    await sql`create index ix__balance__of_before on balance ("Remark")`.execute(kysely);
    for (const shop of SHOPS)
      await sql`insert into balance ("SHOP_ID", "Billid", provid, "Remark")
        select ${shop}, 'JS' || g, '102001', repeat('x', 200) from generate_series(1, ${sql.lit(ROWS)}) g`.execute(kysely);
    await sql`analyze balance`.execute(kysely);
    expect((await introspect(kysely)).large.has("balance")).toBe(true);
    expect(await fitsSchema(kysely, registry), "a start waits for nothing").toBe(true);
    expect(await isBuilt(kysely, registry)).toBe(false);
    const said: string[] = [];
    await buildIndexes(database, registry, { log: (line) => void said.push(line), stopping: new AbortController().signal });
    expect(await isBuilt(kysely, registry), said.join("\n")).toBe(true);
    const { indexes } = await introspect(kysely);
    expect([indexes.has(lost), indexes.has("ix__balance__of_before")]).toEqual([true, false]);
    const { rows } = await sql<{ valid: boolean }>`
      select bool_and(i.indisvalid) as valid from pg_inherits h join pg_index i on i.indexrelid = h.inhrelid
      where h.inhparent = to_regclass(quote_ident(${lost})) having count(*) = 4`.execute(kysely);
    expect(rows).toEqual([{ valid: true }]);
  });
});
