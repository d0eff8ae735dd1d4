import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../../src/server/db/connect.ts";
import { FEATURES } from "../../../src/server/features.ts";
import type { QueryContext } from "../../../src/server/query/context.ts";
import { listPage } from "../../../src/server/query/list-page.ts";
import { listPlan } from "../../../src/server/query/list-plan.ts";
import { printModule } from "../../../src/server/query/print-rows.ts";
import { showRow } from "../../../src/server/query/show/show-row.ts";
import { readTodos } from "../../../src/server/query/todos.ts";
import { readHomeCharts } from "../../../src/server/screens/home-charts.ts";
import { listIndexesOf } from "../../../src/server/tables/list-indexes.ts";
import { migrateTechnicalTables } from "../../../src/server/tables/migrate.ts";
import { syncSchema } from "../../../src/server/tables/sync-schema.ts";
import { createIndex } from "../../../src/server/tables/sync-schema-ddl.ts";
import { introspect } from "../../../src/server/tables/sync-schema-diff.ts";
import { indexesOf } from "../../../src/server/tables/sync-schema-indexes.ts";
import { fieldsOfPredicate } from "../../../src/shared/domain/predicate.ts";
import { type FilterClause, WAITS } from "../../../src/shared/protocol/list.ts";
import { isGrowing, isNameColumn } from "../../../src/shared/registry/lists/growing.ts";
import type { Entity, Filter, Module } from "../../../src/shared/registry/model.ts";
import { addressOf, databaseUrl, openPostgres } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { type Explained, explaining, type Step } from "./fixtures/explaining.ts";
import { fillGrowing, holderOf, PART_OF_NAME } from "./fixtures/many-rows.ts";

/**
 * No list of rows that become ever more is answered by reading more than a twentieth of them: not as it opens, not by a filter, not in an order that it
 * offers (docs/decisions/123). 10,000 rows of 200,000 with PLAN_ROWS=200000, in the same proportion otherwise. Number and sums of what is filtered may be
 * read from an index alone, however many rows they are over; those of all rows are counted row by row. So few rows would often be read as a whole: here
 * PostgreSQL prefers whatever index there is. Left out is what is computed, of which `check:schemas` tells, and parts of texts that are no names.
 * No document is opened or printed by reading more, either, by the plans that PostgreSQL finds best (docs/decisions/140).
 */
const ROWS = Number(process.env.PLAN_ROWS ?? "20000");
/** A page may be looked for among the newest rows, however few there are. */
const MOST = Math.max(4000, ROWS / 20);

/** Of payments that are reversed or in advance it is asked what became of them; here nearly all are, where people trade few. */
const PAYMENTS = 503;

/** In parts (npm run test:partitions) it is the index of a part, which PostgreSQL has named. */
const inParts = process.env.TEST_PARTITIONS !== undefined;

const modules = Object.values(registry.modules).filter(({ entity, page, audience, where }) => {
  const of = registry.entities[entity];
  return (
    of !== undefined &&
    (page === "list" || page === "override") &&
    isOfRows(where, of) &&
    audience.includes("shop") &&
    isGrowing(registry, of)
  );
});

/** Whether the rows themselves decide what the page shows: what their heads say is asked for each of them. */
function isOfRows(where: Module["where"], { fields }: Entity): boolean {
  return where === null || fieldsOfPredicate(where).every((name) => fields[name]?.computed === null);
}

