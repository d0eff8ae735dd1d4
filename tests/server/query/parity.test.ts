import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { computeRow } from "../../../src/server/query/computed-kinds.ts";
import { predicateSql } from "../../../src/server/query/predicate-sql.ts";
import { readCells, selectFields } from "../../../src/server/query/read-cells.ts";
import { scoped } from "../../../src/server/query/scope.ts";
import { syncSchema } from "../../../src/server/tables/sync-schema.ts";
import { cellToDb, type Row } from "../../../src/shared/domain/cell.ts";
import { holds } from "../../../src/shared/domain/predicate.ts";
import { codeOf } from "../../../src/shared/registry/code.ts";
import type { Entity, Field, Registry } from "../../../src/shared/registry/model.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { calcOf, fieldOf, predicateOf, rowOf, sampleEntity } from "./fixtures/sample-entity.ts";
import { NOW, viewerOf } from "./fixtures/small-database.ts";

const SHOP = "0000000001";
const FLAGS = { terms: "open" };
const FIELDS = ["s1", "s2", "m1", "m2", "q1", "r1", "i1", "i2", "b1", "b2", "d1", "d2", "t1", "t2", "e1", "e2"];
const AT_ONCE = 25;

function registryOf(entity: Entity): Registry {
  const plain = {
    name: "plain",
    title: "plain",
    of: ["plain"],
    primary: null,
    logo: "",
    flags: FLAGS,
    modules: {},
    entities: {},
    prints: {},
    duties: {},
    dayLimits: {},
  };
  const none = {
    version: "1",
    title: "",
    groups: [],
    modules: {},
    prints: {},
    shopProfiles: {},
    messages: { NOFUNC: "", STALE: "", USED: "" },
    functions: {},
    primary: null,
    logo: "",
    flags: {},
    settings: {},
    duties: {},
    dayLimits: {},
    userGroups: {},
    features: [],
    former: [],
    code: codeOf([]),
  };
  return { ...none, entities: { Sample: entity }, profiles: { plain } };
}

describeEngine("SQL and TypeScript agree", (open) => {
  const entity = sampleEntity();
  let database: Database;

  const scopeOf = (shown: Entity) => {
    const viewer = viewerOf(SHOP, "", { userId: "a", rights: new Map([[1, new Set(["pay"])]]) });
    return scoped({ db: database.kysely, registry: registryOf(shown), viewer, now: NOW }, { id: 1 });
  };

  /** Rows as cells, with these fields. */
  const rowsWith = async (shown: Entity, fields: readonly Field[]): Promise<Row[]> => {
    const scope = scopeOf(shown);
    const columns = scope.columns(shown, "t");
    const answers = await selectFields(scope.rows(shown, "t"), fields, columns).orderBy(columns.expr("Id")).execute();
    return answers.map((answer) => readCells(answer, fields));
  };

  beforeAll(async () => {
    database = await open();
    await syncSchema(database.kysely, registryOf(entity), () => undefined);
    const rows = fc.sample(rowOf(entity), { numRuns: 120, seed: 7 });
    const values = rows.map((row) => ({
      SHOP_ID: SHOP,
      ...Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cellToDb(cell)])),
    }));
    await database.kysely.insertInto("sample").values(values).execute();
  });

  test("conditions", async () => {
    const scope = scopeOf(entity);
    const columns = scope.columns(entity, "t");
    const rows = await rowsWith(entity, Object.values(entity.fields));
    expect(rows).toHaveLength(120);
    const some = fc.array(predicateOf(entity, FIELDS), { minLength: AT_ONCE, maxLength: AT_ONCE });
    await fc.assert(
      fc.asyncProperty(some, async (predicates) => {
        const told = await scope
          .rows(entity, "t")
          .select(predicates.map((predicate, index) => sql`(${predicateSql(predicate, columns, scope.env)}) is true`.as(`p${index}`)))
          .orderBy(columns.expr("Id"))
          .execute();
        for (const [index, predicate] of predicates.entries()) {
          const inSql = told.map((row) => row[`p${index}`]);
          expect(inSql, JSON.stringify(predicate)).toEqual(rows.map((row) => holds(predicate, entity.fields, row, scope.env)));
        }
      }),
      { numRuns: 60 },
    );
  });

  test("calculations and cases", async () => {
    const calc = fc.tuple(
      fc.constantFrom("money", "price", "quantity", "rate", "int") as fc.Arbitrary<Field["type"]>,
      calcOf(["m1", "m2", "q1", "r1", "i1"]),
    );
    const cases = fc.array(predicateOf(entity, FIELDS), { minLength: 1, maxLength: 3 });
    const computed = fc.oneof(
      calc.map(([type, of]) => fieldOf("x", type, { computed: { kind: "calc", calc: of } })),
      cases.map((when) => {
        const each = when.map((condition, index) => ({ when: condition, value: `${index}.5` }));
        return fieldOf("x", "money", { computed: { kind: "cases", cases: [...each, { value: "-1" }] } });
      }),
      fc.constantFrom("d1", "t1").map((field) => fieldOf("x", "int", { computed: { kind: "daysUntil", daysUntil: field } })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(computed, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (fields) => {
        const named = fields.map((field, index) => ({ ...field, name: `x${index}` }));
        const shown = sampleEntity(Object.fromEntries(named.map((field) => [field.name, field])));
        const rows = await rowsWith(shown, Object.values(shown.fields));
        const { env } = scopeOf(shown);
        for (const row of rows) {
          const stored = Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith("x")));
          const names = named.map(({ name }) => name);
          const there = computeRow(stored, names, { entity: shown, env });
          for (const field of named)
            expect(
              there[field.name],
              JSON.stringify(field.computed, (_, v) => (typeof v === "bigint" ? `${v}` : v)),
            ).toEqual(row[field.name]);
        }
      }),
      { numRuns: 40 },
    );
  });
});
