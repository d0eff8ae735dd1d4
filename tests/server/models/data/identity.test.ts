import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Db } from "../../../../src/server/db/connect.ts";
import { weighStep } from "../../../../src/server/models/weigh-step.ts";
import { introspect } from "../../../../src/server/tables/sync-schema-diff.ts";
import type { Change } from "../../../../src/shared/registry/plan/change.ts";
import { describeEnginesInLong } from "../../db/fixtures/test-database.ts";
import { empty, go, oneEntity, refusal, SHOP, serve, typed } from "./data-world.ts";

const name = typed("name", "string");
const plain = oneEntity([name, typed("code", "string")], { unique: [["code"]] });
const told = oneEntity([name, typed("code", "string", { isIdentity: true })], { unique: [["code"]] });

describeEnginesInLong("a field by which rows are told", (open) => {
  let db: Db;
  beforeAll(async () => {
    ({ kysely: db } = await open());
  });
  beforeEach(() => empty(db));
  const insert = (...codes: readonly string[]) =>
    db
      .insertInto("sample")
      .values(codes.map((code) => ({ SHOP_ID: SHOP, code })))
      .execute();
  const folded = async () => [...(await introspect(db)).indexes.keys()].filter((index) => /__(?:case|alike)__/.test(index));

  it("waits while rows are twins by it, and the plan names them", async () => {
    await serve(db, plain);
    await insert("A1", "a1", "Al", "B7", "B8");
    expect(await refusal(db, plain, told)).toEqual([
      "Sample: cannot be applied: 2 rows have a code that differs from another one in case, width or look-alikes only " +
        `(${SHOP}/1, ${SHOP}/2): correct the rows`,
      "Sample: cannot be applied: 2 rows have a code that differs from another one in case, width or look-alikes only " +
        `(${SHOP}/1, ${SHOP}/3): correct the rows`,
    ]);
    const change: Change = { class: "access", verb: "narrowed", part: "isIdentity", at: { entity: "Sample", field: "code" } };
    const [weighed] = await weighStep(db, { was: plain, is: told, followed: plain, renamings: [] }, [change]);
    expect(weighed).toMatchObject({ class: "held", part: "isIdentity", data: { obstacles: [{ kind: "alike" }, { kind: "alike" }] } });
    expect(await folded()).toEqual([]);
  });

  it("is kept by the database from then on, and no longer when the word goes", async () => {
    await serve(db, plain);
    await insert("A1", "B7");
    await go(db, plain, told);
    expect(await folded()).toHaveLength(2);
    await expect(insert("Ａ１")).rejects.toMatchObject({ code: "23505" });
    await go(db, told, plain);
    expect(await folded()).toEqual([]);
    await insert("Ａ１");
  });

  it("is set aside without its keys, and comes back with them", async () => {
    const without = oneEntity([name]);
    await serve(db, told);
    await insert("A1", "B7");
    await go(db, told, without);
    expect(await folded()).toEqual([]);
    await go(db, without, told);
    expect(await db.selectFrom("sample").select("code").orderBy("Id").execute()).toEqual([{ code: "A1" }, { code: "B7" }]);
    await expect(insert("b7")).rejects.toMatchObject({ code: "23505" });
  });
});
