import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import type { Database } from "../../../src/server/db/connect.ts";
import { FEATURES } from "../../../src/server/features.ts";
import { listGroups } from "../../../src/server/query/list-groups.ts";
import { listPage } from "../../../src/server/query/list-page.ts";
import { isGrouping } from "../../../src/server/query/parse-list-request.ts";
import { readableOf } from "../../../src/server/query/readable.ts";
import { allRollups, rollupTablesOf } from "../../../src/server/query/rollup-table.ts";
import { readStats } from "../../../src/server/query/stats.ts";
import { readTodos } from "../../../src/server/query/todos.ts";
import { readHomeCharts } from "../../../src/server/screens/home-charts.ts";
import { createRollup } from "../../../src/server/tables/ensure-rollups.ts";
import { migrateTechnicalTables } from "../../../src/server/tables/migrate.ts";
import { countedBy } from "../../../src/server/tables/rollup-sql.ts";
import { syncSchema } from "../../../src/server/tables/sync-schema.ts";
import { ensurePolicies } from "../../../src/server/tables/tenant-policies.ts";
import { verifyRollup } from "../../../src/server/tables/verify-rollups.ts";
import { addDays, dayOf } from "../../../src/shared/domain/day.ts";
import { fieldsOfPredicate } from "../../../src/shared/domain/predicate.ts";
import type { FilterClause } from "../../../src/shared/protocol/list.ts";
import type { Entity, Field, Module, Registry } from "../../../src/shared/registry/model.ts";
import { IS_LONG } from "../../e2e/long.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { fillGrowing, holderOf } from "../tables/fixtures/many-rows.ts";

const ROWS = 1500;
const FILTERS = IS_LONG ? 200 : 12;
const NOW = new Date();
const TODAY = dayOf(NOW);

/** The same model, whose lists are answered by their rows. */
const scanning: Registry = {
  ...registry,
  entities: Object.fromEntries(Object.entries(registry.entities).map(([name, entity]) => [name, { ...entity, rollups: [] }])),
};

const modules = Object.values(registry.modules).filter(
  ({ entity, page }) => (registry.entities[entity]?.rollups.length ?? 0) > 0 && (page === "list" || page === "override"),
);

const admin = holderOf(registry);
const supplier = holderOf(registry, "S1");

