import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROGRAM } from "../../src/server/features.ts";
import { loadRegistry } from "../../src/server/registry/load-registry.ts";
import { mergePatch } from "../../src/shared/registry/merge-patch.ts";
import { formatProblem } from "../../src/shared/registry/problem.ts";
import { ROOT, readSource } from "./source-files.ts";

interface Menu {
  readonly groups: readonly { readonly id: number; readonly modules: unknown[] }[];
}

describe("the example of the guide for configurators", () => {
  const steps = [...readSource("docs/zh/configurator.md").matchAll(/`([\w./-]+\.json)`[^\n`]*\n+```json\n([\s\S]*?)```/g)].map((match) => ({
    path: match[1] ?? "",
    json: JSON.parse(match[2] ?? "") as unknown,
  }));

  test("is an entity, a page, a menu line, a print and an overlay", () => {
    expect(steps.map(({ path }) => path.split("/").slice(0, 2).join("/"))).toEqual([
      "schemas/entities",
      "schemas/modules",
      "modules.json",
      "schemas/prints",
      "schemas/overlays",
    ]);
  });

  test("makes a valid registry with its page", () => {
    const dir = mkdtempSync(join(tmpdir(), "scm-configurator-"));
    try {
      cpSync(join(ROOT, "modules.json"), join(dir, "modules.json"));
      cpSync(join(ROOT, "schemas"), join(dir, "schemas"), { recursive: true });
      for (const { path, json } of steps) take(join(dir, path), path, json);
      const result = loadRegistry(dir, PROGRAM);
      expect(result.ok ? [] : result.problems.map(formatProblem)).toEqual([]);
      expect(result.ok && result.registry.modules["8920"]?.actions.map(({ name }) => name)).toContain("provconfirm");
      expect(result.ok && result.registry.prints.inspection?.columns.length).toBe(5);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});

/** Does with a file what the guide says: a new file is written, a line is put into the menu, an overlay is added to. */
function take(file: string, path: string, json: unknown): void {
  const before = () => JSON.parse(readFileSync(file, "utf8")) as unknown;
  if (path === "modules.json") {
    const menu = before() as Menu;
    menu.groups.find(({ id }) => id === 89)?.modules.push(json);
    json = menu;
  } else if (path.startsWith("schemas/overlays/")) json = mergePatch(before(), json);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(json));
}
