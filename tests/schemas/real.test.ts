import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { GENERATED } from "../../scripts/generate-types.ts";
import { PROGRAM } from "../../src/server/features.ts";
import { loadRegistry } from "../../src/server/registry/load-registry.ts";
import { loadFiles } from "../../src/server/registry/registry-files.ts";
import { formatProblem } from "../../src/shared/registry/problem.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const built = loadRegistry(ROOT, PROGRAM);

describe("the project's own registry", () => {
  it("is valid", () => {
    expect(built.ok ? [] : built.problems.map(formatProblem)).toEqual([]);
  });

  it.runIf(built.ok)("gives every side of every module something to read", () => {
    const modules = built.ok ? Object.values(built.registry.modules) : [];
    const blind = modules.filter(({ audience, readable }) => audience.some((side) => readable[side].length === 0));
    expect(blind.map(({ file }) => file)).toEqual([]);
  });

  it("names in each file the schema that editors check it with", () => {
    const strange = loadFiles(ROOT).files.filter(({ path, text }) => {
      const told: unknown = (JSON.parse(text) as Record<string, unknown>).$schema;
      return (
        typeof told !== "string" || !/^[a-z-]+\.schema\.json$/.test(new URL(told, `file:///${path}`).pathname.replace("/schemas/meta/", ""))
      );
    });
    expect(strange.map(({ path }) => path)).toEqual([]);
  });
});

describe("generated types", () => {
  it.each(GENERATED)("are in $file what $from", async ({ file, text }) => {
    expect(readFileSync(new URL(file, `file://${ROOT}`), "utf8")).toBe(await text());
  });
});