describeEngine("lists with rollups", (open) => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
    const { kysely } = database;
    await migrateTechnicalTables(kysely, FEATURES);
    await syncSchema(kysely, registry, () => undefined);
    await database.withoutTimeouts((one) => fillGrowing(one, registry, ROWS));
    // Filled past the triggers; what is written from here on they count.
    await kysely.transaction().execute(async (trx) => {
      for (const table of allRollups(registry)) await createRollup(trx, table);
      await ensurePolicies(trx, registry);
    });
    for (const { table, rollups, supplierField } of Object.values(registry.entities)) {
      if (rollups.length === 0) continue;
      await sql`delete from ${sql.id(table)} where "Id" % 17 = 0`.execute(kysely);
      const day = sql.id(rollups[0]?.by[0] ?? "");
      await sql`update ${sql.id(table)} set ${day} = null where "Id" % 29 = 0`.execute(kysely);
      // So few rows that suppliers have some in every state.
      await sql`update ${sql.id(table)} set ${sql.id(supplierField ?? "provid")} = 'S' || "Id" % 3 where "Id" % 2 = 0`.execute(kysely);
    }
  }, 600_000);

  const totals = async (viewer: Viewer, of: Registry, module: Module, filter: unknown) => {
    const { total, footer } = await listPage({ db: database.kysely, registry: of, viewer, now: NOW }, module, {
      page: "1",
      rows: "1",
      ...(filter === undefined ? {} : { filter: JSON.stringify(filter) }),
    });
    return { total, footer };
  };

  const groups = (viewer: Viewer, of: Registry, module: Module, asked: Readonly<Record<string, string>>, filter: unknown) =>
    listGroups({ db: database.kysely, registry: of, viewer, now: NOW }, module, {
      ...asked,
      ...(filter === undefined ? {} : { filter: JSON.stringify(filter) }),
    });

  /** Rollups say other numbers and sums from now on than the rows do, so that it is seen who is asked. */
  const bump = (entity: Entity, by: number, tables = rollupTablesOf(entity)) =>
    database.kysely.transaction().execute(async (trx) => {
      for (const table of tables) {
        const more = countedBy(table).map((name) => sql`${sql.id(name)} = ${sql.id(name)} + ${sql.lit(by)}`);
        await sql`update ${sql.id(table.name)} set ${sql.join(more)}`.execute(trx);
      }
    });

  test("are those of every document that is summed", () => {
    expect(modules.length).toBeGreaterThan(20);
  });

  test("have groups that say what the rows say", async () => {
    for (const table of allRollups(registry)) expect(await verifyRollup(database.kysely, table)).toEqual([]);
  });

  const onHome = Object.values(registry.modules).filter(({ stats, todos }) => todos.length > 0 || stats !== null);
  const countedFor = async (viewer: Viewer, of: Registry, module: Module) => {
    const ctx = { db: database.kysely, registry: of, viewer, now: NOW };
    return { todos: await readTodos(ctx, [module]), home: await readHomeCharts(ctx, module), stats: await readStats(ctx, module, {}) };
  };

  test("make to-dos, cards and charts of every page that has some say what the rows say, to whoever looks", {
    timeout: 300_000,
  }, async () => {
    for (const viewer of [admin, supplier, { ...admin, isMall: true }])
      for (const module of onHome.filter(({ audience }) => audience.includes(viewer.side)))
        expect(await countedFor(viewer, registry, module), `${module.id} ${viewer.side}`).toEqual(
          await countedFor(viewer, scanning, module),
        );
  });

  test("tell to-dos and charts, where one knows what they ask", { timeout: 300_000 }, async () => {
    const told: string[] = [];
    for (const module of onHome.filter(({ audience }) => audience.includes("shop"))) {
      const entity = registry.entities[module.entity];
      if (entity === undefined || entity.rollups.length === 0) continue;
      const scanned = await countedFor(admin, scanning, module);
      await bump(entity, 1);
      const rolled = await countedFor(admin, registry, module);
      await bump(entity, -1);
      const isKnown = (filters: readonly FilterClause[], more: readonly string[]) => {
        const fields = [...filters.map(({ field }) => field), ...more, ...limitsOf(module, entity)];
        return entity.rollups.some(({ by }) => fields.every((name) => by.includes(name)));
      };
      for (const [at, { title, count, filters }] of rolled.todos.entries()) {
        const there = scanned.todos[at]?.count ?? 0;
        // What no row is in is no group.
        expect(count > there, `${module.id} ${title}`).toBe(there > 0 && isKnown(filters, []));
        if (count > there) told.push(title);
      }
      for (const [at, { title, by, filters, points }] of rolled.home.entries()) {
        const isTold = JSON.stringify(points) !== JSON.stringify(scanned.home[at]?.points);
        expect(isTold, title).toBe(isKnown(filters, [by]));
        if (isTold) told.push(title);
      }
    }
    expect(told.length).toBeGreaterThan(14);
    expect(told).toContain("近 31 天的订货金额");
  });

  test("leave what other rows decide to the rows, of which those are asked in which it may be more or less than nothing", async () => {
    const payments = registry.modules[503] as Module;
    await sql`update pay_record set "Billid" = 'U' || lpad("Id"::text, 9, '0'), result = 1, "Sign" = case when "Id" % 3 = 0 then 1 else -1 end`.execute(
      database.kysely,
    );
    await sql`update balance_pay set "Statu" = case when "Id" % 4 = 0 then 60 else 50 end`.execute(database.kysely);
    // As after a while: by what was known before all rows changed, a page is planned so that it takes seconds.
    await sql`analyze`.execute(database.kysely);
    const page = async (filter: readonly unknown[]) => {
      const ctx = { db: database.kysely, registry, viewer: admin, now: NOW };
      return (await listPage(ctx, payments, { rows: "5000", filter: JSON.stringify(filter) })).rows;
    };
    const all = await page([]);
    const compared: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
      gt: (value, limit) => value > limit,
      gte: (value, limit) => value >= limit,
      lt: (value, limit) => value < limit,
      lte: (value, limit) => value <= limit,
    };
    for (const [operator, isMeant] of Object.entries(compared))
      for (const limit of ["0", "0.01", "-0.01", "90000"]) {
        const meant = all.filter((row) => isMeant(Number(row.outside), Number(limit))).map(({ Id }) => Id);
        expect(
          (await page([{ field: "outside", operator, value: limit }])).map(({ Id }) => Id),
          `${operator} ${limit}`,
        ).toEqual(meant);
        expect(meant.length, `${operator} ${limit}`).toBeGreaterThan(0);
      }
  });

  test("tell what waits by to-dos of which they know, whatever its age, and leave to the rows what waits by others", async () => {
    // 待结转 asks amounts, the other to-dos states.
    const module = registry.modules[510] as Module;
    const entity = registry.entities[module.entity] as Entity;
    const asked = opening(module);
    const total = async (filter: unknown) => (await totals(admin, registry, module, filter)).total;
    const before = await Promise.all(asked.map(total));
    await bump(entity, 1);
    const after = await Promise.all(asked.map(total));
    await bump(entity, -1);
    const [byDays, byEither, byWaiting] = asked.map((_, at) => Number(after[at]) - Number(before[at]));
    expect(byDays).toBeGreaterThan(0);
    expect(byWaiting).toBeGreaterThan(0);
    expect(byEither).toBeGreaterThan(Number(byDays));

    // What waits on whatever day is told by the smallest one, which knows no days.
    const [smallest] = rollupTablesOf(entity);
    expect(smallest?.by.map(({ type }) => type)).not.toContain("date");
    await bump(entity, 1, smallest && [smallest]);
    const [ofDays, ofEither] = await Promise.all(asked.map(total));
    await bump(entity, -1, smallest && [smallest]);
    expect(ofDays).toBe(before[0]);
    expect(ofEither).toBeGreaterThan(Number(before[1]));
  });

  describe.each(modules.map((module) => [`${module.id} ${module.entry.title}`, module] as const))("%s", (_, module) => {
    const entity = registry.entities[module.entity];
    if (entity === undefined) throw new Error("a page shows an entity");
    const viewers = [admin, supplier].filter(({ side }) => module.audience.includes(side));

    test("tells the same number and sums as the rows do", { timeout: 300_000 }, async () => {
      const random = randomOf(module.id);
      for (const viewer of viewers)
        for (const filter of [
          undefined,
          ...opening(module),
          ...Array.from({ length: FILTERS }, () => anyFilter(viewer, module, entity, random)),
        ]) {
          const [rolled, scanned] = [await totals(viewer, registry, module, filter), await totals(viewer, scanning, module, filter)];
          expect(rolled, `${viewer.side} ${JSON.stringify(filter)}`).toEqual(scanned);
        }
    });

    test("tells of days, of what waits and of both what fits together", async () => {
      const [days, , waits] = opening(module) as [unknown[], unknown, unknown[]] | [];
      if (days === undefined || waits === undefined) return;
      const doesNot = { field: "_waits", operator: "eq", value: false };
      const either = (...parts: unknown[]) => [{ operator: "or", value: parts }];
      for (const viewer of viewers) {
        const count = async (filter: unknown) => (await totals(viewer, registry, module, filter)).total;
        const both = await count([...days, ...waits]);
        expect(await count([...days, doesNot])).toBe((await count(days)) - both);
        expect(await count(either(...days, ...waits))).toBe((await count(days)) + (await count(waits)) - both);
        expect(await count(either(...days, doesNot))).toBe((await count([doesNot])) + both);
        expect(await count([{ field: "_waits", operator: "nin", value: [true] }])).toBe(await count([doesNot]));
        expect(await count([{ field: "_waits", operator: "nnull" }, ...waits])).toBe(await count(waits));
        expect(await count([{ field: "_waits", operator: "null" }])).toBe(0);
      }
    });

    test("tells the same groups as the rows do, in the same order, page by page", { timeout: 300_000 }, async () => {
      const random = randomOf(module.id + 1);
      for (const viewer of viewers) {
        for (const group of groupsOf(viewer, module, entity)) {
          const filters = [
            undefined,
            ...opening(module),
            ...Array.from({ length: IS_LONG ? 50 : 2 }, () => anyFilter(viewer, module, entity, random)),
          ];
          for (const filter of filters) {
            const asked = {
              group,
              order: pick(random, ["asc", "desc"]),
              sort: group,
              rows: pick(random, ["3", "500"]),
              page: pick(random, ["1", "2"]),
            };
            const [rolled, scanned] = [
              await groups(viewer, registry, module, asked, filter),
              await groups(viewer, scanning, module, asked, filter),
            ];
            expect(rolled, `${viewer.side} ${JSON.stringify([asked, filter])}`).toEqual(scanned);
          }
        }
      }
    });

    test("is told them by a rollup, where one knows what is asked", async () => {
      const before = await totals(admin, registry, module, undefined);
      const day = entity.rollups[0]?.by[0];
      const days = [{ field: day, operator: "gte", value: addDays(TODAY, -2000) }];
      const ofDays = await totals(admin, registry, module, days);
      const known =
        module.audience.includes("shop") && isAnswered(module)
          ? groupsOf(admin, module, entity).filter((name) => isKept(entity, name))
          : [];
      const first = async (of: Registry, group: string) => (await groups(admin, of, module, { group, rows: "1" }, undefined)).groups;
      await bump(entity, 1);
      try {
        for (const group of known) expect(await first(registry, group), group).not.toEqual(await first(scanning, group));
        if (isAnswered(module)) {
          if (module.audience.includes("shop")) {
            expect((await totals(admin, registry, module, undefined)).total).toBeGreaterThan(before.total);
            expect((await totals(admin, registry, module, days)).total).toBeGreaterThan(ofDays.total);
          }
        } else expect((await totals(admin, registry, module, undefined)).total).toBe(before.total);
        expect((await totals(admin, scanning, module, undefined)).total).toBe(before.total);
      } finally {
        await bump(entity, -1);
      }
    });
  });
});

