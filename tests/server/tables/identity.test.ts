import { beforeAll, expect, test } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { SchemaProblems, syncSchema } from "../../../src/server/tables/sync-schema.ts";
import type { Entity } from "../../../src/shared/registry/model.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fieldOf, sampleEntity } from "../query/fixtures/sample-entity.ts";

const SHOP = "0000000001";
const silent = () => undefined;

/** One table whose rows are told by `code`, or just by its letters. */
function codes(table: string, isIdentity: boolean) {
  const { Id, SHOP_ID } = sampleEntity().fields;
  if (!Id || !SHOP_ID) throw new Error("the sample has lost its key");
  const code = fieldOf("code", "string", { isIdentity });
  const entity: Entity = { ...sampleEntity(), fields: { Id, SHOP_ID, code }, table, unique: [["code"]] };
  return { entities: { [entity.name]: entity } };
}

/** Two texts that are one, and why. */
const TWINS: readonly (readonly [one: string, other: string])[] = [
  ["ADMIN", "admin"],
  ["USER01", "ＵＳＥＲ０１"],
  ["S0001", "SO001"],
  ["GYS1", "GYSl"],
  ["GYS1", "GYSI"],
  ["mall", "rnall"],
  ["admin", "аdmin"], // Cyrillic
  ["ADMIN", "аdmin"],
  ["HT-2025", "HT‐2025"], // U+2010
  ["HT 2025", "HT2025"],
  ["ЖУК", "жук"],
  ["工程", "工程\u{E0100}"],
  ["啓动", "啟动"],
  ["二〇二五", "二O二五"],
  ["①", "1"],
];
/** What people keep apart. */
const DIFFERENT: readonly string[] = [
  "AL",
  "AI",
  "A1B",
  "A2",
  "B8",
  "BB",
  "5",
  "S",
  "u",
  "v",
  "工程一",
  "工程二",
  "上海",
  "北京",
  "𠮷野",
  "吉野",
];

describeEngine("texts that name rows", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  const insert = (table: string, ...all: readonly string[]) =>
    database.kysely
      .insertInto(table)
      .values(all.map((code) => ({ SHOP_ID: SHOP, code })))
      .execute();

  test.each(TWINS)("%s and %s are one", async (one, other) => {
    const table = `twins_${TWINS.findIndex((pair) => pair[0] === one && pair[1] === other)}`;
    await syncSchema(database.kysely, codes(table, true), silent);
    await insert(table, one);
    await expect(insert(table, other)).rejects.toMatchObject({ code: "23505" });
    // Another shop's rows are its own.
    await database.kysely.insertInto(table).values({ SHOP_ID: "0000000002", code: other }).execute();
  });

  test("what people keep apart stays apart, and an empty one is none", async () => {
    await syncSchema(database.kysely, codes("apart", true), silent);
    await insert("apart", ...DIFFERENT);
    await database.kysely
      .insertInto("apart")
      .values([
        { SHOP_ID: SHOP, code: null },
        { SHOP_ID: SHOP, code: null },
      ])
      .execute();
    expect(await database.kysely.selectFrom("apart").select("code").where("code", "=", "AI").execute()).toHaveLength(1);
  });

  test("the same letters are told of by the plain key", async () => {
    await syncSchema(database.kysely, codes("plain", true), silent);
    await insert("plain", "A1");
    await expect(insert("plain", "A1")).rejects.toMatchObject({ constraint: "ux__plain__SHOP_ID__code" });
    await expect(insert("plain", "a1")).rejects.toMatchObject({ constraint: expect.stringMatching(/^ux__plain__SHOP_ID__code__case__/) });
    await expect(insert("plain", "Al")).rejects.toMatchObject({ constraint: expect.stringMatching(/^ux__plain__SHOP_ID__code__alike__/) });
  });

  test("the word is refused while rows are twins, and asks nothing twice", async () => {
    await syncSchema(database.kysely, codes("grown", false), silent);
    await insert("grown", "A1", "a1", "B1");
    await expect(syncSchema(database.kysely, codes("grown", true), silent)).rejects.toBeInstanceOf(SchemaProblems);
    await database.kysely.deleteFrom("grown").where("code", "=", "a1").execute();
    await syncSchema(database.kysely, codes("grown", true), silent);
    const said: string[] = [];
    await syncSchema(database.kysely, codes("grown", true), (line) => said.push(line));
    expect(said).toEqual([]);
  });
});
