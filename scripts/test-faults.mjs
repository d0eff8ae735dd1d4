/**
 * `npm run test:faults`: what the portal does when something fails around it, in full length: a database that is slow, stands still, is
 * full, restarts, fails over to its standby or has no connection left; a clock that jumps; two versions at once; a server that is stopped
 * under load, killed, or loses its power. Needs a PostgreSQL (DATABASE_URL) and its server programs, of which it starts its own.
 * `-- --soak 24h` (s, m or h) does one thing only: it keeps a server busy for so long, and tells whether its memory stays as it is.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const SECONDS = { s: 1, m: 60, h: 3600 };
/** Every run soaks a little. */
const SHORT_SOAK = "60s";
const FOLDER = "tests/server/faults";
/** What belongs to the faults and stands beside what it is about. */
const BESIDE = [
  "tests/server/app/stop.test.ts",
  "tests/server/app/upload-failures.test.ts",
  "tests/server/db/durability.test.ts",
  "tests/server/db/engine-faults.test.ts",
  "tests/server/models/data/crash.test.ts",
  "tests/server/money/acknowledged.test.ts",
  "tests/server/payments/crash.test.ts",
  "tests/server/payments/stop.test.ts",
];
const LONG = { TEST_LONG: "all", MONEY_ROUNDS: "100", MONEY_CRASHES: "all" };
const root = join(import.meta.dirname, "..");

const args = process.argv.slice(2);
const at = args.indexOf("--soak");
const [, soak] = at < 0 ? [] : args.splice(at, 2);
const seconds = secondsOf(soak ?? SHORT_SOAK);
if (seconds === null || (at >= 0 && soak === undefined)) fail("--soak wants a time such as 90s, 10m or 24h");
if ((process.env.DATABASE_URL ?? "") === "") {
  fail("test:faults needs a PostgreSQL: set DATABASE_URL, e.g. postgres://user:password@127.0.0.1:5432/scm (whose data it leaves alone)");
}
const files = at >= 0 ? [`${FOLDER}/soak.test.ts`] : [FOLDER, ...BESIDE];
const env = { ...LONG, FAULTS_SOAK_SECONDS: String(seconds), ...process.env };
// One file after the other: each of them keeps servers and a database busy.
const options = ["--project", "node", "--no-file-parallelism", "--testTimeout=7200000", ...args];
const report = join(root, ".cache/faults.json");
rmSync(report, { force: true });
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
const vitest = join(root, "node_modules/.bin/vitest");
const { status } = spawnSync(vitest, ["run", ...files, ...options, ...reporters], { cwd: root, stdio: "inherit", env });
const { numPassedTests = 0, numFailedTests = 0 } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : {};
// A file that fails to load has no failed test: the exit code still counts.
console.log(`${numPassedTests} passed, ${Math.max(numFailedTests, Number(status !== 0))} failed`);
process.exitCode = status ?? 1;

function secondsOf(text) {
  const [, count, unit] = /^([1-9]\d{0,5})([smh])$/.exec(text) ?? [];
  return count === undefined ? null : Number(count) * SECONDS[unit];
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
