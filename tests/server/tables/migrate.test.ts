import type { Migration } from "kysely";
import { expect, it } from "vitest";
import { StartupError } from "../../../src/server/base/startup-error.ts";
import type { Db } from "../../../src/server/db/connect.ts";
import { FEATURES } from "../../../src/server/features.ts";
import { migrateTechnicalTables } from "../../../src/server/tables/migrate.ts";
import { introspect } from "../../../src/server/tables/sync-schema-diff.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";

const RUN = [
  "0001_engine",
  "0002_event_seals",
  "0003_auth",
  "0004_payments",
  "0005_visitors",
  "0006_models",
  "0007_set_aside",
  "0008_given_passwords",
  "0009_devices",
  "0010_second_factors",
  "0011_identities",
  "0012_daily_budgets",
  "0013_ready",
  "0014_sealed_rows",
  "0015_day_used",
  "0016_journal",
  "0017_invoice_digest",
  "0018_setup",
  "0019_import_rows",
  "0020_import_files",
  "0021_api_keys",
  "0022_feeds",
  "0023_batches",
  "0024_pushes",
  "0025_own_lists",
  "0026_exports",
  "0027_told_changes",
  "0028_written",
];

describeEngine("technical tables", (open) => {
  const history = async (db: Db) => (await db.selectFrom("_migration").select("name").orderBy("name").execute()).map(({ name }) => name);
  const add = (table: string): Migration => ({ up: (db) => db.schema.createTable(table).addColumn("a", "text").execute() });
  const refusal = async (db: Db, migrations: Readonly<Record<string, Migration>>) => {
    const error = await migrateTechnicalTables(db, [...FEATURES, { migrations }]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartupError);
    return (error as StartupError).message;
  };

  it("are made once, also by more servers at once than there are connections", async () => {
    const { kind, kysely, withoutTimeouts } = await open();
    const starts = [
      ...Array.from({ length: kind === "postgres" ? 12 : 2 }, () => migrateTechnicalTables(kysely, FEATURES)),
      ...Array.from({ length: 2 }, () => withoutTimeouts((db) => migrateTechnicalTables(db, FEATURES))),
    ];
    await Promise.all(starts);
    expect(await history(kysely)).toEqual(RUN);
    const { tables, indexes } = await introspect(kysely);
    expect([...tables.keys()].sort()).toEqual(
      [
        "api_key",
        "aside",
        "bank_notice",
        "batch",
        "credential",
        "day_used",
        "device",
        "event_seal",
        "export",
        "feed",
        "feed_note",
        "feed_row",
        "feed_table",
        "idempotency",
        "identity",
        "import_chunk",
        "import_file",
        "import_row",
        "invoice_digest",
        "job",
        "job_item",
        "journal_due",
        "list_view",
        "meta",
        "migration",
        "migration_lock",
      ]
        .concat(["model", "model_confirmation", "model_text"])
        .concat([
          "number",
          "opened_row",
          "own_list",
          "own_menu",
          "pay_intent",
          "push",
          "push_hook",
          "ready",
          "recovery_code",
          "sealed_row",
          "second_factor",
          "session",
          "setup_token",
          "shop_profile",
          "sign_in_failure",
          "spent",
          "visit",
          "written",
        ])
        .map((name) => `_${name}`),
    );
    expect([...indexes.keys()].filter((name) => /_(open|due|unfiled)$/.test(name)).sort()).toEqual([
      "_job_open",
      "_pay_intent_due",
      "_pay_intent_open",
      "_pay_intent_unfiled",
    ]);
  });

  it("of a database without history are taken as they are, and what is missing is added", async () => {
    const { kysely } = await open();
    await migrateTechnicalTables(kysely, FEATURES);
    await kysely.insertInto("_meta").values({ key: "k", value: "v" }).execute();
    for (const table of ["_migration", "_migration_lock", "_job_item"]) await kysely.schema.dropTable(table).execute();
    await migrateTechnicalTables(kysely, FEATURES);
    expect(await history(kysely)).toEqual(RUN);
    expect(await kysely.selectFrom("_meta").selectAll().execute()).toEqual([{ key: "k", value: "v" }]);
    expect(await kysely.selectFrom("_job_item").selectAll().execute()).toEqual([]);
  });

  it("of a feature that is listed later are added, also where their numbers are lower", async () => {
    const { kysely } = await open();
    await migrateTechnicalTables(kysely, FEATURES);
    await migrateTechnicalTables(kysely, [...FEATURES, { migrations: { "0003_late": add("_late") } }]);
    expect(await history(kysely)).toEqual([...RUN, "0003_late"].sort());
    await migrateTechnicalTables(kysely, [{ migrations: { "0003_late": add("_late") } }, ...FEATURES]);
  });

  it("are refused whole, with what to do: a step that fails, a history of a newer version, two steps of one name", async () => {
    const { kysely } = await open();
    await kysely.schema.createTable("_taken").addColumn("a", "text").execute();
    const steps = { "0007_fine": add("_fine"), "0008_taken": add("_taken") };
    expect(await refusal(kysely, steps)).toMatch(/\(0008_taken: relation "_taken" already exists\): nothing was changed; remove/);
    expect([...(await introspect(kysely)).tables.keys()].sort()).toEqual(["_migration", "_migration_lock", "_taken"]);

    await migrateTechnicalTables(kysely, [...FEATURES, { migrations: { "0007_fine": add("_fine") } }]);
    expect(await refusal(kysely, {})).toMatch(/0007_fine is missing\): it was last used by a newer version/);
    await expect(migrateTechnicalTables(kysely, [{ migrations: { "0001_engine": add("_x") } }])).rejects.toThrow(
      "two migrations are named 0001_engine",
    );
  });
});
