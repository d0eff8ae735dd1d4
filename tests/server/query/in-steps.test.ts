import { type RawBuilder, sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Db } from "../../../src/server/db/connect.ts";
import { aggregated } from "../../../src/server/query/aggregated.ts";
import { aggregatedInSteps } from "../../../src/server/query/in-steps.ts";
import { type ListPlan, listPlan } from "../../../src/server/query/list-plan.ts";
import { COUNT } from "../../../src/server/query/measured.ts";
import { isGrouping } from "../../../src/server/query/parse-list-request.ts";
import type { Question } from "../../../src/server/query/parts.ts";
import type { Rows } from "../../../src/server/query/scoped.ts";
import type { PageResult } from "../../../src/shared/protocol/list.ts";
import { call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { SHOP } from "../app/fixtures/world.ts";
import { openEmbedded } from "../db/fixtures/test-database.ts";
import { fillTable, holderOf } from "../tables/fixtures/many-rows.ts";

const ROWS = 30_000;
const STATEMENTS = 510;
/** Of a few rows. */
const SMALL = 8901;
/**
 * Texts are looked at row by row, whatever groups are kept; and for many of them, in vain but for the last one, so that it takes a fast machine many steps,
 * too: how many rows a step has is decided by how long the one before took.
 */
const FILTER = JSON.stringify([
  {
    operator: "or",
    value: [...Array.from({ length: 90 }, (_, nth) => `没有${nth}`), "0"].map((value) => ({
      field: "Billid",
      operator: "contains",
      value,
    })),
  },
]);

describe("sums over many rows of the embedded database", () => {
  let portal: Portal;
  let plan: ListPlan;
  beforeAll(async () => {
    portal = await openPortal({ open: () => openEmbedded() });
    const { database, registry } = portal;
    const entity = registry.entities.Balance;
    const module = registry.modules[STATEMENTS];
    if (entity === undefined || module === undefined) throw new Error("there are no statements");
    await database.withoutTimeouts(async (one) => {
      await sql`set session_replication_role = replica`.execute(one);
      await fillTable(one, registry, entity, ROWS, SHOP);
      await sql`reset session_replication_role`.execute(one);
      await sql`analyze`.execute(one);
    });
    const viewer = { ...holderOf(registry), shopId: SHOP };
    plan = listPlan({ db: database.kysely, registry, viewer, now: new Date() }, module);
  });

  it("let a small list be answered before them", async () => {
    const token = await signIn(portal, "admin");
    const answered: string[] = [];
    const list = async (module: number, name: string, params: Readonly<Record<string, string>> = {}) => {
      const { Code, Result } = await call(portal, token, `Module/${module}/GetPage`, { page: "1", rows: "10", ...params });
      expect(Code).toBe(200);
      answered.push(name);
      return Result as PageResult;
    };
    // Who asks for a page for the first time has it made ready before, which takes a busy machine longer than some steps.
    for (const module of [STATEMENTS, SMALL]) await list(module, "ready");
    // Both ask as many statements: at once the one that begins first would be answered first, for the other one would wait for its sum.
    const [{ total }] = await Promise.all([list(STATEMENTS, "long", { filter: FILTER }), list(SMALL, "small")]);
    expect(answered).toEqual(["ready", "ready", "small", "long"]);
    const there = await countOf(portal.database.kysely, sql`"Billid" like '%0%'`);
    expect(total).toBe(there);
  });

  const asked: readonly Question["measures"][number][] = [
    COUNT,
    { of: "count", field: "planpaydate" },
    { of: "sum", field: "TotalMoney" },
    { of: "avg", field: "TotalMoney" },
    { of: "avg", field: "linecount" },
    { of: "max", field: "Bala_sum" },
    { of: "max", field: "busdate" },
    { of: "sum", field: "TotalMoney", where: (columns) => sql`${columns.expr("B2b_statu")} = 0` },
  ];

  it("come to the same as all at once, also by what rows have in common", async () => {
    const { module, readable, columns } = plan;
    const fields = Object.values(columns.fields).filter(({ name, type }) => {
      return isGrouping(module, readable, name) && name !== "Billid" && type !== "money";
    });
    expect(fields.length).toBeGreaterThanOrEqual(3);
    for (const by of [[], ...fields.map((field) => [field])]) {
      const question: Question = { filter: null, by, measures: [...asked, { of: "count", field: "Remark" }] };
      const [inSteps, atOnce] = [await aggregatedInSteps(plan, question), aggregated(plan, question)];
      expect(isOfParts(inSteps), by.map(({ name }) => name).join()).toBe(true);
      const sorted = (rows: Rows) => (by.length === 0 ? rows : rows.orderBy(sql`1 asc nulls first`)).execute();
      expect((await sorted(inSteps)).map(asTexts)).toEqual((await sorted(atOnce)).map(asTexts));
    }
  });

  it("are of one moment, whatever is written meanwhile", async () => {
    const { kysely } = portal.database;
    const question: Question = {
      filter: null,
      by: [],
      measures: [
        { of: "sum", field: "TotalMoney" },
        { of: "avg", field: "TotalMoney" },
      ],
    };
    const total = String((await aggregated(plan, question).executeTakeFirstOrThrow()).m0);
    let isOver = false;
    let moves = 0;
    const moving = (async () => {
      // From a row of the first step to one of the last, and back: seen by one of them alone it would count twice, or not at all.
      for (let amount = 1000; !isOver; amount = -amount) {
        await sql`update balance set "TotalMoney" = "TotalMoney" + case when "Id" = (select min("Id") from balance where "SHOP_ID" = ${SHOP}) then ${sql.lit(amount)} else ${sql.lit(-amount)} end
          where "Id" in (select unnest(array[min("Id"), max("Id")]) from balance where "SHOP_ID" = ${SHOP})`.execute(kysely);
        moves++;
      }
    })();
    for (let n = 0; n < 3; n++) {
      const before = moves;
      const sums = await aggregatedInSteps(plan, question);
      expect(moves, "others write meanwhile").toBeGreaterThan(before);
      expect(String((await sums.executeTakeFirstOrThrow()).m0)).toBe(total);
    }
    isOver = true;
    await moving;
    const after = await aggregatedInSteps(plan, question);
    expect(isOfParts(after)).toBe(true);
    expect(String((await after.executeTakeFirstOrThrow()).m0)).toBe(total);
  });

  it("are of one statement where nearly every row is a group of its own", async () => {
    const question: Question = {
      filter: null,
      by: Object.values(plan.columns.fields).filter(({ name }) => name === "Billid"),
      measures: asked,
    };
    expect(isOfParts(await aggregatedInSteps(plan, question))).toBe(false);
  });

  it("are of one statement in a transaction", async () => {
    await portal.database.kysely.transaction().execute(async (trx) => {
      const own = listPlan({ ...plan.ctx, db: trx }, plan.module);
      const question: Question = { filter: null, by: [], measures: asked };
      expect(isOfParts(await aggregatedInSteps(own, question))).toBe(false);
    });
  });
});

/** Whether it adds up what steps have told, and reads no rows itself. */
const isOfParts = (rows: Rows) => rows.compile().sql.includes("json_to_recordset");

const asTexts = (row: Readonly<Record<string, unknown>>) => Object.entries(row).map(([name, value]) => `${name} ${value}`);

async function countOf(db: Db, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count from balance where "SHOP_ID" = ${SHOP} and ${where}`.execute(db);
  return Number(rows[0]?.count);
}
