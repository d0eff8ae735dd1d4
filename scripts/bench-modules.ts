/**
 * `npm run bench -- --only modules`: what a page costs the server in a portal of a thousand modules, of what it costs with those of the product: both with the demo, in databases of
 * their own, in turns. Rights, screens and statements are worked out once for a model (docs/decisions/133), so that a page should not notice how many others there are.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUDGETS } from "./bench-budgets.ts";
import { type BenchDatabase, makeBenchDatabase } from "./bench-database.ts";
import { BenchPortal } from "./bench-portal.ts";
import { judge, quantile, rounded, tell } from "./bench-result.ts";

const ROOT = join(import.meta.dirname, "..");
const MODULES = 1000;
const USER = "admin54";
const [ROUNDS, CALLS] = [9, 200];
/** Whose list is asked for, and how. */
const LIST = { path: "/api/Module/8901/GetPage", params: { page: 1, rows: 30 } };
/** The module that the others are copies of, with its schema. */
const COPIED = { group: "basicInfo", schema: "basic/categories" };

const folder = mkdtempSync(join(tmpdir(), "scm-bench-"));
const stages: { readonly portal: BenchPortal; readonly database: BenchDatabase }[] = [];
try {
  for (const registry of [ROOT, grown(join(folder, "registry"))]) {
    const database = await makeBenchDatabase(`modules${stages.length}`);
    stages.push({ database, portal: await BenchPortal.start(USER, { DATABASE_URL: database.href, REGISTRY_DIR: registry }) });
  }
  const costs = stages.map((): number[] => []);
  // As a server that has run for a while.
  for (const { portal } of stages) await costOf(portal, 5 * CALLS);
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, { portal }] of stages.entries()) costs[at]?.push(await costOf(portal, CALLS));
  const [few = 0, many = 0] = costs.map((each) => quantile(each));
  const figures = [few, many].map((ms, at) => ({ modules: at === 0 ? "of the product" : MODULES, server: rounded(ms, 2) }));
  const ratio = rounded(many / few, 2);
  tell("modules", { figures, costs, ratio }, { "Server, ms a page": figures });
  judge([{ what: `a page among ${MODULES} modules, of one among those of the product`, is: ratio, most: BUDGETS.modules }]);
} finally {
  for (const { portal, database } of stages) {
    await portal.end();
    await database.drop();
  }
  rmSync(folder, { recursive: true, force: true });
}

/** ms of the server's processor for one call. */
async function costOf(portal: BenchPortal, calls: number): Promise<number> {
  const before = portal.cpu;
  for (let call = 0; call < calls; call++) await portal.call(LIST.path, LIST.params);
  return (portal.cpu - before) / calls;
}

interface Told {
  readonly groups: readonly { readonly name: string; readonly modules: object[] }[];
}

/** A registry with so many modules more that there are a thousand. Returns its folder. */
function grown(registry: string): string {
  cpSync(join(ROOT, "schemas"), join(registry, "schemas"), { recursive: true });
  const told = JSON.parse(readFileSync(join(ROOT, "modules.json"), "utf8")) as Told;
  const there = told.groups.reduce((sum, { modules }) => sum + modules.length, 0);
  const group = told.groups.find(({ name }) => name === COPIED.group);
  for (let number = there + 1; number <= MODULES; number++) {
    const schema = `${COPIED.schema}-${number}`;
    cpSync(join(registry, `schemas/modules/${COPIED.schema}.json`), join(registry, `schemas/modules/${schema}.json`));
    group?.modules.push({ id: 20_000 + number, name: `Grown${number}`, title: `模块${number}`, schema });
  }
  writeFileSync(join(registry, "modules.json"), JSON.stringify(told, null, 2));
  return registry;
}
