/**
 * `npm run bench`: measures the portal on this machine, all of it of what `npm run build` made; figures are told, and kept in bench/results. `-- --only lists,import`
 * measures some of it:
 * - lists: how lists answer beside a file that is saved and somebody in endless loops (bench-lists.ts)
 * - pages: what a page costs beside the best plan there could be (bench-pages.ts)
 * - work: pages at 1 to 64 clients, single works, bulks, a job (bench-work.ts)
 * - beside: what another shop notices of heavy lists, an export and bulks (bench-beside.ts)
 * - paint: the first list in a browser, beside plain ones of refine and react-admin; scrolling and typing (bench-paint.ts)
 * - import: how fast rows come in by files and by the interface (bench-import.ts)
 * - search: how long documents are looked for among a million (bench-search.ts)
 * - export: what a million rows cost that are taken away (bench-export.ts)
 * - embedded: how long the embedded database keeps one waiting: at a start, and beside somebody else's sums (bench-embedded.ts)
 * - modules: what a page costs in a portal of a thousand modules, of what it costs in this one (bench-modules.ts)
 * - growth: the picture of docs/performance.md, of what was measured last by pages (bench-growth.ts)
 *
 * All but lists, embedded and growth on the PostgreSQL at DATABASE_URL, in databases of their own; work, beside and paint share one. `--check`: ends with 1
 * where a figure is over its budget (bench-budgets.ts).
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { BenchDatabase } from "./bench-database.ts";
import { openStage } from "./bench-stage.ts";
import { runCommand } from "./run-command.ts";

const ROOT = join(import.meta.dirname, "..");
/** What is measured, and where: among the rows of bench-stage.ts, in a PostgreSQL, or with none. */
const FIGURES = {
  lists: "none",
  pages: "database",
  work: "stage",
  beside: "stage",
  paint: "stage",
  import: "database",
  search: "database",
  export: "database",
  embedded: "none",
  modules: "database",
  growth: "none",
} as const satisfies Record<string, "none" | "database" | "stage">;
type Figure = keyof typeof FIGURES;

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { only: { type: "string" }, check: { type: "boolean", default: false } } });
  const wanted = values.only?.split(",") ?? Object.keys(FIGURES);
  const unknown = wanted.find((name) => !isFigure(name));
  if (unknown !== undefined) {
    console.error(`bench: there is no ${unknown}; --only names what is measured, of ${Object.keys(FIGURES).join(", ")}`);
    return 2;
  }
  let stage: BenchDatabase | null = null;
  let code = 0;
  try {
    for (const figure of wanted.filter(isFigure)) {
      if (FIGURES[figure] !== "none" && process.env.DATABASE_URL === undefined) {
        console.error(`bench: ${figure} needs DATABASE_URL, a PostgreSQL whose user may create databases`);
        code = 2;
        continue;
      }
      if (FIGURES[figure] === "stage") stage ??= await openStage("stage");
      code = Math.max(code, measured(figure, values.check ? ["--check"] : [], stage));
    }
  } finally {
    await stage?.drop();
  }
  return code;
}

function isFigure(name: string): name is Figure {
  return Object.hasOwn(FIGURES, name);
}

function measured(figure: Figure, flags: readonly string[], stage: BenchDatabase | null): number {
  const env = stage === null ? process.env : { ...process.env, BENCH_STAGE: stage.href };
  const script = `scripts/bench-${figure}.ts`;
  const { status } = spawnSync(process.execPath, ["node_modules/tsx/dist/cli.mjs", script, ...flags], { cwd: ROOT, stdio: "inherit", env });
  return status ?? 1;
}

await runCommand(import.meta.url, main);
