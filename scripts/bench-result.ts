/** What scripts/bench-*.ts make of their figures: a file of JSON and one of Markdown in bench/results, with the machine they were measured on, and a word on each budget. */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";

const RESULTS = join(import.meta.dirname, "../bench/results");
const IS_CHECK = process.argv.includes("--check");

/** A figure that has a limit. */
export interface Judged {
  readonly what: string;
  readonly is: number;
  /** One of both. */
  readonly most?: number;
  readonly least?: number;
}

/** Where the figures of this run go. Told again, they take the place of what was told before. */
const started = new Date().toISOString();

/** Keeps and prints figures. `tables`: the same for who reads, by title. */
export function tell(figure: string, figures: object, tables: Readonly<Record<string, readonly object[]>>): void {
  const machine = {
    processor: `${cpus().length} × ${cpus()[0]?.model}`,
    memory: `${Math.round(totalmem() / 1024 ** 3)} GB`,
    node: process.version,
    load: loadavg().map((load) => Math.round(load * 10) / 10),
  };
  const kept = join(RESULTS, `${figure}-${started.replaceAll(":", "")}`);
  const text = [
    `# ${figure}, ${started}`,
    `${machine.processor}, ${machine.memory}, Node ${machine.node}; load of the machine ${machine.load.join(", ")}`,
    ...Object.entries(tables).map(([title, rows]) => `## ${title}\n\n${table(rows)}`),
  ].join("\n\n");
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(`${kept}.json`, `${JSON.stringify({ figure, at: started, machine, ...figures }, null, 2)}\n`);
  writeFileSync(`${kept}.md`, `${text}\n`);
  console.log(text);
}

/** Says which figures are over their budgets; with `--check` the process ends with 1 then. */
export function judge(all: readonly Judged[]): void {
  const over = all.filter(({ is, most = Infinity, least = -Infinity }) => !(is <= most && is >= least));
  for (const { what, is, most, least } of over)
    console.log(`over its budget: ${what}: ${is}, ${most === undefined ? `at least ${least}` : `at most ${most}`}`);
  if (IS_CHECK && over.length > 0) process.exitCode = 1;
}

/** Rows as a table of Markdown; the names of the first one are its head. */
function table(rows: readonly object[]): string {
  const names = Object.keys(rows[0] ?? {});
  const line = (cells: readonly unknown[]) => `| ${cells.join(" | ")} |`;
  return [line(names), line(names.map(() => "---")), ...rows.map((row) => line(Object.values(row)))].join("\n");
}

/** So that half of them are less; and other shares, e.g. 0.95. */
export function quantile(values: readonly number[], share = 0.5): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** With so many places behind the point. */
export function rounded(value: number, places = 1): number {
  return Math.round(value * 10 ** places) / 10 ** places;
}
