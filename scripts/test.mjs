/**
 * `npm test`: every check, all of them even when one fails. With DATABASE_URL the server and browser tests run on that
 * PostgreSQL, each in a database of its own. `npm test -- --only server,e2e` runs some of the steps; `--long` walks in the browser
 * through all that is otherwise walked through in part.
 * At the end stand the ten tests that took longest, then each test that failed with the first lines of its message, and in the last
 * line `N passed, N failed`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { findChromium, findLightChromium } from "./chromium.mjs";

const root = join(import.meta.dirname, "..");
const cache = join(root, ".cache");
const bin = (name) => join(root, "node_modules/.bin", name);
const SLOWEST = 10;
/** Lines of a failed test's message that the end repeats: the whole of it stands above. */
const MESSAGE_LINES = 8;
/** Bytes that the copies of a whole run may need at once. */
const ROOM = 6e9;

/** Steps that are one command each: they need nothing of each other, and run at once. */
const CHECKS = {
  schemas: [bin("tsx"), ["scripts/check-schemas.ts"]],
  lockfile: [bin("tsx"), ["scripts/check-lockfile.ts"]],
  types: [bin("tsc"), ["-b"]],
  lint: ["npm", ["run", "--silent", "lint"]],
  build: [process.execPath, ["scripts/build.mjs"]],
};
/** Folders of Vitest. That the generated files are fresh is one of its tests, too. */
const FOLDERS = { unit: ["tests/shared", "tests/web", "tests/schemas", "tests/project"], server: ["tests/server", "tests/guards"] };
const STEPS = [...Object.keys(CHECKS), ...Object.keys(FOLDERS), "e2e"];
/** What takes too long for every day: runs where it is asked for. */
const LONG_STEPS = ["mutants"];

const only = process.argv.includes("--only") ? (process.argv[process.argv.indexOf("--only") + 1] ?? "").split(",") : STEPS;
const unknown = only.filter((key) => !STEPS.includes(key) && !LONG_STEPS.includes(key));
if (unknown.length > 0) {
  console.error(`unknown step ${unknown.join(", ")}; steps are ${[...STEPS, ...LONG_STEPS].join(", ")}`);
  process.exit(2);
}
if (process.argv.includes("--long")) process.env.TEST_LONG = "all";

mkdirSync(cache, { recursive: true });
const temporary = memoryFolder();
if (temporary !== null) process.env.TMPDIR = temporary;
const wanted = (steps) => Object.entries(steps).filter(([key]) => only.includes(key));
const folders = wanted(FOLDERS).flatMap(([, each]) => each);
const results = await Promise.all(wanted(CHECKS).map(([key, [command, args]]) => check(key, command, args)));
// Together, as what a worker of Vitest has loaded serves all its files.
if (folders.length > 0) results.push(await vitest(folders));
if (only.includes("e2e")) results.push(await playwright());
if (only.includes("mutants")) results.push(await check("mutants", bin("tsx"), ["tests/guards/run.ts"]));

const sum = (count) => results.reduce((total, result) => total + result[count], 0);
tellSlowest(results.flatMap(({ tests = [] }) => tests));
tellFailed(results.flatMap(({ failures = [] }) => failures));
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = sum("failed") === 0 && sum("passed") > 0 ? 0 : 1;

/**
 * A folder in memory for what tests write and throw away, hundreds of copies of databases among it: a quarter less time than on a
 * disk. Where the machine has none with room, null: the usual one for temporary files does.
 */
function memoryFolder() {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    if (Math.min(bavail * bsize, freemem()) < ROOM) return null;
  } catch {
    return null;
  }
  const folder = mkdtempSync("/dev/shm/scm-test-");
  // A PostgreSQL of a test's own runs as another user, and finds its way through.
  chmodSync(folder, 0o711);
  process.on("exit", () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      // A disk that a test has mounted there stays when the run is given up.
      console.error(`${folder} is left: ${error.message}`);
    }
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  return folder;
}

/** Its output is shown in one piece, as others run beside it. */
async function check(title, command, args) {
  const from = performance.now();
  const child = spawn(command, args, { cwd: root });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (output += part));
  const ok = (await exitCodeOf(child)) === 0;
  console.log(`${output}${ok ? "ok" : "FAILED"}: ${title}`);
  const failures = ok ? [] : [{ name: title, message: output }];
  return { passed: Number(ok), failed: Number(!ok), tests: [{ ms: performance.now() - from, name: title }], failures };
}

