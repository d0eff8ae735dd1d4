/**
 * `npm test`: every check, in order, all of them even when one fails. With DATABASE_URL the server and browser tests run on that
 * PostgreSQL, each in a database of its own. `npm test -- --only server,e2e` runs some of the steps; `--long` walks in the browser
 * through all that is otherwise walked through in part.
 * At the end stand the ten tests that took longest, and in the last line `N passed, N failed`.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { findChromium, findLightChromium } from "./chromium.mjs";

const root = join(import.meta.dirname, "..");
const cache = join(root, ".cache");
const bin = (name) => join(root, "node_modules/.bin", name);
const SLOWEST = 10;

/** Steps that are one check each, and the two runners that count their own. */
const STEPS = [
  { key: "schemas", run: () => check("schemas", bin("tsx"), ["scripts/check-schemas.ts"]) },
  { key: "generated", run: () => check("generated types", bin("tsx"), ["scripts/generate-types.ts", "--check"]) },
  { key: "types", run: () => check("types", bin("tsc"), ["-b"]) },
  { key: "lint", run: () => check("lint", "npm", ["run", "--silent", "lint"]) },
  { key: "unit", run: () => vitest("unit", ["tests/shared", "tests/web", "tests/schemas", "tests/project"]) },
  { key: "build", run: () => check("build", process.execPath, ["scripts/build.mjs"]) },
  { key: "server", run: () => vitest("server", ["tests/server"]) },
  { key: "e2e", run: playwright },
];

const only = process.argv.includes("--only") ? (process.argv[process.argv.indexOf("--only") + 1] ?? "").split(",") : null;
const unknown = (only ?? []).filter((key) => !STEPS.some((step) => step.key === key));
if (unknown.length > 0) {
  console.error(`unknown step ${unknown.join(", ")}; steps are ${STEPS.map((step) => step.key).join(", ")}`);
  process.exit(2);
}
if (process.argv.includes("--long")) process.env.TEST_LONG = "all";

mkdirSync(cache, { recursive: true });
const total = { passed: 0, failed: 0, tests: [] };
for (const step of STEPS.filter(({ key }) => only === null || only.includes(key))) {
  const { passed, failed, tests = [] } = await step.run();
  total.passed += passed;
  total.failed += failed;
  total.tests.push(...tests);
}
tellSlowest(total.tests);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

function check(title, command, args) {
  const from = performance.now();
  const ok = run(command, args).status === 0;
  console.log(`${ok ? "ok" : "FAILED"}: ${title}`);
  return { passed: Number(ok), failed: Number(!ok), tests: [{ ms: performance.now() - from, name: title }] };
}

function vitest(name, folders) {
  const report = join(cache, `vitest-${name}.json`);
  rmSync(report, { force: true });
  const { status } = run(bin("vitest"), ["run", ...folders, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`]);
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = read(report);
  const tests = testResults.flatMap((file) =>
    file.assertionResults.map(({ duration, fullName }) => ({ ms: duration ?? 0, name: `${relative(root, file.name)} ${fullName}` })),
  );
  // A file that fails to load has no failed test: its exit code still counts.
  return { passed: numPassedTests, failed: Math.max(numFailedTests, Number(status !== 0)), tests };
}

async function playwright() {
  const chromium = await findChromium();
  if (chromium === null) {
    console.error("The browser tests need Chromium: install it, or set CHROMIUM to its path.");
    return { passed: 0, failed: 1 };
  }
  const report = join(cache, "playwright.json");
  rmSync(report, { force: true });
  const env = { CHROMIUM: chromium, CHROMIUM_LIGHT: findLightChromium() ?? chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const { status } = run(bin("playwright"), ["test", "--config", "tests/e2e/playwright.config.ts", "--reporter=list,json"], env);
  const { stats = { expected: 0, unexpected: 0, flaky: 0 }, suites = [] } = read(report);
  const failed = stats.unexpected + stats.flaky;
  return { passed: stats.expected, failed: Math.max(failed, Number(status !== 0)), tests: suites.flatMap(browserTests) };
}

/** Playwright's report has suites in suites; a test that was tried again counts with all its tries. */
function browserTests({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ results }) => ({ ms: results.reduce((sum, { duration }) => sum + duration, 0), name: `tests/e2e/${file} ${title}` })),
  );
  return [...own, ...suites.flatMap(browserTests)];
}

function tellSlowest(tests) {
  const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  console.log(`The slowest ${slowest.length}:`);
  for (const { ms, name } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
}

function run(command, args, env = {}) {
  return spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}