describe.skipIf(databaseUrl === undefined)("plans of lists", () => {
  let handle: ReturnType<typeof explaining>;
  const used = new Set<string>();
  let ofAll: (work: (all: Db) => Promise<unknown>) => Promise<unknown>;

  beforeAll(async () => {
    const database = await openPostgres();
    ofAll = (work) => database.withoutTimeouts(work);
    await migrateTechnicalTables(database.kysely, FEATURES);
    await syncSchema(database.kysely, registry, () => undefined);
    // Made again over all rows, which is faster than row by row.
    const indexes = indexesOf(registry).filter(
      ({ isUnique, table }) => !isUnique && modules.some((module) => registry.entities[module.entity]?.table === table),
    );
    for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(database.kysely);
    await database.withoutTimeouts((one) => fillGrowing(one, registry, ROWS));
    await database.withoutTimeouts((one) => syncAgain(one));
    await database.withoutTimeouts((one) => sql`vacuum analyze`.execute(one));
    handle = explaining(addressOf(database));
  }, 600_000);
  afterAll(() => handle?.close());

  async function syncAgain(one: Parameters<typeof syncSchema>[0]): Promise<void> {
    const { indexes } = await introspect(one);
    for (const index of indexesOf(registry)) if (!indexes.has(index.name)) await createIndex(index).statement.execute(one);
  }

  test.each(modules.map((module) => [`${module.id} ${module.entry.title}`, module] as const))(
    "%s",
    { timeout: 120_000 },
    async (_, module) => {
      const read: string[] = [];
      for (const [what, params] of asked(module)) {
        await listPage(context(what), module, { page: "1", rows: "35", ...params });
        for (const { statement, steps } of handle.taken()) {
          for (const name of indexNames(steps)) used.add(name);
          // Number and sums of all rows that no rollup tells are counted row by row.
          const isRolled = what === WAITING && module.id !== PAYMENTS && (registry.entities[module.entity]?.rollups.length ?? 0) > 0;
          const isOfAll = isTotals(statement) && !what.startsWith("filter ") && !isRolled;
          const most = isOfAll ? 0 : Math.max(0, ...steps.map((step) => scanned(step, statement)));
          if (most > MOST) read.push(`${what}: ${most} rows: ${shortly({ statement, steps })}`);
        }
      }
      expect(read).toEqual([]);
    },
  );

  test("what the home page counts is told by a rollup, or of few rows", { timeout: 120_000 }, async () => {
    const read: string[] = [];
    for (const module of modules.filter(({ id }) => id !== PAYMENTS)) {
      await readTodos(context("home"), [module]);
      await readHomeCharts(context("home"), module);
      for (const { statement, steps } of handle.taken()) {
        const most = Math.max(0, ...steps.map((step) => scanned(step, statement)));
        if (most > MOST) read.push(`${module.id}: ${most} rows: ${shortly({ statement, steps })}`);
      }
    }
    expect(read).toEqual([]);
  });

  test.skipIf(inParts)(
    "a document is opened and printed by its numbers, as its statements are planned for whatever values",
    {
      timeout: 120_000,
    },
    async () => {
      // A supplier of many receipts, thirty of which belong to each of his statements.
      await ofAll((all) =>
        sql`update accept set provid = 'S1', "BalaBillid" = case when "Id" <= 1200 then 'U' || lpad((1 + "Id" % 40 * 500)::text, 9, '0')
        else "BalaBillid" end`.execute(all),
      );
      await ofAll((all) => sql`vacuum analyze accept`.execute(all));
      const read: string[] = [];
      await ofAll(async (one) => {
        for (const side of ["shop", "supplier"] as const) {
          const ctx = { ...context(side === "supplier" ? SUPPLIERS : "a document"), db: one };
          const open = Object.values(registry.modules).filter(({ audience }) => audience.includes(side));
          for (const module of modules.filter((each) => open.includes(each) && listPlan(ctx, each).key !== null)) {
            const { rows } = await listPage(ctx, module, { page: "1", rows: "1" });
            if (rows.length === 0) continue;
            const id = Number(rows[0]?.Id);
            const before = await rowsRead(one);
            await showRow(ctx, module, id, open);
            for (const { template } of module.prints) await printModule(ctx, module, template, [id]);
            for (const [table, count] of await rowsRead(one)) {
              const more = count - (before.get(table) ?? 0);
              if (more > MOST) read.push(`${side} ${module.id}: ${more} of ${table}`);
            }
          }
        }
        const { rows } = await sql`select from pg_prepared_statements where generic_plans > 0 and custom_plans = 0`.execute(one);
        expect(rows.length).toBeGreaterThan(20);
        expect([...(await rowsRead(one)).values()].filter((count) => count > 0).length).toBeGreaterThan(modules.length / 2);
      });
      expect(read).toEqual([]);
    },
  );

  test.skipIf(inParts)(
    "of bills that are done a view reads only those whose amounts do not agree, on its page and on the home page",
    async () => {
      const page = registry.modules["517"];
      if (page === undefined) throw new Error("there is no page of invoices that do not agree");
      await ofAll((all) => sql`update balance set "B2b_statu" = 60`.execute(all));
      await ofAll((all) => sql`vacuum analyze balance`.execute(all));
      await listPage(context("page"), page, { page: "1", rows: "35" });
      await readHomeCharts(context("home"), page);
      const steps = handle.taken().flatMap((each) => each.steps.filter((step) => step["Relation Name"] === "balance"));
      for (const name of indexNames(steps)) used.add(name);
      const many = steps.filter((step) => !(step["Index Name"] ?? "").includes("Billid"));
      expect(many.length).toBeGreaterThan(2);
      expect(many.map((step) => step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0))).toEqual(many.map(() => 0));
    },
  );

  test.skipIf(inParts)("every index that lists are read by is used by one of them", () => {
    const tested = new Set(modules.map(({ entity }) => entity));
    const derived = [...listIndexesOf(registry)].flatMap(([name, made]) => {
      if (!tested.has(name)) return [];
      const table = registry.entities[name]?.table;
      const parts = new Set(made.map((index) => index.parts.map(({ field }) => field).join()));
      return indexesOf(registry).filter(
        (index) =>
          index.table === table &&
          parts.has(
            index.parts
              .slice(1)
              .map(({ field }) => field)
              .join(),
          ),
      );
    });
    expect(derived.length).toBeGreaterThan(100);
    expect(derived.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
  });

  function context(what: string): QueryContext {
    return { db: handle.db, registry, viewer: holderOf(registry, what === SUPPLIERS ? "S1" : ""), now: new Date() };
  }
});

