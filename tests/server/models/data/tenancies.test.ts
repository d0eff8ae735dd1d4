import { sql } from "kysely";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Db } from "../../../../src/server/db/connect.ts";
import { introspect } from "../../../../src/server/tables/sync-schema-diff.ts";
import type { Entity, Registry } from "../../../../src/shared/registry/model.ts";
import { describeEnginesInLong } from "../../db/fixtures/test-database.ts";
import { checksum, empty, go, oneEntity, refusal, SHOP, serve, typed } from "./data-world.ts";

const LONG = 600_000;
const TENANCIES = ["shop", "shop+supplier", "global"] as const;

/** Rows that belong to somebody, or to nobody; what belongs to nobody may name a shop all the same. */
function owned(tenancy: Entity["tenancy"], namesShop = tenancy !== "global"): Registry {
  const registry = oneEntity([typed("x", "money"), typed("provid", "string")], {
    tenancy,
    supplierField: tenancy === "shop+supplier" ? "provid" : null,
    unique: [["x"]],
  });
  const sample = registry.entities.Sample;
  if (!sample) throw new Error("Sample");
  const { SHOP_ID, ...fields } = sample.fields;
  const version = `${tenancy} ${namesShop}`;
  return { ...registry, version, entities: { Sample: { ...sample, fields: namesShop && SHOP_ID ? { SHOP_ID, ...fields } : fields } } };
}

const all = [...TENANCIES.map((tenancy) => owned(tenancy)), owned("global", true)];
const steps = all.flatMap((was) => all.filter((is) => is !== was).map((is) => [was.version, is.version, was, is] as const));
const namesShop = (registry: Registry) => registry.entities.Sample?.fields.SHOP_ID !== undefined;

describeEnginesInLong("a tenancy", (open) => {
  let db: Db;
  beforeAll(async () => {
    ({ kysely: db } = await open());
  });
  beforeEach(() => empty(db));
  const insert = (registry: Registry, ...values: readonly string[]) =>
    db
      .insertInto("sample")
      .values(values.map((x) => ({ x, provid: "001", ...(namesShop(registry) ? { SHOP_ID: SHOP } : {}) })))
      .execute();
  const values = async () => (await db.selectFrom("sample").select("x").orderBy("Id").execute()).map(({ x }) => x);
  const key = async () => {
    const { rows } = await sql<{ name: string }>`
      select a.attname as name from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
      where k.contype = 'p' and k.conrelid = 'sample'::regclass order by a.attname`.execute(db);
    return rows.map(({ name }) => name);
  };

  it.each(steps)(
    "of %s that becomes %s keeps all rows or says which stand in its way, takes new ones, and goes back",
    { timeout: LONG },
    async (_was, _is, was, is) => {
      await serve(db, was);
      await insert(was, "100", "200");
      const before = [await checksum(db, was), await key(), await introspect(db)] as const;
      const isOwned = (registry: Registry) => registry.entities.Sample?.tenancy !== "global";
      if (isOwned(is) && !namesShop(was)) {
        expect(await refusal(db, was, is)).toEqual([
          "Sample.SHOP_ID: cannot be applied: 2 rows belong to no shop: keep the tenancy, add the field SHOP_ID and fill it, then change the tenancy (1, 2)",
        ]);
        expect([await checksum(db, was), await key(), await introspect(db)]).toEqual(before);
        return;
      }
      await go(db, was, is);
      expect(await values()).toEqual(["100", "200"]);
      expect(await key()).toEqual(isOwned(is) ? ["Id", "SHOP_ID"] : ["Id"]);
      await insert(is, "300");
      await expect(insert(is, "300")).rejects.toMatchObject({ code: "23505" });
      await db.deleteFrom("sample").where("x", "=", "300").execute();
      await go(db, is, was);
      expect([await checksum(db, was), await key()]).toEqual(before.slice(0, 2));
      await insert(was, "300");
      await expect(insert(was, "300")).rejects.toMatchObject({ code: "23505" });
    },
  );

  it("that is a shop's again asks for the shop of the rows that came meanwhile", { timeout: LONG }, async () => {
    const [was, is] = [owned("shop"), owned("global")];
    await serve(db, was);
    await insert(was, "100");
    await go(db, was, is);
    await insert(is, "200");
    expect(await refusal(db, is, was)).toEqual([
      "Sample.SHOP_ID: cannot be applied: 1 row belongs to no shop: keep the tenancy, add the field SHOP_ID and fill it, then change the tenancy (2)",
    ]);
    const named = owned("global", true);
    await go(db, is, named);
    await db.updateTable("sample").set({ SHOP_ID: SHOP }).where("x", "=", "200").execute();
    await go(db, named, was);
    expect(await values()).toEqual(["100", "200"]);
    expect(await key()).toEqual(["Id", "SHOP_ID"]);
  });
});
