import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { apply } from "../../../../scripts/apply.ts";
import { plan } from "../../../../scripts/plan.ts";
import { purge } from "../../../../scripts/purge.ts";
import type { Database } from "../../../../src/server/db/connect.ts";
import { ModelGate } from "../../../../src/server/models/model-gate.ts";
import { confirmStep, keptModels } from "../../../../src/server/models/model-history.ts";
import { openRegistry, type RegistrySource } from "../../../../src/server/registry/watch-registry.ts";
import { runScript } from "../../../project/run-script.ts";
import { type TemporaryRegistry, temporaryLibrary } from "../../../schemas/temporary-registry.ts";
import { addressOf, databaseUrl, describeEnginesInLong, openPostgres, temporaryFolder } from "../../db/fixtures/test-database.ts";

const LONG = 600_000;
const BOOK = "schemas/entities/book.json";
const PROGRAM = { features: [] };
const PRICE = '"price": { "title": "定价", "type": "money"';

let files: TemporaryRegistry;
let lines: string[];
let sources: RegistrySource[];
beforeEach(() => {
  files = temporaryLibrary();
  lines = [];
  sources = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const source of sources) await source.close();
  files.remove();
});

const serve = async (database: Database) => {
  const log = (line: string) => void lines.push(line);
  const dataDir = temporaryFolder();
  const gate = new ModelGate({
    opening: Promise.resolve(database),
    dataDir,
    program: PROGRAM,
    isHolding: true,
    now: () => new Date(),
    log,
  });
  const source = await openRegistry({ dir: files.dir, program: PROGRAM, log, gate });
  sources.push(source);
  return { source, gate };
};
const text = (file: string) => readFileSync(join(files.dir, file), "utf8");
const edit = (old: string, instead: string) => {
  expect(text(BOOK)).toContain(old);
  files.write(BOOK, text(BOOK).replace(old, instead));
};
const addBooks = (database: Database, ...prices: readonly string[]) =>
  database.kysely
    .insertInto("book")
    .values(prices.map((price, at) => ({ SHOP_ID: "0000000001", BookId: `B${at}`, BookName: "x", price })))
    .execute();
const prices = async ({ kysely }: Database) =>
  (await kysely.selectFrom("book").select("price").orderBy("Id").execute()).map(({ price }) => price);

describeEnginesInLong("a retyped field of a portal that runs", (open) => {
  it("waits with the line to write, is told with its sums, applied as it was told, and goes back to the byte", {
    timeout: LONG,
  }, async () => {
    const database = await open();
    const { source, gate } = await serve(database);
    const [first, before] = [source.current().version, text(BOOK)];
    await addBooks(database, "12345", "50");

    edit(PRICE, PRICE.replace("money", "quantity"));
    await expect
      .poll(() => gate.waiting()?.changes, { timeout: LONG })
      .toContainEqual(
        expect.objectContaining({
          class: "held",
          part: "type",
          at: { entity: "Book", field: "price" },
          rows: 2,
          data: {
            obstacles: [{ kind: "unsaid", rows: 2, ids: ["0000000001/1", "0000000001/2"], write: '"convert": { "from": "money" }' }],
          },
        }),
      );
    // Confirmed or not, it cannot be applied.
    const blocked = gate.waiting();
    if (blocked) await confirmStep(database.kysely, blocked, "admin", new Date());
    await expect.poll(() => lines.join("\n"), { timeout: LONG }).toContain('write "convert": { "from": "money" }');
    expect(source.current().version).toBe(first);
    expect(await prices(database)).toEqual(["12345", "50"]);

    files.write(BOOK, before.replace(PRICE, `${PRICE.replace("money", "quantity")}, "convert": { "from": "money" }`));
    const made = { values: 2, rounded: 0, filled: 0, restored: 0, sums: { before: "123.95", after: "123.950" } };
    await expect
      .poll(() => gate.waiting()?.changes, { timeout: LONG })
      .toContainEqual(expect.objectContaining({ part: "type", class: "held", data: expect.objectContaining({ made }) }));
    const waiting = gate.waiting();
    if (waiting) await confirmStep(database.kysely, waiting, "admin", new Date());
    await source.waitForChange(first, LONG);
    expect(await prices(database)).toEqual(["123450", "500"]);
    const [last] = await keptModels(database.kysely, 1);
    expect(last?.changes).toContainEqual(expect.objectContaining({ part: "type", data: expect.objectContaining({ made }) }));

    files.write(BOOK, before);
    const back = gate.waiting();
    expect(back).toBeNull();
    await expect.poll(() => gate.waiting()?.version, { timeout: LONG }).toBe(first);
    expect(gate.waiting()?.changes).toContainEqual(
      expect.objectContaining({ part: "type", data: expect.objectContaining({ made: expect.objectContaining({ restored: 2 }) }) }),
    );
    const step = gate.waiting();
    if (step) await confirmStep(database.kysely, step, "admin", new Date());
    await expect.poll(() => source.current().version, { timeout: LONG }).toBe(first);
    expect(await prices(database)).toEqual(["12345", "50"]);
  });
});

