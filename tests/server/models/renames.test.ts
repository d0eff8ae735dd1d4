import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { ModelGate } from "../../../src/server/models/model-gate.ts";
import { lastModel } from "../../../src/server/models/model-history.ts";
import { openRegistry, type RegistrySource } from "../../../src/server/registry/watch-registry.ts";
import { introspect } from "../../../src/server/tables/sync-schema-diff.ts";
import { indexesOf } from "../../../src/server/tables/sync-schema-indexes.ts";
import { type TemporaryRegistry, temporaryLibrary } from "../../schemas/temporary-registry.ts";
import { describeEnginesInLong, temporaryFolder } from "../db/fixtures/test-database.ts";

const LONG = 600_000;
const PROGRAM = { features: [] };
const BYTE_ORDER_MARK = "\uFEFF";

let files: TemporaryRegistry;
let sources: RegistrySource[];
let lines: string[];
beforeEach(() => {
  files = temporaryLibrary();
  sources = [];
  lines = [];
});
afterEach(async () => {
  for (const source of sources) await source.close();
  files.remove();
});

const serve = async (database: Database) => {
  const log = (line: string) => void lines.push(line);
  const gate = new ModelGate({
    opening: Promise.resolve(database),
    dataDir: temporaryFolder(),
    program: PROGRAM,
    isHolding: true,
    now: () => new Date(),
    log,
  });
  const source = await openRegistry({ dir: files.dir, program: PROGRAM, log, gate });
  sources.push(source);
  return source;
};

/** Edits every file at once, as somebody does who replaces a word everywhere, and then says what it was. */
const edit = (...replacements: readonly (readonly [old: string, instead: string])[]) => {
  const names = readdirSync(files.dir, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
  for (const name of names) {
    const text = readFileSync(join(files.dir, name), "utf8");
    const edited = replacements.reduce((all, [old, instead]) => all.replaceAll(old, instead), text);
    if (edited !== text) files.write(name, edited);
  }
};

const contents = () =>
  readdirSync(files.dir, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => [name, readFileSync(join(files.dir, name), "utf8")] as const);

/** Two fines, one of them open, and what else the database says of them. */
const fill = async ({ kysely: db }: Database) => {
  const fine = { SHOP_ID: "0000000001", provid: "001", days: 3 };
  await db
    .insertInto("fine")
    .values([
      { ...fine, FineId: "FK1", rate: 150, stt: "open" },
      { ...fine, FineId: "FK2", rate: 250, stt: "paid" },
    ])
    .execute();
  await db.insertInto("task_state").values({ SHOP_ID: "0000000001", entity: "Fine", bllid: "1", side: "supplier" }).execute();
  await db.insertInto("group_module").values({ SHOP_ID: "0000000001", GroupId: "G1", MdlId: 202 }).execute();
};

describeEnginesInLong("what was called otherwise before", (open) => {
  it("is followed: a field, a code, a module and an entity with all that is stored of them, and nothing is built anew", {
    timeout: LONG,
  }, async () => {
    const database = await open();
    const { kysely: db } = database;
    // As some editors write them.
    for (const [name, text] of contents()) if (name.includes("fine")) files.write(name, `${BYTE_ORDER_MARK}${text}`);
    const source = await serve(database);
    await fill(database);
    const before = await introspect(db);
    const [originals, first] = [contents(), source.current().version];

    edit(['"rate": {', '"perDay": { "was": ["rate"],'], ['"rate"', '"perDay"'], ['"was": ["perDay"]', '"was": ["rate"]']);
    await source.waitForChange(source.current().version, LONG);
    expect(lines.join("\n")).toMatch(/Fine\.perDay.*(renamed|改名): rate → perDay/);
    expect(await db.selectFrom("fine").select(["FineId", "perDay"]).orderBy("FineId").execute()).toEqual([
      { FineId: "FK1", perDay: "150" },
      { FineId: "FK2", perDay: "250" },
    ]);

    edit(['"id": 202,', '"id": 203, "was": [202],']);
    await source.waitForChange(source.current().version, LONG);
    expect(await db.selectFrom("group_module").select("MdlId").execute()).toEqual([{ MdlId: 203 }]);

    edit(
      ['"code": "open"', '"code": "unpaid", "was": ["open"]'],
      ['"default": "open"', '"default": "unpaid"'],
      ['"from": ["open"]', '"from": ["unpaid"]'],
    );
    await source.waitForChange(source.current().version, LONG);
    expect(await db.selectFrom("fine").select("stt").orderBy("FineId").execute()).toEqual([{ stt: "unpaid" }, { stt: "paid" }]);

    edit(['"name": "Fine",', '"name": "Penalty", "was": ["Fine"],'], ['"entity": "Fine"', '"entity": "Penalty"']);
    await source.waitForChange(source.current().version, LONG);
    expect(await db.selectFrom("penalty").select("FineId").orderBy("FineId").execute()).toEqual([{ FineId: "FK1" }, { FineId: "FK2" }]);
    expect(await db.selectFrom("task_state").select("entity").execute()).toEqual([{ entity: "Penalty" }]);

    const after = await introspect(db);
    expect(after.tables.size).toBe(before.tables.size);
    expect([...after.indexes.keys()].sort()).toEqual(expect.arrayContaining(indexesOf(source.current()).map(({ name }) => name)));
    expect(after.indexes.size).toBe(before.indexes.size);
    expect(after.checks.size).toBe(before.checks.size);
    expect(lines.filter((line) => line.includes("waits") || line.includes("stays in use"))).toEqual([]);

    // The files as they were: every name goes back, with what is stored under it.
    for (const [name, text] of originals) files.write(name, text);
    await expect.poll(() => source.current().version, { timeout: LONG }).toBe(first);
    expect(await db.selectFrom("fine").select(["FineId", "rate", "stt"]).orderBy("FineId").execute()).toEqual([
      { FineId: "FK1", rate: "150", stt: "open" },
      { FineId: "FK2", rate: "250", stt: "paid" },
    ]);
    expect(await db.selectFrom("group_module").select("MdlId").execute()).toEqual([{ MdlId: 202 }]);
    expect(await introspect(db)).toEqual(before);
    expect((await lastModel(db))?.changes.map(({ verb }) => verb)).toContain("renamed");
  });
});
