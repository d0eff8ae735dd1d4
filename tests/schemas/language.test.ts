import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadFiles } from "../../src/server/registry/load-files.ts";
import { buildRegistry } from "../../src/shared/registry/build-registry.ts";
import { formatProblem } from "../../src/shared/registry/format-problem.ts";
import type { RawFile } from "../../src/shared/registry/parse.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const OWN_MODULES = ["schemas/modules/account-checking/balance-manage.json", "schemas/modules/logistics/order-manage.json"];

/** The six modules the language was designed with, over the project's files (tests/fixtures/language/README.md). */
function languageFiles(): RawFile[] {
  const own = loadFiles(`${ROOT}/tests/fixtures/language`).files;
  const paths = new Set(own.map(({ path }) => path));
  const project = loadFiles(ROOT).files.filter(({ path }) => {
    return !paths.has(path) && (!path.startsWith("schemas/modules/") || OWN_MODULES.includes(path));
  });
  return [...project.map(withoutPatches), ...own];
}

/** Overlays patch modules that are not among the six. */
function withoutPatches({ path, text }: RawFile): RawFile {
  if (!path.startsWith("schemas/overlays/")) return { path, text };
  const { modules: _modules, ...overlay } = JSON.parse(text) as Record<string, unknown>;
  return { path, text: JSON.stringify(overlay) };
}

const built = buildRegistry(languageFiles());
const modules = built.ok ? built.registry.modules : {};

describe("the six modules of the language", () => {
  it("are valid", () => {
    expect(built.ok ? [] : built.problems.map(formatProblem)).toEqual([]);
    expect(Object.keys(modules)).toEqual(["110", "120", "510", "803", "8901", "8910"]);
  });

  it("keep two machines and two sides apart (510)", () => {
    expect(modules["510"]?.actions.filter(({ audience }) => audience.includes("supplier")).map(({ name }) => name)).toEqual([
      "provconfirm",
      "reject",
    ]);
    expect(built.ok && Object.keys(built.registry.entities.Balance?.machines ?? {})).toEqual(["B2b_statu", "Statu"]);
  });

  it("show and print lines (8901)", () => {
    expect(modules["8901"]).toMatchObject({ tableKey: 201, lines: [{ entity: "OrderLine" }], prints: [{ template: "order" }] });
    expect(modules["8901"]?.entry.aliases).toEqual(["/queryAnlysis/OrderManage"]);
  });

  it("sum with a ratio under another label (8910)", () => {
    expect(modules["8910"]?.footer?.label).toBe("总计");
    expect(modules["8910"]?.footer?.sums.find(({ field }) => field === "gdsRate")?.ratio).toEqual(["accept_amou", "amount"]);
  });

  it("have tree, form and board (803, 120, 110)", () => {
    expect(modules["803"]?.tree?.grants).toBe("GroupModule");
    expect(modules["120"]?.form?.mode).toBe("settings");
    expect(modules["110"]?.stats?.cards).toHaveLength(3);
  });
});
