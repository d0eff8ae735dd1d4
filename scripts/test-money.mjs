/**
 * `npm run test:money`: what must hold about money, in full length, on a real PostgreSQL (DATABASE_URL): races of 200 rounds, a random
 * walk of 100,000 calls, 2,000 trades against a model, kill -9 at every step of a bank payment, in the midst of imports and of what programs
 * send, a power cut under load, and everything a bank may do wrong; besides invoices, applications for payment, prices, delegations, what
 * the demo comes to, and paper. TEST_LONG=all brings what a short run leaves out: all cells of the plain profile, papers of 500 lines. Any
 * number of the environment (MONEY_ROUNDS, MONEY_CALLS, MONEY_KILLS, MONEY_CRASHES, MONEY_CRASH_ROUNDS, MONEY_TRADES, IMPORT_KILLS,
 * INTERFACE_KILLS) counts instead of the usual one.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const LONG = {
  TEST_LONG: "all",
  MONEY_ROUNDS: "200",
  MONEY_CALLS: "100000",
  MONEY_KILLS: "40",
  MONEY_CRASHES: "all",
  MONEY_TRADES: "2000",
  MONEY_CRASH_ROUNDS: "1",
  IMPORT_KILLS: "10",
  INTERFACE_KILLS: "10",
};
const root = join(import.meta.dirname, "..");

if ((process.env.DATABASE_URL ?? "") === "") {
  console.error(
    "test:money needs a PostgreSQL: set DATABASE_URL, e.g. postgres://user:password@127.0.0.1:5432/scm (each test makes a schema of its own)",
  );
  process.exit(2);
}
const tests = [
  "tests/server/money",
  "tests/server/payments",
  "tests/server/invoices",
  "tests/server/paper",
  "tests/server/flows/pay-applies.test.ts",
  "tests/server/flows/prices.test.ts",
  "tests/server/rights/delegates.test.ts",
  "tests/server/seed/money-",
  "tests/server/imports/kills.test.ts",
  "tests/server/keyed/in-kill.test.ts",
];
const vitest = join(root, "node_modules/.bin/vitest");
// One file after the other: each of them keeps several servers busy.
const args = ["run", ...tests, "--no-file-parallelism", "--testTimeout=7200000", ...process.argv.slice(2)];
const { status } = spawnSync(vitest, args, { cwd: root, stdio: "inherit", env: { ...LONG, ...process.env } });
process.exitCode = status ?? 1;
