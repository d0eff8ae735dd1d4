import { sql } from "kysely";
import { expect, it } from "vitest";
import type { Database, Db } from "../../../../src/server/db/connect.ts";
import { weighStep } from "../../../../src/server/models/weigh-step.ts";
import { moveData } from "../../../../src/server/tables/data/move-data.ts";
import { syncSchema } from "../../../../src/server/tables/sync-schema.ts";
import { introspect } from "../../../../src/server/tables/sync-schema-diff.ts";
import { indexesOf } from "../../../../src/server/tables/sync-schema-indexes.ts";
import type { Field, Registry } from "../../../../src/shared/registry/model.ts";
import type { Change } from "../../../../src/shared/registry/plan/change.ts";
import { dataText } from "../../../../src/shared/registry/plan/data-text.ts";
import { databaseUrl, describeEngines } from "../../db/fixtures/test-database.ts";
import { checksum, go, oneEntity, SHOP, serve, typed } from "./data-world.ts";

const LONG = 600_000;
/** More than are written where they stand, in a table of more blocks than are filled under the lock. */
const ROWS = 24_000;

const codes = (...all: readonly string[]): Partial<Field> => ({
  values: all.map((code) => ({ code, text: code, shown: code, tone: "plain" as const, retitle: [] })),
});
const asc = (field: string) => ({ field, descending: false });

function papers({ amount = "total", states = ["open", "paid"], indexes = [["stt"]] as readonly (readonly string[])[] } = {}): Registry {
  const fields = [typed(amount, "money"), typed("stt", "enum", codes(...states)), typed("MdlId", "int"), typed("note", "string")];
  return oneEntity(fields, { indexes: indexes.map((fieldsOf) => fieldsOf.map(asc)) });
}

const renamed = (at: Change["at"], was: string): Change => ({ class: "access", verb: "renamed", part: null, at, was });

const fill = ({ kysely }: Database) =>
  sql`
    insert into sample ("SHOP_ID", total, stt, "MdlId", note)
    select ${SHOP}, n, case when n % 12 = 0 then 'open' else 'paid' end, 510 + n % 2, repeat('x', 300)
    from generate_series(1, ${sql.lit(ROWS)}) as n`.execute(kysely);

/** Names of indexes as others see them, while a step is under way. */
const seen = async (db: Db) => [...(await introspect(db)).indexes.keys()].filter((name) => name.startsWith("_next_"));

