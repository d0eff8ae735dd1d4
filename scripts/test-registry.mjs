/**
 * `npm run test:registry -- --dir DIR`: opens the portal over a registry directory with made-up shops, users and rows, and proves of every
 * page that it lists, filters, sorts, sums, shows, prints and exports, that its forms can be filled in and its states moved on. Without
 * --dir it is this project's own; --modules 510,524 proves these pages alone. The last line is `N passed, N failed`.
 * Exit code: 0 all passed, 1 something failed or the files are wrong, 2 wrong flags.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const root = join(import.meta.dirname, "..");
const { dir, modules } = flags();

const checked = await run("tsx", ["scripts/check-schemas.ts", "--dir", dir]);
if (checked !== 0) {
  console.log("0 passed, 1 failed");
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), "scm-test-registry-"));
const report = join(folder, "report.json");
const failed = await run(
  "vitest",
  ["run", "--project", "node", "tests/server/any-registry", "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`],
  { REGISTRY_UNDER_TEST: dir, REGISTRY_MODULES: modules },
);
const { numPassedTests = 0, numFailedTests = 0 } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : {};
rmSync(folder, { recursive: true });
// A file that fails before its tests has no failed test: its exit code still counts.
console.log(`${numPassedTests} passed, ${Math.max(numFailedTests, Number(failed !== 0))} failed`);
process.exitCode = failed === 0 && numPassedTests > 0 ? 0 : 1;

function flags() {
  try {
    const { values } = parseArgs({ options: { dir: { type: "string" }, modules: { type: "string" } } });
    const { modules = "" } = values;
    if (!/^(\d+(,\d+)*)?$/.test(modules)) throw new Error(`--modules ${modules} does not fit, e.g. --modules 510,524`);
    return { dir: resolve(values.dir ?? root), modules };
  } catch (error) {
    console.error(`${error.message}\nnpm run test:registry -- [--dir DIR] [--modules 510,524]`);
    process.exit(2);
  }
}

async function run(command, args, env = {}) {
  const child = spawn(join(root, "node_modules/.bin", command), args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  return (await once(child, "exit"))[0];
}