/** Lists whose own condition, or a sum of theirs, no rollup knows. */
const isAnswered = ({ id }: Module) => ![516].includes(id);

/** What rows of the list are put together by. */
function groupsOf(viewer: Viewer, module: Module, entity: Entity): string[] {
  const readable = readableOf({ db: undefined as never, registry, viewer, now: NOW }, module, entity);
  return module.columns.flatMap(({ field }) => (isGrouping(module, readable, field) ? [field] : []));
}

/** Whether a rollup knows the field besides what the page and its viewers are limited by. */
function isKept(entity: Entity, name: string): boolean {
  return entity.rollups.some(({ by }) => by.includes(name));
}

/** What limits the rows of a page that somebody of the shop sees. */
function limitsOf({ where }: Module, { visibleTo }: Entity): string[] {
  return [where, visibleTo.shop].flatMap((condition) => (condition === null ? [] : fieldsOfPredicate(condition)));
}

/** As the list opens: its days, with what waits whatever its age. */
function opening({ filters }: Module): unknown[] {
  return filters.flatMap(({ field, initial }) => {
    if (initial === null) return [];
    const days = { field, operator: "between", value: [addDays(TODAY, -30), TODAY] };
    const waits = { field: "_waits", operator: "eq", value: true };
    return [[days], [{ operator: "or", value: [days, waits] }], [waits]];
  });
}

