import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { ModelDisk } from "../../../src/server/models/model-disk.ts";
import { ModelGate } from "../../../src/server/models/model-gate.ts";
import { confirmerOf, confirmStep, keptModels } from "../../../src/server/models/model-history.ts";
import { openRegistry, type RegistrySource } from "../../../src/server/registry/watch-registry.ts";
import { type TemporaryRegistry, temporaryLibrary } from "../../schemas/temporary-registry.ts";
import { describeEnginesInLong, temporaryFolder } from "../db/fixtures/test-database.ts";

const FINE = "schemas/entities/fine.json";
const PROGRAM = { features: [] };
const LONG = 600_000;
/** The second has a profile. */
const [TOWN, SCHOOL] = ["0000000001", "0000000002"];

let files: TemporaryRegistry;
let dataDir: string;
let lines: string[];
let sources: RegistrySource[];
let gate: ModelGate;
beforeEach(() => {
  files = temporaryLibrary();
  dataDir = temporaryFolder();
  lines = [];
  sources = [];
});
afterEach(async () => {
  for (const source of sources) await source.close();
  files.remove();
});

const text = (file: string) => readFileSync(join(files.dir, file), "utf8");
const edit = (file: string, old: string, instead: string) => {
  expect(text(file)).toContain(old);
  files.write(file, text(file).replace(old, instead));
};
const serve = async (database: Database, isHolding = true) => {
  gate = new ModelGate({
    opening: Promise.resolve(database),
    dataDir,
    program: PROGRAM,
    isHolding,
    now: () => new Date("2025-06-30T08:00:00Z"),
    log: (line) => lines.push(line),
  });
  const source = await openRegistry({ dir: files.dir, program: PROGRAM, log: (line) => lines.push(line), gate });
  sources.push(source);
  return source;
};
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: LONG, interval: 20 });
const versions = async ({ kysely }: Database) => (await keptModels(kysely, 10)).map(({ version, by }) => [version, by]);

