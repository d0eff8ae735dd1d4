import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { ROOT, readSource } from "../project/source-files.ts";
import { runScript } from "../project/run-script.ts";
import { allGuards, guardsIn, KINDS } from "./guards.ts";

const guards = allGuards();

describe("the guards that the sources declare", () => {
  it("are of every kind, and many", () => {
    expect(guards.length).toBeGreaterThan(60);
    expect(KINDS.filter((kind) => guards.every((guard) => guard.kind !== kind))).toEqual([]);
  });

  it.each(guards.map((guard) => [`${guard.file}:${guard.line}`, guard] as const))("%s can be taken away, and names tests that are there", (_place, guard) => {
    expect(guard.without).not.toBe(readSource(guard.file));
    expect(parseSync(guard.file, guard.without).errors).toEqual([]);
    expect(guard.tests.filter((test) => !existsSync(join(ROOT, test)))).toEqual([]);
  });
});