describeEngines("a step over many rows", (open) => {
  it("writes renamed codes beside their column, builds indexes of renamed ones before the lock, and leaves nothing hidden", {
    timeout: LONG,
  }, async () => {
    const database = await open();
    const { kysely: db, kind, withoutTimeouts } = database;
    const was = papers();
    await serve(db, was);
    await fill(database);
    const before = await checksum(db, was);
    const followed = papers({ amount: "sum", states: ["open", "settled"] });
    const is = papers({ amount: "sum", states: ["open", "settled"], indexes: [["stt"], ["sum"], ["MdlId", "stt"]] });
    const renamings = [
      renamed({ entity: "Sample", field: "sum" }, "total"),
      renamed({ entity: "Sample", field: "stt", code: "settled" }, "paid"),
      renamed({ module: "77" }, "510"),
    ];
    const step = { was, is, followed, renamings, at: new Date(), language: "en" } as const;
    let ahead: readonly string[] = [];
    await withoutTimeouts((one) =>
      moveData(one, step, {
        begin: async () => true,
        // Nobody else sees what the last transaction has done; what was done before it everybody does.
        keep: async () => {
          if (kind === "postgres") ahead = await seen(db);
        },
        log: () => undefined,
      }),
    );
    if (kind === "postgres") expect(ahead).toHaveLength(3);
    const { indexes, tables } = await introspect(db);
    expect([...indexes.keys()]).toEqual(expect.arrayContaining(indexesOf(is).map(({ name }) => name)));
    expect([...indexes.keys(), ...(tables.get("sample")?.keys() ?? [])].filter((name) => /^_(next_|old_|aside_\d)/.test(name))).toEqual([]);
    const { rows } = await sql`
      select stt, "MdlId", count(*)::int as rows, sum(sum)::text as total from sample group by 1, 2 order by 1, 2`.execute(db);
    const total = (isMade: (n: number) => boolean) =>
      Array.from({ length: ROWS }, (_, at) => at + 1)
        .filter(isMade)
        .reduce((all, n) => all + n, 0)
        .toString();
    const isOpen = (n: number) => n % 12 === 0;
    expect(rows).toEqual([
      { stt: "open", MdlId: 77, rows: ROWS / 12, total: total(isOpen) },
      { stt: "settled", MdlId: 77, rows: ROWS / 2 - ROWS / 12, total: total((n) => n % 2 === 0 && !isOpen(n)) },
      { stt: "settled", MdlId: 511, rows: ROWS / 2, total: total((n) => n % 2 === 1) },
    ]);
    await withoutTimeouts((one) =>
      go(one, is, was, papers({ indexes: [["stt"], ["total"], ["MdlId", "stt"]] }), [
        renamed({ entity: "Sample", field: "total" }, "sum"),
        renamed({ entity: "Sample", field: "stt", code: "paid" }, "settled"),
        renamed({ module: "510" }, "77"),
      ]),
    );
    expect(await checksum(db, was)).toBe(before);
  });

  it.runIf(databaseUrl)("is made once by several servers at once, and nobody who waits for it stops it", { timeout: LONG }, async () => {
    const database = await open();
    const { kysely: db, withoutTimeouts } = database;
    const [was, is] = [papers(), papers({ states: ["open", "settled"], indexes: [["stt"], ["MdlId", "stt"]] })];
    await serve(db, was);
    await fill(database);
    const followed = papers({ states: ["open", "settled"] });
    const renamings = [renamed({ entity: "Sample", field: "stt", code: "settled" }, "paid")];
    let served = 0;
    const server = () =>
      withoutTimeouts((one) =>
        moveData(
          one,
          { was, is, followed, renamings, at: new Date(), language: "en" },
          {
            begin: async () => served === 0,
            keep: async () => {
              served += 1;
            },
            log: () => undefined,
          },
        ),
      );
    const all = await Promise.all([
      server(),
      server(),
      server(),
      syncSchema(
        db,
        was,
        () => undefined,
        async () => undefined,
      ).catch(() => undefined),
    ]);
    expect(all.filter((told) => told !== null && told !== undefined)).toHaveLength(1);
    expect(served).toBe(1);
    expect([...(await introspect(db)).indexes.keys()]).toEqual(expect.arrayContaining(indexesOf(is).map(({ name }) => name)));
    const { rows } = await sql`select count(*)::int as rows from sample where stt = 'settled'`.execute(db);
    expect(rows).toEqual([{ rows: ROWS - ROWS / 12 }]);
  });

  it("is told before with the indexes to build, their rows and how long that takes, and nothing is built by telling", {
    timeout: LONG,
  }, async () => {
    const database = await open();
    const { kysely: db, withoutTimeouts } = database;
    const [was, is] = [papers(), papers({ indexes: [["stt"], ["MdlId", "note"]] })];
    const step = { was, is, followed: was, renamings: [] };
    await serve(db, was);
    expect(await withoutTimeouts((one) => weighStep(one, step, []))).toEqual([]);
    await fill(database);
    const before = await introspect(db);
    const [change, ...others] = await withoutTimeouts((one) => weighStep(one, step, []));
    expect(others).toEqual([]);
    expect(change).toEqual({
      class: "look",
      verb: "added",
      part: "index",
      at: { entity: "Sample" },
      is: "ix__sample__SHOP_ID__MdlId__note",
      data: { build: { rows: ROWS, ms: expect.any(Number) } },
    });
    expect(change?.data?.build?.ms).toBeGreaterThan(0);
    expect(dataText(change?.data ?? {}, "en")).toMatch(/^over 24000 rows, about \d+ s$/);
    expect(await introspect(db)).toEqual(before);
    await withoutTimeouts((one) => go(one, was, is));
    expect(await withoutTimeouts((one) => weighStep(one, { ...step, was: is }, []))).toEqual([]);
  });
});