describeEnginesInLong("an edit of the files", (open) => {
  it("that only looks otherwise is served at once, and kept", { timeout: LONG }, async () => {
    const database = await open();
    const source = await serve(database);
    const first = source.current().version;
    edit(FINE, '"title": "罚款"', '"title": "滞纳金"');
    const next = await source.waitForChange(first, LONG);
    expect(source.current().entities.Fine?.title).toBe("滞纳金");
    expect(await versions(database)).toEqual([
      [next, "files"],
      [first, "first start"],
    ]);
    const copies = await new ModelDisk(dataDir).copies(10);
    expect(copies.map(({ version }) => version)).toEqual([next, first]);
    expect(copies[0]?.files.find(({ path }) => path === FINE)?.text).toContain("滞纳金");
  });

  it("that shows rows of others waits, says so, and is served once it is confirmed", { timeout: LONG }, async () => {
    const database = await open();
    const source = await serve(database);
    const base = source.current().version;
    edit(FINE, '"shop+supplier"', '"global"');
    await eventually(() => expect(gate.waiting()).not.toBeNull());
    const waiting = gate.waiting();
    expect(waiting?.changes).toContainEqual(expect.objectContaining({ class: "held" }));
    await eventually(() => expect(lines.join("\n")).toContain("waits until it is confirmed (npm run apply)"));
    expect(source.current().version).toBe(base);
    expect(await new ModelDisk(dataDir).waiting()).toEqual(waiting);

    if (waiting) await confirmStep(database.kysely, waiting, "admin", new Date());
    expect(await source.waitForChange(base, LONG)).toBe(waiting?.version);
    expect((await versions(database))[0]).toEqual([waiting?.version, "admin"]);
    expect(gate.waiting()).toBeNull();
    await eventually(async () => expect(await new ModelDisk(dataDir).waiting()).toBeNull());
  });

  it("that is written down is served, whatever the data folder says", { timeout: LONG }, async () => {
    const database = await open();
    const source = await serve(database);
    const base = source.current().version;
    // It cannot be deleted as a file is, as one of somebody else.
    mkdirSync(join(dataDir, "models", "confirmed-by-nobody", "else"), { recursive: true });
    edit(FINE, '"title": "罚款"', '"title": "滞纳金"');
    const next = await source.waitForChange(base, LONG);
    expect(source.current().entities.Fine?.title).toBe("滞纳金");
    expect((await versions(database))[0]).toEqual([next, "files"]);
    expect(lines.join("\n")).toContain("registry: a confirmation stays: ");
  });

  it("that is held and taken back waits no longer", { timeout: LONG }, async () => {
    const database = await open();
    const source = await serve(database);
    const [base, before] = [source.current().version, text(FINE)];
    edit(FINE, '"shop+supplier"', '"global"');
    await eventually(() => expect(gate.waiting()).not.toBeNull());
    files.write(FINE, before);
    await eventually(() => expect(gate.waiting()).toBeNull());
    expect(source.current().version).toBe(base);
  });

  it("that was confirmed and taken back before it was served waits again", { timeout: LONG }, async () => {
    const database = await open();
    const source = await serve(database);
    const [base, before] = [source.current().version, text(FINE)];
    edit(FINE, '"shop+supplier"', '"global"');
    await eventually(() => expect(gate.waiting()).not.toBeNull());
    const waiting = gate.waiting();
    if (!waiting) throw new Error("nothing waits");
    files.write(FINE, before);
    await Promise.all([confirmStep(database.kysely, waiting, "admin", new Date()), new ModelDisk(dataDir).confirm(waiting, "admin")]);
    await eventually(() => expect(gate.waiting()).toBeNull());
    await eventually(async () => expect(await confirmerOf(database.kysely, waiting)).toBeNull());
    await eventually(async () => expect(await new ModelDisk(dataDir).confirmerOf(waiting)).toBeNull());
    edit(FINE, '"shop+supplier"', '"global"');
    await eventually(() => expect(gate.waiting()?.version).toBe(waiting.version));
    expect(source.current().version).toBe(base);
  });

  it("that was confirmed and taken back, or made another one, while no server ran waits again", { timeout: LONG }, async () => {
    const database = await open();
    const [disk, before] = [new ModelDisk(dataDir), text(FINE)];
    const first = await serve(database);
    expect(first.heldBefore()).toBeNull();
    edit(FINE, '"shop+supplier"', '"global"');
    await eventually(() => expect(gate.waiting()).not.toBeNull());
    const waiting = gate.waiting();
    if (!waiting) throw new Error("nothing waits");
    const confirmUnserved = async () => {
      await Promise.all([confirmStep(database.kysely, waiting, "admin", new Date()), disk.confirm(waiting, "admin")]);
    };
    const isConfirmed = async () => (await confirmerOf(database.kysely, waiting)) ?? (await disk.confirmerOf(waiting));
    await first.close();
    files.write(FINE, before);
    await confirmUnserved();
    const second = await serve(database);
    expect(second.heldBefore()).toEqual(waiting);
    expect(await disk.waiting()).toBeNull();
    expect(await isConfirmed()).toBeNull();

    edit(FINE, '"shop+supplier"', '"global"');
    await eventually(() => expect(gate.waiting()?.version).toBe(waiting.version));
    await second.close();
    edit(FINE, '"title": "罚款"', '"title": "滞纳金"');
    await confirmUnserved();
    const third = await serve(database);
    expect(third.heldBefore()?.version).toBe(waiting.version);
    expect((await disk.waiting())?.version).toBe(gate.waiting()?.version);
    expect(gate.waiting()?.version).not.toBe(waiting.version);
    expect(await isConfirmed()).toBeNull();
    expect(third.current().version).toBe(waiting.base);
  });

  it("that names a shop that is not there is told with its line, once, while it waits, too", { timeout: LONG }, async () => {
    const database = await open();
    const source = await serve(database);
    const told = () => lines.filter((line) => line.includes("known-shops"));
    await gate.warn({ files: source.files() });
    // Shops come later.
    expect(told()).toEqual([]);
    await database.kysely
      .insertInto(source.current().entities.Shop?.table ?? "")
      .values({ SHOP_ID: TOWN, ShopName: "town", statu: 1 })
      .execute();
    await database.kysely
      .insertInto(source.current().entities.Shop?.table ?? "")
      .values({ SHOP_ID: SCHOOL, ShopName: "school", statu: 1 })
      .execute();
    await gate.warn({ files: source.files() });
    expect(told()).toEqual([]);
    edit("schemas/overlays/school.json", `["${SCHOOL}"]`, `["${SCHOOL}", "0000000999"]`);
    await eventually(() => expect(gate.waiting()).not.toBeNull());
    expect(told()).toEqual([expect.stringMatching(/^registry: schemas\/overlays\/school\.json:\d+:\d+ \/shops\/1 .*0000000999/)]);
  });

  it("is told and served where nothing is held", { timeout: LONG }, async () => {
    const source = await serve(await open(), false);
    const base = source.current().version;
    edit(FINE, '"shop+supplier"', '"global"');
    await source.waitForChange(base, LONG);
    expect(lines.join("\n")).toMatch(/Fine tenancy changed|罚款\(Fine\) 的数据归属/);
  });
});

describeEnginesInLong("a server that starts", (open) => {
  it.each([
    ["is wrong", '"title": "罚款"', '"titel": "罚款"', "problem"],
    ["waits for a confirmation", '"shop+supplier"', '"global"', "waits until it is confirmed"],
  ])("on files that say what %s serves what was served last, and says so", { timeout: LONG }, async (_what, old, instead, said) => {
    const database = await open();
    const first = await serve(database);
    const { version } = first.current();
    await first.close();
    edit(FINE, old, instead);
    const second = await serve(database);
    expect(second.current().version).toBe(version);
    expect(second.current().entities.Fine?.title).toBe("罚款");
    await eventually(() => expect(lines.join("\n")).toContain(said));
    expect(lines.join("\n")).toContain("is served, not what the files say");
  });

  it("takes an edit that was made meanwhile and that nobody must confirm", { timeout: LONG }, async () => {
    const database = await open();
    const first = await serve(database);
    await first.close();
    edit(FINE, '"title": "罚款"', '"title": "滞纳金"');
    const second = await serve(database);
    expect(second.current().entities.Fine?.title).toBe("滞纳金");
    expect(second.current().version).not.toBe(first.current().version);
  });
});