const SUPPLIERS = "a supplier's own";
const WAITING = "as it opens, and what waits, which comes first";

/** By table that grows how many of its rows, or of the entries of its indexes, have been read until now. */
async function rowsRead(one: Db): Promise<ReadonlyMap<string, number>> {
  await sql`select pg_stat_force_next_flush()`.execute(one);
  const { rows } = await sql<{ table: string; read: string }>`
    select relname as table, seq_tup_read + coalesce((select sum(idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid), 0) as read
    from pg_stat_user_tables t`.execute(one);
  return new Map(rows.filter(({ table }) => GROWING.has(table)).map(({ table, read }) => [table, Number(read)]));
}

/** The ways to ask for a page: as it opens, by each of its filters, in each of its orders, both ways. */
function asked(module: Module): (readonly [string, Readonly<Record<string, string>>])[] {
  const entity = registry.entities[module.entity];
  const isStored = (name: string) => entity?.fields[name]?.computed === null;
  const filters = module.filters.filter(
    (filter) => filter.audience.includes("shop") && isStored(filter.field) && !isPartOfText(module, filter),
  );
  const sorts = module.columns.filter(({ field, sortable }) => sortable && isStored(field)).map(({ field }) => field);
  const opening = filters.filter(({ initial }) => initial !== null).map((filter) => clause(module, filter));
  return [
    ["as it opens", opening.length === 0 ? {} : { filter: JSON.stringify(opening) }],
    ...(opening.length === 0 || module.todos.length === 0 ? [] : [[WAITING, waitingFirst(opening)] as const]),
    ...(module.audience.includes("supplier") ? [[SUPPLIERS, {}] as const] : []),
    ...filters.map((filter) => [`filter ${filter.field}`, { filter: JSON.stringify([clause(module, filter)]) }] as const),
    ...sorts.flatMap((sort) => ["asc", "desc"].map((order) => [`sort ${sort} ${order}`, { sort, order }] as const)),
  ];
}

/** What the screen asks for whom something waits (src/shared/domain/list/asked-filters.ts). */
function waitingFirst(opening: readonly FilterClause[]): Readonly<Record<string, string>> {
  const waits = { field: WAITS, operator: "eq", value: true };
  return {
    filter: JSON.stringify(opening.map((clause) => ({ operator: "or", value: [clause, waits] }))),
    sort: `${WAITS},Id`,
    order: "desc,desc",
  };
}

/** Part of a text that is no name: no index tells where it is. */
function isPartOfText({ entity: name }: Module, { field, operator }: Filter): boolean {
  const entity = registry.entities[name];
  const of = entity?.fields[field];
  return operator === "contains" && !(entity && of && isNameColumn(registry.entities, entity, of));
}

function clause(module: Module, { field, operator }: Filter): FilterClause {
  const of = registry.entities[module.entity]?.fields[field];
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  if (operator === "between") return { field, operator, value: [day(31), day(0)] };
  if (operator === "in") return { field, operator, value: of?.values.slice(0, 1).map(({ code }) => code) };
  return { field, operator, value: of?.type === "bool" ? true : PART_OF_NAME };
}

const GROWING = new Set(modules.map(({ entity }) => registry.entities[entity]?.table));

/** Rows of tables that grow which a step looked at. A count or a sum over an index alone reads no row. */
function scanned(step: Step, statement: string): number {
  if (!/Scan$/.test(step["Node Type"]) || !GROWING.has(step["Relation Name"])) return 0;
  if (step["Node Type"] === "Index Only Scan" && isTotals(statement)) return 0;
  const removed = (step["Rows Removed by Filter"] ?? 0) + (step["Rows Removed by Index Recheck"] ?? 0);
  return (step["Actual Rows"] + removed) * step["Actual Loops"];
}

/** Of what no rollup tells the number, or a sum. */
const isTotals = (statement: string) => /^select (count\(\*\)|coalesce\(sum\()/.test(statement);

const indexNames = (steps: readonly Step[]) => steps.flatMap((step) => step["Index Name"] ?? []);

function shortly({ statement, steps }: Explained): string {
  const scans = steps
    .filter((step) => /Scan$/.test(step["Node Type"]))
    .map((step) => `${step["Node Type"]} ${step["Index Name"] ?? step["Relation Name"] ?? ""}`);
  return `${isTotals(statement) ? "totals" : "rows"} by ${scans.join(", ")}`;
}
