import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadFiles } from "../../src/server/registry/load-registry.ts";
import { buildRegistry } from "../../src/shared/build-registry.ts";
import { ROOT } from "./source-files.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "scm-new-module-"));
  cpSync(join(ROOT, "modules.json"), join(dir, "modules.json"));
  cpSync(join(ROOT, "schemas"), join(dir, "schemas"), { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const run = (...flags: string[]) =>
  spawnSync(join(ROOT, "node_modules/.bin/tsx"), [join(ROOT, "scripts/new-module.ts"), "--dir", dir, ...flags], {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
const flagsFor = (entity: string) =>
  `--id 7777 --name Trial --title 样例 --group 89 --entity ${entity} --audience shop,supplier --schema logistics/trial`.split(" ");
const build = () => buildRegistry(loadFiles(dir).files);

test("a module over an existing entity is written, listed and valid", () => {
  expect(run(...flagsFor("BalancePlan"))).toMatchObject({ status: 0 });
  const built = build();
  expect(built.ok && built.registry.modules["7777"]?.columns.map(({ field }) => field)).toContain("TotalMoney");
  expect(built.ok && built.registry.modules["7777"]?.lines).toEqual([]);
  expect(built.ok && built.registry.modules["7777"]?.entry.path).toBe("/logisticsReceiptsDemand/Trial");
});

test("a module over an entity with lines names them", () => {
  expect(run(...flagsFor("Accept"))).toMatchObject({ status: 0 });
  const built = build();
  const [lines] = (built.ok && built.registry.modules["7777"]?.lines) || [];
  expect(lines?.columns.map(({ field }) => field)).toContain("GoodsName");
  expect(lines?.sums).toContain("sum_cost");
});

test("a module over a new entity brings the entity", () => {
  expect(run(...flagsFor("Trial"), "--new-entity", "样例单")).toMatchObject({ status: 0 });
  const built = build();
  expect(built.ok && built.registry.entities.Trial?.title).toBe("样例单");
});

test("a wrong answer is told and leaves every file as it was", () => {
  const menu = readFileSync(join(dir, "modules.json"), "utf8");
  const taken = run(...flagsFor("BalancePlan").map((flag) => (flag === "7777" ? "8901" : flag)));
  expect(taken.status).toBe(1);
  expect(taken.stderr).toContain("8901");
  expect(readFileSync(join(dir, "modules.json"), "utf8")).toBe(menu);
  expect(run(...flagsFor("BalancePlan").map((flag) => (flag === "89" ? "77" : flag))).stderr).toContain("there is no menu group 77");
  expect(existsSync(join(dir, "schemas/modules/logistics/trial.json"))).toBe(false);
  const unknown = run(...flagsFor("Nothing"));
  expect(unknown.stderr).toContain("there is no entity Nothing");
  expect(run("--id", "x").stderr).toContain("--name is missing");
  expect(run("--id", "x", "--lang", "zh").stderr).toContain("缺少 --name");
});
