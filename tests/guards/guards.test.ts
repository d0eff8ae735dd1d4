import { execFile } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { ROOT, readSource } from "../project/source-files.ts";
import { temporaryFolder } from "../server/db/fixtures/test-database.ts";
import { allGuards, guardsIn, KINDS } from "./guards.ts";
import { tryAll } from "./lanes.ts";

const guards = allGuards();
/** Whose guards are tried here: their tests need no database. */
const TICKETS = "src/server/auth/wait-ticket.ts";
/** Far from what a lane needs that answers at once. */
const SILENCE_MS = 2000;

describe("the guards that the sources declare", () => {
  it("are many, and some of every kind", () => {
    expect(guards.length).toBeGreaterThanOrEqual(60);
    expect(KINDS.filter((kind) => guards.every((guard) => guard.kind !== kind))).toEqual([]);
  });

  it.each(guards.map((guard) => [`${guard.file}:${guard.line}`, guard] as const))(
    "%s can be taken away, and names tests that are there",
    (_place, { file, without, tests }) => {
      expect(without).not.toBe(readSource(file));
      expect(parseSync(file, without).errors).toEqual([]);
      expect(tests.filter((test) => !existsSync(join(ROOT, test)))).toEqual([]);
    },
  );
});

/** The line that declares a guard. */
const declare = (instead = "") => `// guard check${instead}: tests/a.test.ts\n`;

describe("what a declaration takes away", () => {
  it.each([
    ["a statement", `${declare()}if (isWrong) throw refused; go();`, "; go();"],
    ["an if that has another way", `${declare()}if (isWrong) refuse(); else keep();`, "keep();"],
    ["a condition", `${declare(" as isOld")}if (isWrong || isOld) throw refused;`, "if (isOld) throw refused;"],
    ["a value", `${declare(" as true")}const isRight = check(row);`, "const isRight = true;"],
    ["what is returned", `const f = () => { ${declare(" as null")}return check(row); };`, "const f = () => { return null; };"],
    [
      "what a function answers",
      `${declare(" as true")}export function isRight(row) { return check(row); }`,
      "export function isRight(row) { return true; }",
    ],
    ["a property", `f({ a: 1, ${declare()}b: 2, c: 3 });`, "f({ a: 1, c: 3 });"],
    ["the value of a property", `f({ ${declare(" as 0")}b: 2 });`, "f({ b: 0 });"],
    ["an element", `f([a, ${declare()}b, c]);`, "f([a, c]);"],
    ["a call of a chain", `rows.where(a)\n${declare()}.where(b).execute();`, "rows.where(a).execute();"],
    ["what is given", `rows.filter(\n${declare(" as () => true")}(row) => check(row));`, "rows.filter( (() => true));"],
    ["one of two", `${declare(" as a")}// And why.\n${declare(" as b")}if (a && b) go();`, "if (a) go();"],
  ])("%s", (_what, source, rest) => {
    const [guard] = guardsIn("a.ts", source);
    const bare = guard?.without.replaceAll(/\/\/.*\n/g, "").replaceAll(/\s+/g, " ");
    expect(bare).toBe(rest);
    expect(guard).toMatchObject({ file: "a.ts", kind: "check", tests: ["tests/a.test.ts"] });
  });

  it.each([
    [
      "without a kind we know",
      "// guard luck: tests/a.test.ts\nf();",
      "a.ts:1: // guard luck: tests/a.test.ts\nshould be: // guard <predicate|",
    ],
    ["without a test", "f();\n// guard key\nf();", "a.ts:2: // guard key\nshould be"],
    [
      "of a value that nothing takes the place of",
      `${declare()}const a = f();`,
      "a.ts:1: nothing that could be left out stands below the guard",
    ],
    ["of nothing", `f();\n${declare()}`, "a.ts:2: nothing that could be left out"],
  ])("is refused %s, with its place", (_what, source, message) => {
    expect(() => guardsIn("a.ts", source)).toThrow(message);
  });
});

describe("npm run test:mutants", () => {
  it("tells of each guard whether a test missed it", async () => {
    const { code, lines } = await tryGuards(TICKETS);
    expect(lines.slice(0, -1).sort()).toEqual(ofTickets.map((place) => `killed    ${place}`));
    expect([lines.at(-1), code]).toEqual([`${ofTickets.length} killed, 0 survived`, 0]);
  });

  it("fails where none did, and where the tests do anyway or are not there", async () => {
    const [other, none] = ["tests/shared/domain/scaled.test.ts", "tests/nowhere.test.ts"];
    const { code, lines } = await tryGuards(TICKETS, "--by", other, "--by", none);
    expect(lines).toEqual([
      ...ofTickets.map((place) => `survived  ${place} by ${other}`),
      `failing   ${none}`,
      "1 times the tests fail with every guard in place",
      `0 killed, ${ofTickets.length} survived`,
    ]);
    expect(code).toBe(1);
  });

  it("knows no guard by another name", async () => {
    expect(await tryGuards("src/nowhere.ts")).toEqual({ code: 2, lines: [] });
  });
});

/** A lane that is silent once it comes to the first guard of some tests, ends itself at that of others, and finds the second one missed. */
const FAULTY_LANE = `
process.on("disconnect", () => process.exit());
process.on("message", ({ tests: [test], guards }) => {
  process.send("passes");
  for (const { line } of guards) {
    if (line === 1 && test === "ends") process.exit(3);
    if (line === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    process.send("killed");
  }
});
process.send("ready");
`;

describe("a lane that says no more", () => {
  it("is ended after a while, and another goes on behind the guard that it was at", async () => {
    const program = join(temporaryFolder(), "lane.mjs");
    writeFileSync(program, FAULTY_LANE);
    const guardsOf = (file: string) => guardsIn(file, `${declare()}f();\n${declare()}g();`);
    const batches = ["hangs", "ends"].map((test) => ({ tests: [test], guards: guardsOf(`${test}.ts`) }));
    const told: string[] = [];
    await tryAll(batches, { program, count: 1, limitMs: SILENCE_MS }, (verdict, _batch, guard) => {
      told.push(`${guard?.file}:${guard?.line} ${verdict}`);
    });
    expect(told).toEqual(["hangs.ts:1 hangs", "hangs.ts:3 killed", "ends.ts:1 broken", "ends.ts:3 killed"]);
  });
});

/** What its guards are called. */
const ofTickets = guards
  .filter(({ file }) => file === TICKETS)
  .map(({ line, kind, within }) => `${TICKETS}:${line} ${kind} in ${within}`)
  .sort();

/** Runs the command in a process of its own, as nothing of this run's Vitest but with the programs that were built for it. */
async function tryGuards(...args: readonly string[]): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST_(?!THREADS))/.test(name)));
  const run = promisify(execFile)(join(ROOT, "node_modules/.bin/tsx"), ["tests/guards/run.ts", "--lanes", "1", ...args], {
    cwd: ROOT,
    env,
  });
  const { code, stdout } = await run.then(
    (said) => ({ code: 0, ...said }),
    (failed: { readonly code: number; readonly stdout: string }) => failed,
  );
  return { code, lines: stdout.split("\n").filter((line) => line !== "") };
}
