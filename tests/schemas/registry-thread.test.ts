import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { threadsOf } from "../../scripts/threads.mjs";
import { FEATURES, PROGRAM } from "../../src/server/features.ts";
import { BuildThread } from "../../src/server/registry/build-thread.ts";
import { loadRegistry } from "../../src/server/registry/load-registry.ts";
import { pack, unpack } from "../../src/server/registry/transfer.ts";
import type { Registry } from "../../src/shared/registry/model.ts";
import { IS_LONG } from "../e2e/long.ts";
import { temporaryRegistry } from "./temporary-registry.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const thread = new BuildThread(ROOT, PROGRAM);
afterAll(() => thread.close());

const valid = (result: { readonly ok: true; readonly registry: Registry } | { readonly ok: false }) => {
  if (!result.ok) throw new Error("the registry has problems");
  return result.registry;
};

/** What one could tell two values apart by: prototypes, frozenness, order of keys, and what is one object. */
function traits(root: unknown): unknown[] {
  const seen = new Map<unknown, number>();
  const list: unknown[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return void list.push(value);
    const known = seen.get(value);
    if (known !== undefined) return void list.push({ known });
    seen.set(value, seen.size);
    list.push([Object.getPrototypeOf(value)?.constructor?.name ?? null, Object.isFrozen(value), Object.keys(value)]);
    for (const inner of Object.values(value)) walk(inner);
  };
  walk(root);
  return list;
}

it("a thread builds the same registry to the last trait, and says the same problems", { timeout: 120_000 }, async () => {
  const built = traits(valid(await thread.build(null)));
  const own = traits(valid(loadRegistry(ROOT, PROGRAM)));
  expect(built.length).toBeGreaterThan(20_000);
  expect(built.findIndex((trait, n) => JSON.stringify(trait) !== JSON.stringify(own[n]))).toBe(-1);
  expect(built.length).toBe(own.length);

  const files = temporaryRegistry();
  files.write("schemas/shared/messages.json", '{ "messages": { "NOLINE": 5 } }');
  const other = new BuildThread(files.dir, { features: FEATURES });
  expect(await other.build(null)).toEqual(loadRegistry(files.dir, { features: FEATURES }));
  other.close();
  files.remove();
});

it("only plain data travels", async () => {
  const bare = Object.assign(Object.create(null), { constructor: [1, null, undefined, "x", 2n] });
  const opened = await unpack<{ bare: typeof bare; again: unknown }>(pack({ bare, again: bare }));
  expect(traits(opened)).toEqual([
    ["Object", true, ["bare", "again"]],
    [null, true, ["constructor"]],
    ["Array", true, ["0", "1", "2", "3", "4"]],
    ...[1, null, undefined, "x", 2n],
    { known: 1 },
  ]);
  for (const thing of [new Map(), new Date(), { f: () => 0 }]) expect(() => pack({ thing })).toThrow();
});

// What waits is measured in time: only where the machine has nothing else to do.
it.runIf(IS_LONG)("what waits for its turn waits a fraction of a build, and gets many turns", { timeout: 240_000 }, async () => {
  await thread.build(null); // started and warm, as the build below
  const shares: number[] = [];
  // Another program may hold this one up at any time: one undisturbed round of several is what counts.
  for (let round = 0; round < 6 && !shares.some((share) => share < 0.2); round++) {
    const started = performance.now();
    loadRegistry(ROOT, PROGRAM);
    const onThisThread = performance.now() - started;
    let longest = 0;
    let isOver = false;
    const building = thread.build(null).finally(() => {
      isOver = true;
    });
    for (let before = performance.now(); !isOver; ) {
      await nextTurn();
      const now = performance.now();
      longest = Math.max(longest, now - before);
      before = now;
    }
    await building;
    shares.push(longest / onThisThread);
  }
  expect(Math.min(...shares)).toBeLessThan(0.2);
});

it("a thread that fails is told, and the next build starts another", { timeout: 120_000 }, async () => {
  const files = temporaryRegistry();
  const broken = new BuildThread(files.dir, { features: [null as never] });
  await expect(broken.build(null)).rejects.toThrow();
  await expect(broken.build(null)).rejects.toThrow();
  const closed = new BuildThread(files.dir, { features: FEATURES });
  const building = closed.build(null);
  closed.close();
  await expect(building).rejects.toThrow("the thread ended with code");
  files.remove();
});

it("the built server has the files of all threads", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const started = sources.flatMap((file) =>
    [...readFileSync(join("src", file), "utf8").matchAll(/threadFile\(import\.meta\.url, "([\w-]+)"\)/g)].map(([, name]) => name),
  );
  expect(started).toContain("registry-worker");
  expect(Object.keys(threadsOf(process.cwd())).sort()).toEqual([...new Set(started)].sort());
});