async function vitest(folders) {
  const report = join(cache, "vitest.json");
  rmSync(report, { force: true });
  const [status, output] = await runAndHear(bin("vitest"), [
    "run",
    ...folders,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = read(report);
  const tests = testResults.flatMap((file) =>
    file.assertionResults.map(({ duration, fullName }) => ({ ms: duration ?? 0, name: `${relative(root, file.name)} ${fullName}` })),
  );
  const failures = testResults.flatMap(failuresOf);
  // A file that fails to load has no failed test: its exit code still counts.
  return {
    passed: numPassedTests,
    failed: Math.max(numFailedTests, Number(status !== 0)),
    tests,
    // Errors outside of all tests stand in no report.
    failures: told(failures, "vitest", status, output.slice(output.search(/Unhandled Errors?/))),
  };
}

async function playwright() {
  const chromium = await findChromium();
  if (chromium === null) {
    console.error("The browser tests need Chromium: install it, or set CHROMIUM to its path.");
    return { passed: 0, failed: 1, failures: [{ name: "e2e", message: "no Chromium" }] };
  }
  const report = join(cache, "playwright.json");
  rmSync(report, { force: true });
  const env = { CHROMIUM: chromium, CHROMIUM_LIGHT: findLightChromium() ?? chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const status = await run(bin("playwright"), ["test", "--config", "tests/e2e/playwright.config.ts", "--reporter=list,json"], env);
  const { stats = { expected: 0, unexpected: 0, flaky: 0 }, suites = [], errors = [] } = read(report);
  const failed = stats.unexpected + stats.flaky;
  const tests = suites.flatMap(browserTests);
  const failures = told([...tests.filter(({ ok }) => !ok), ...errors], "playwright", status);
  return { passed: stats.expected, failed: Math.max(failed, Number(status !== 0)), tests, failures };
}

/** The failed tests of a file of Vitest's report; the file itself where it failed as a whole, as one that does not load. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults
    .filter((test) => test.status === "failed")
    .map(({ fullName, failureMessages }) => ({ name: `${file} ${fullName}`, message: failureMessages.join("\n") }));
  return failed.length === 0 && status === "failed" ? [{ name: file, message }] : failed;
}

/** What failed; where a runner failed and no test of it did, as by an error outside of all tests, that. */
function told(failures, runner, status, output = "") {
  if (failures.length > 0 || status === 0) return failures;
  return [{ name: runner, message: `exit code ${status}, and no test failed: see above\n${output}` }];
}

/** Playwright's report has suites in suites; a test that was tried again counts with all its tries. */
function browserTests({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ results, status }) => ({
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      name: `tests/e2e/${file} ${title}`,
      ok: status === "expected" || status === "skipped",
      message: results.flatMap(({ errors = [] }) => errors.map(({ message }) => message)).join("\n"),
    })),
  );
  return [...own, ...suites.flatMap(browserTests)];
}

function tellSlowest(tests) {
  const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  console.log(`The slowest ${slowest.length}:`);
  for (const { ms, name } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
}

function tellFailed(failures) {
  if (failures.length === 0) return;
  console.log(`Failed, ${failures.length}:`);
  for (const { name = "outside of all tests", message = "" } of failures) {
    console.log(`  ${name}`);
    const lines = stripVTControlCharacters(message).split("\n");
    const telling = lines.filter((line) => line.trim() !== "" && !line.includes("/node_modules/"));
    for (const line of telling.slice(0, MESSAGE_LINES)) console.log(`    ${line}`);
  }
}

function run(command, args, env = {}) {
  return exitCodeOf(spawn(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } }));
}

/** Its output is shown as it comes, and kept. */
async function runAndHear(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const hear = (from, to) =>
    from.setEncoding("utf8").on("data", (part) => {
      output += part;
      to.write(part);
    });
  hear(child.stdout, process.stdout);
  hear(child.stderr, process.stderr);
  return [await exitCodeOf(child), output];
}

/** null: it could not be started, or was ended. The other steps go on. */
async function exitCodeOf(child) {
  try {
    return (await once(child, "close"))[0];
  } catch (error) {
    console.error(String(error));
    return null;
  }
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}