describeEnginesInLong("an edit that rows stand in the way of", (open) => {
  it("is served by itself once nothing does any longer", { timeout: LONG }, async () => {
    const database = await open();
    const { source, gate } = await serve(database);
    const first = source.current().version;
    await addBooks(database, "12345");
    edit(PRICE, PRICE.replace("money", "quantity"));
    await expect.poll(() => gate.waiting()?.changes.some(({ data }) => data?.obstacles), { timeout: LONG }).toBe(true);
    await database.kysely.updateTable("book").set({ price: null }).execute();
    expect(await source.waitForChange(first, LONG)).not.toBe(first);
    expect(gate.waiting()).toBeNull();
  });
});

describe.skipIf(databaseUrl === undefined)("on PostgreSQL", () => {
  it("two servers make one step once, and the commands tell it", { timeout: LONG }, async () => {
    const database = await openPostgres();
    const servers = [await serve(database), await serve(database)];
    const first = servers[0]?.source.current().version ?? "";
    await addBooks(database, ...Array.from({ length: 500 }, (_, at) => String(at)));
    const run = (command: typeof plan, ...args: string[]) => {
      vi.stubEnv("DATABASE_URL", addressOf(database));
      vi.stubEnv("REGISTRY_DIR", files.dir);
      vi.stubEnv("DATA_DIR", temporaryFolder());
      return runScript(command, ...args);
    };
    edit(PRICE, `${PRICE.replace("money", "rate")}, "convert": { "from": "money" }`);
    expect(await run(plan)).toMatchObject({
      code: 4,
      out: expect.stringContaining("Book.price type changed: money → rate (500 rows); 500 values are made anew, sum 1247.50 → 1247.500000"),
    });
    expect(await run(apply)).toMatchObject({ code: 0, err: "", out: expect.stringContaining("confirmed version") });
    for (const { source } of servers) await expect.poll(() => source.current().version, { timeout: LONG }).not.toBe(first);
    expect((await keptModels(database.kysely, 10)).map(({ version }) => version)).toEqual([servers[0]?.source.current().version, first]);
    expect((await prices(database)).slice(0, 3)).toEqual(["0", "10000", "20000"]);

    edit(PRICE.replace("money", "rate"), PRICE.replace("money", "int"));
    const blocked = await run(apply);
    expect(blocked).toMatchObject({ code: 1, err: expect.stringContaining("nothing was confirmed") });
    expect(blocked.out).toContain('write "convert": { "from": "rate" }, or correct the rows');

    const listed = await run(purge);
    expect(listed).toMatchObject({ code: 0, err: "", out: expect.stringMatching(/ {2}Book\.price {2}converted \S+ {2}500 values, 4 KiB/) });
    expect(listed.out).toContain("npm run purge -- --yes");
    expect(await run(purge, "77")).toMatchObject({ code: 1, err: expect.stringContaining("number 77") });
    expect(await run(purge, "--yes")).toMatchObject({ code: 0, out: expect.stringContaining("dropped 1") });
    expect((await run(purge)).out).toBe("nothing is set aside");
    expect(await run(purge, "--mistake")).toMatchObject({ code: 2 });
  });
});
