/**
 * `npm run bench`: measures the portal on this machine, all of it of what `npm run build` made; figures are told, and kept in bench/results. `-- --only lists,import`
 * measures some of it:
 * - lists: how lists answer beside other work (bench-lists.ts)
 * - pages: what a page costs beside the best plan there could be (bench-pages.ts)
 * - import: how fast rows come in by files and by the interface (bench-import.ts)
 * - search: how long documents are looked for among a million (bench-search.ts)
 * - export: what a million rows cost that are taken away (bench-export.ts)
 * - embedded: how long the embedded database keeps one waiting: at a start, and beside somebody else's sums (bench-embedded.ts)
 *
 * All but lists and embedded on the PostgreSQL at DATABASE_URL, in databases of their own. `--check`: ends with 1 where lists or pages are over their budgets, which are ratios of
 * one run.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "./run-command.ts";

const ROOT = join(import.meta.dirname, "..");
/** What is measured, and whether it needs PostgreSQL. */
const FIGURES = { lists: false, pages: true, import: true, search: true, export: true, embedded: false } as const satisfies Record<
  string,
  boolean
>;
type Figure = keyof typeof FIGURES;

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { only: { type: "string" }, check: { type: "boolean", default: false } } });
  const wanted = values.only?.split(",") ?? Object.keys(FIGURES);
  const unknown = wanted.find((name) => !isFigure(name));
  if (unknown !== undefined) {
    console.error(`bench: there is no ${unknown}; --only names what is measured, of ${Object.keys(FIGURES).join(", ")}`);
    return 2;
  }
  const codes = wanted.filter(isFigure).map((name) => measured(name, values.check ? ["--check"] : []));
  return Math.max(...codes);
}

function isFigure(name: string): name is Figure {
  return Object.hasOwn(FIGURES, name);
}

function measured(figure: Figure, flags: readonly string[]): number {
  if (FIGURES[figure] && process.env.DATABASE_URL === undefined) {
    console.error(`bench: ${figure} needs DATABASE_URL, a PostgreSQL whose user may create databases`);
    return 2;
  }
  const script = `scripts/bench-${figure}.ts`;
  const { status } = spawnSync(process.execPath, ["node_modules/tsx/dist/cli.mjs", script, ...flags], { cwd: ROOT, stdio: "inherit" });
  return status ?? 1;
}

await runCommand(import.meta.url, main);