type Random = () => number;

const pick = <T>(random: Random, all: readonly T[]): T => {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error("nothing to choose from");
  return one;
};

/** One to three conditions that the viewer may ask, most of them on what rollups know, in groups now and then. */
function anyFilter(viewer: Viewer, module: Module, entity: Entity, random: Random): unknown[] {
  const readable = readableOf({ db: undefined as never, registry, viewer, now: NOW }, module, entity);
  const isAskable = ({ computed }: Field) => computed === null || computed.kind === "cases";
  const named = [...entity.rollups.flatMap(({ by }) => [...by, ...by]), ...module.filters.map(({ field }) => field)];
  const fields = named.flatMap((name) => readable.find(name) ?? []).filter(isAskable);
  const clause = (depth: number): unknown => {
    if (random() < 0.08) return { field: "_waits", operator: random() < 0.8 ? "eq" : "ne", value: true };
    if (random() < 0.2 && depth > 0) return { operator: pick(random, ["and", "or"]), value: [clause(depth - 1), clause(depth - 1)] };
    return clauseOf(pick(random, fields), random);
  };
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => clause(2));
}

function clauseOf({ name, type, values, codeType }: Field, random: Random): unknown {
  const day = () => addDays(TODAY, -Math.floor(random() * 1000));
  const code = () => (values.length === 0 ? (codeType === "int" ? 0 : "x") : pick(random, values).code);
  if (random() < 0.1) return { field: name, operator: pick(random, ["null", "nnull"]) };
  if (type === "datetime") return { field: name, operator: pick(random, ["lt", "gte"]), value: day() };
  if (type === "date") {
    const operator = pick(random, ["eq", "ne", "lt", "lte", "gt", "gte", "between", "in", "nin"]);
    if (operator === "between") return { field: name, operator, value: [day(), day()].sort() };
    return { field: name, operator, value: operator === "in" || operator === "nin" ? [day(), day()] : day() };
  }
  if (type === "enum") {
    const operator = pick(random, ["eq", "ne", "in", "nin"]);
    return { field: name, operator, value: operator.endsWith("in") ? [code(), code()] : code() };
  }
  if (type === "bool") return { field: name, operator: pick(random, ["eq", "ne"]), value: random() < 0.5 };
  if (["money", "price", "quantity", "rate", "int", "id"].includes(type))
    return { field: name, operator: pick(random, ["lt", "gt"]), value: type === "int" || type === "id" ? 5 : "500" };
  const text = pick(random, ["S1", "S2", "第7", "U0000"]);
  return { field: name, operator: pick(random, ["eq", "ne", "contains", "startswith"]), value: text };
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): Random {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
