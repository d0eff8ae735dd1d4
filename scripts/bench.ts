/**
 * `npm run bench`: measures the portal on this machine; figures are told, and kept in bench/results. `-- --only lists,import` measures some
 * of it, all of it of what `npm run build` made. lists: how lists answer beside other work (bench-lists.ts). import: how fast rows come in by
 * files and by the interface (bench-import.ts); export: what a million rows cost that are taken away (bench-export.ts); search: how long documents are looked for among a million (bench-search.ts), all three on the PostgreSQL
 * at DATABASE_URL, where a database of their own is made and dropped.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { runCommand } from "./run-command.ts";

const ROOT = join(import.meta.dirname, "..");
const FIGURES = { lists, import: rowsIn, search, export: taken } as const satisfies Record<string, () => Promise<number>>;
type Figure = keyof typeof FIGURES;

async function main(args: readonly string[]): Promise<number> {
  const [flag, value = "", ...more] = args;
  const wanted = flag === undefined ? Object.keys(FIGURES) : value.split(",");
  const unknown = wanted.find((name) => !isFigure(name));
  if ((flag !== undefined && flag !== "--only") || more.length > 0 || unknown !== undefined) {
    console.error(`bench: --only names what is measured, of ${Object.keys(FIGURES).join(", ")}`);
    return 2;
  }
  for (const name of wanted.filter(isFigure)) {
    const code = await FIGURES[name]();
    if (code !== 0) return code;
  }
  return 0;
}

function isFigure(name: string): name is Figure {
  return Object.hasOwn(FIGURES, name);
}

async function lists(): Promise<number> {
  return run(["node_modules/tsx/dist/cli.mjs", "scripts/bench-lists.ts"]);
}

async function search(): Promise<number> {
  return onPostgres("search", "scripts/bench-search.ts");
}

async function taken(): Promise<number> {
  return onPostgres("export", "scripts/bench-export.ts");
}

async function rowsIn(): Promise<number> {
  return onPostgres("import", "scripts/bench-import.ts");
}

function onPostgres(figure: Figure, script: string): number {
  if (process.env.DATABASE_URL === undefined) {
    console.error(`bench: ${figure} needs DATABASE_URL, a PostgreSQL whose user may create databases`);
    return 2;
  }
  return run(["node_modules/tsx/dist/cli.mjs", script]);
}

function run(args: readonly string[]): number {
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
  return status ?? 1;
}

await runCommand(import.meta.url, main);
