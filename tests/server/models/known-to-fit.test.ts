import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { FEATURES } from "../../../src/server/features.ts";
import { isKnownToFit, noteFit } from "../../../src/server/models/known-to-fit.ts";
import { migrateTechnicalTables } from "../../../src/server/tables/migrate.ts";
import { fitsSchema, syncSchema } from "../../../src/server/tables/sync-schema.ts";
import { describeEngines } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";

const BUILD = "the program of this test";
const quiet = () => undefined;

// docs/decisions/137
describeEngines("tables that were found to fit", (open) => {
  let database: Database;
  const isKnown = (build = BUILD, version = registry.version) => isKnownToFit(database.kysely, { ...registry, version }, build);
  const again = async () => {
    await database.withoutTimeouts((db) => syncSchema(db, registry, quiet));
    await noteFit(database.kysely, registry, BUILD);
    expect(await isKnown()).toBe(true);
  };
  beforeAll(async () => {
    database = await open();
    await migrateTechnicalTables(database.kysely, FEATURES);
    await syncSchema(database.kysely, registry, quiet);
  });

  it("are known from then on, to the same program and for the same model", async () => {
    expect(await isKnown()).toBe(false);
    await noteFit(database.kysely, registry, BUILD);
    expect(await isKnown()).toBe(true);
    expect(await isKnown("another program")).toBe(false);
    expect(await isKnown(BUILD, "another model")).toBe(false);
    // What runs from its sources knows nothing.
    expect(await isKnownToFit(database.kysely, registry)).toBe(false);
  });

  it("are known whatever rows there are, and however they are looked after", async () => {
    const { kysely, withoutTimeouts } = database;
    await kysely.insertInto("provider").values({ SHOP_ID: "0000000054", provid: "101001" }).execute();
    await withoutTimeouts((db) => sql`vacuum (analyze) provider`.execute(db));
    await kysely.deleteFrom("provider").execute();
    expect(await isKnown()).toBe(true);
  });

  const CHANGES: Readonly<Record<string, string>> = {
    "a column is gone": `alter table provider rename column "Provider" to other`,
    "a column has another type": `alter table provider alter column rowver type bigint`,
    "a rule is gone": `do $$ begin execute (select format('alter table %s drop constraint %I', conrelid::regclass, conname)
      from pg_constraint where contype = 'c' and conname like 'ck\\_\\_%' limit 1); end $$`,
    "an index is gone": `do $$ begin execute (select 'drop index ' || indexrelid::regclass from pg_index
      where indrelid = 'provider'::regclass and not indisprimary and not indisunique limit 1); end $$`,
    "rows are not counted": "alter table fee_bill disable trigger user",
    "rows are everybody's": "alter table provider disable row level security",
    "whose rows they are says somebody else": "drop policy scm_supplier on provider",
    "nobody may read them": "revoke select on provider from scm_shop",
    "events are sealed in another way": "alter function _seal_event() security invoker",
    "there is a column that nobody asked for": "alter table provider add column other text",
  };
  it.each(Object.keys(CHANGES))("are looked at again where %s", async (what) => {
    await again();
    const rolledBack = new Error("rolled back");
    const change = sql.raw(CHANGES[what] ?? "");
    await database.kysely
      .transaction()
      .execute(async (trx) => {
        await change.execute(trx);
        expect(await isKnownToFit(trx, registry, BUILD)).toBe(false);
        throw rolledBack;
      })
      .catch((error: unknown) => {
        if (error !== rolledBack) throw error;
      });
    // What was taken back was never there.
    expect(await isKnown()).toBe(true);
  });

  it("are not known as long as they do not fit, or a step of the data is on its way", async () => {
    const { kysely } = database;
    await again();
    await sql`alter table provider disable row level security`.execute(kysely);
    await noteFit(kysely, registry, BUILD);
    expect([await fitsSchema(kysely, registry), await isKnown()]).toEqual([false, false]);
    await again();
    await sql`alter table provider add column _next_other text`.execute(kysely);
    await noteFit(kysely, registry, BUILD);
    expect([await fitsSchema(kysely, registry), await isKnown()]).toEqual([true, false]);
    await sql`alter table provider drop column _next_other`.execute(kysely);
  });
});
