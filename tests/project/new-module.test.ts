import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newModule } from "../../scripts/new-module.ts";
import { loadFiles } from "../../src/server/registry/load-registry.ts";
import { buildRegistry } from "../../src/shared/build-registry.ts";
import { runScript } from "./run-script.ts";
import { ROOT } from "./source-files.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "scm-new-module-"));
  cpSync(join(ROOT, "modules.json"), join(dir, "modules.json"));
  cpSync(join(ROOT, "schemas"), join(dir, "schemas"), { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const run = (...flags: string[]) => runScript(newModule, "--dir", dir, ...flags);
const flagsFor = (entity: string) =>
  `--id 7777 --name Trial --title 样例 --group 89 --entity ${entity} --audience shop,supplier --schema logistics/trial`.split(" ");
const build = () => buildRegistry(loadFiles(dir).files);

test("a module over an existing entity is written, listed and valid", async () => {
  expect(await run(...flagsFor("BalancePlan"))).toMatchObject({ code: 0 });
  const built = build();
  expect(built.ok && built.registry.modules["7777"]?.columns.map(({ field }) => field)).toContain("TotalMoney");
  expect(built.ok && built.registry.modules["7777"]?.lines).toEqual([]);
  expect(built.ok && built.registry.modules["7777"]?.entry.path).toBe("/logisticsReceiptsDemand/Trial");
});

test("a module over an entity with lines names them", async () => {
  expect(await run(...flagsFor("Accept"))).toMatchObject({ code: 0 });
  const built = build();
  const [lines] = (built.ok && built.registry.modules["7777"]?.lines) || [];
  expect(lines?.columns.map(({ field }) => field)).toContain("GoodsName");
  expect(lines?.sums).toContain("sum_cost");
});

test("a module over a new entity brings the entity", async () => {
  expect(await run(...flagsFor("Trial"), "--new-entity", "样例单")).toMatchObject({ code: 0 });
  const built = build();
  expect(built.ok && built.registry.entities.Trial?.title).toBe("样例单");
});

test("a wrong answer is told and leaves every file as it was", async () => {
  const menu = readFileSync(join(dir, "modules.json"), "utf8");
  const instead = (flag: string, other: string) => flagsFor("BalancePlan").map((each) => (each === flag ? other : each));
  const taken = await run(...instead("7777", "8901"));
  expect(taken.code).toBe(1);
  expect(taken.err).toContain("8901");
  expect(readFileSync(join(dir, "modules.json"), "utf8")).toBe(menu);
  expect((await run(...instead("89", "77"))).err).toContain("there is no menu group 77");
  expect(existsSync(join(dir, "schemas/modules/logistics/trial.json"))).toBe(false);
  expect((await run(...flagsFor("Nothing"))).err).toContain("there is no entity Nothing");
  expect((await run("--id", "x")).err).toContain("--name is missing");
});

test("its file runs by itself, and says in either language how it ended", () => {
  const script = join(ROOT, "scripts/new-module.ts");
  const { status, stderr } = spawnSync(join(ROOT, "node_modules/.bin/tsx"), [script, "--id", "x", "--lang", "zh"], { encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringContaining("缺少 --name")]);
});
