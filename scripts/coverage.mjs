/**
 * `npm run coverage`: what of src the unit and server tests run through, a line for each folder. Arguments go to Vitest, e.g. the tests
 * to run. What only the browser tests reach is not counted.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "..");
const out = join(root, ".cache/coverage");
/** Folders below src of which each has a line: src/web/kinds, src/shared/registry. */
const DEPTH = 3;

rmSync(out, { recursive: true, force: true });
const args = ["run", "--coverage.enabled", "--coverage.provider=v8", "--coverage.reporter=json-summary"];
const where = [`--coverage.reportsDirectory=${out}`, "--coverage.include=src/**/*.{ts,tsx}", "--coverage.reportOnFailure"];
const vitest = join(root, "node_modules/.bin/vitest");
const { status } = spawnSync(vitest, [...args, ...where, ...process.argv.slice(2)], { cwd: root, stdio: "inherit" });

const { total, ...files } = JSON.parse(readFileSync(join(out, "coverage-summary.json"), "utf8"));
const folders = new Map();
for (const [path, { lines, branches }] of Object.entries(files)) {
  const folder = relative(root, path).split("/").slice(0, -1).slice(0, DEPTH).join("/");
  const sum = folders.get(folder) ?? { lines: { covered: 0, total: 0 }, branches: { covered: 0, total: 0 } };
  for (const [kind, counted] of Object.entries({ lines, branches })) {
    sum[kind].covered += counted.covered;
    sum[kind].total += counted.total;
  }
  folders.set(folder, sum);
}
const share = ({ covered, total: all }) => (all === 0 ? "–" : `${((100 * covered) / all).toFixed(1)} %`).padStart(9);
console.log(`${"folder".padEnd(32)}    lines branches`);
for (const [folder, { lines, branches }] of [...folders].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`${folder.padEnd(32)}${share(lines)}${share(branches)}`);
console.log(`${"all".padEnd(32)}${share(total.lines)}${share(total.branches)}`);
process.exitCode = status ?? 1;
