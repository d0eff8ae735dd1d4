import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadRegistry } from "../../src/server/registry/load-registry.ts";
import { openRegistry } from "../../src/server/registry/watch-registry.ts";
import { formatProblem } from "../../src/shared/registry/problem.ts";
import { cpuSeconds } from "../cpu-time.ts";
import { IS_LONG } from "../e2e/long.ts";
import { type TemporaryRegistry, temporaryLibrary } from "./temporary-registry.ts";

const BOOK = "schemas/entities/book.json";
const PROGRAM = { features: [] };

let registry: TemporaryRegistry;
beforeEach(() => {
  registry = temporaryLibrary();
});
afterEach(() => registry.remove());

const at = (name: string) => path.join(registry.dir, name);
const bytes = (name: string, content: Buffer) => writeFileSync(at(name), content);
const manyFields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, { title: 5, lenght: 1 }]));
const entity = (fields: object) =>
  JSON.stringify({ $schema: "../meta/entity.schema.json", name: "Big", title: "大", tenancy: "global", fields }, null, 1);

/** What is put into the folder, and the one line that tells it. */
const HOSTILE: readonly (readonly [what: string, put: () => void, line: string])[] = [
  [
    "20,000 lists within one another",
    () => registry.write(BOOK, "[".repeat(20_000)),
    `${BOOK}:1:101 / is nested too deeply: at most 100 lists and objects within one another`,
  ],
  [
    "20,000 objects within one another",
    () => registry.write(BOOK, `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`),
    `${BOOK}:1:501 / is nested too deeply: at most 100 lists and objects within one another`,
  ],
  [
    "an entity with 10,000 fields, all wrong",
    () => registry.write("schemas/entities/big.json", entity(manyFields(10_000))),
    "schemas/entities/big.json:6:12 /fields may have at most 500 entries, not 10000",
  ],
  ["a file of 50 MB", () => bytes(BOOK, Buffer.alloc(50_000_000, " ")), `${BOOK}:1:1 / is too large: at most 2 MB`],
  [
    "a file in UTF-16",
    () => bytes(BOOK, Buffer.from('\uFEFF{ "name": "Book" }', "utf16le")),
    `${BOOK}:1:1 / is not UTF-8: save it in that encoding`,
  ],
  [
    "a file in UTF-16 without a mark",
    () => bytes(BOOK, Buffer.from('{ "name": "Book" }', "utf16le")),
    `${BOOK}:1:2 / is not UTF-8: save it in that encoding (text of UTF-16 has such zeros)`,
  ],
  [
    "a text of quotes without an end",
    () => registry.write(BOOK, `{ "name": "${'\\"'.repeat(900_000)}`),
    `${BOOK}:1:11 / syntax error: this text has no closing quote`,
  ],
  ["an empty file", () => registry.write(BOOK, ""), `${BOOK}:1:1 / the file is empty`],
  [
    "a folder that is called like a file",
    () => mkdirSync(at("schemas/entities/x.json")),
    "schemas/entities/x.json:1:1 / is a folder, but should be a file",
  ],
  [
    "a link that leads to itself",
    () => symlinkSync("loop.json", at("schemas/entities/loop.json")),
    "schemas/entities/loop.json:1:1 / is a link that leads back to itself",
  ],
  [
    "a link that leads nowhere",
    () => symlinkSync("gone.json", at("schemas/entities/lost.json")),
    "schemas/entities/lost.json:1:1 / the file is missing",
  ],
  [
    "a folder that leads back to one around it",
    () => symlinkSync("..", at("schemas/entities/round")),
    "schemas/entities/round:1:1 / is a link that leads back to itself",
  ],
  [
    "a folder that leads nowhere",
    () => symlinkSync("gone", at("schemas/entities/lost")),
    "schemas/entities/lost:1:1 / the file is missing",
  ],
  [
    "a pipe",
    () => void spawnSync("sh", ["-c", 'mkfifo "$0"', at("schemas/entities/pipe.json")]),
    "schemas/entities/pipe.json:1:1 / is no ordinary file",
  ],
];

describe("a file that nobody would write", () => {
  it.each(HOSTILE)("%s is told in one line, at once", async (_what, put, line) => {
    put();
    // What is measured has been done before once.
    if (IS_LONG) loadRegistry(registry.dir, PROGRAM);
    let lines: string[] = [];
    const seconds = await cpuSeconds(() => {
      const result = loadRegistry(registry.dir, PROGRAM);
      lines = result.ok ? [] : result.problems.map(formatProblem);
    });
    expect(lines).toEqual([line]);
    // What a machine needs is measured where it has nothing else to do.
    if (IS_LONG) expect(seconds).toBeLessThan(1);
  });

  it("may have a byte order mark and Windows line ends", () => {
    const before = loadRegistry(registry.dir, PROGRAM);
    expect(before.ok).toBe(true);
    registry.write(
      "schemas/shared/messages.json",
      '\uFEFF{\r\n  "$schema": "../meta/shared.schema.json",\r\n  "messages": { "NOLINE": "没有" }\r\n}\r\n',
    );
    const after = loadRegistry(registry.dir, PROGRAM);
    expect(after.ok ? [] : after.problems.map(({ line, message }) => [line, message])).toEqual([]);
  });
});

describe("a running portal", () => {
  it("goes on serving whatever lies in its folder, says each once, and takes the next valid edit", { timeout: 300_000 }, async () => {
    const log: string[] = [];
    const source = await openRegistry({ dir: registry.dir, program: PROGRAM, log: (line) => log.push(line) });
    const served = source.current();
    for (const [, put] of HOSTILE) put();
    const wait = (check: () => void) => vi.waitFor(check, { timeout: 200_000, interval: 50 });
    await wait(() => expect(log.some((line) => line.includes("pipe.json"))).toBe(true));
    expect(source.current()).toBe(served);
    expect(log.join("\n")).not.toMatch(/ {4}at |node:|RangeError/);
    await source.close();
  });
});
