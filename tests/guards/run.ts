/**
 * `npm run test:mutants`: takes the guards of the sources away, one after the other, and runs the test files that each of them names
 * (docs/decisions/88). Arguments pick guards by what their `file:line kind` contains; without any all are tried, by as many processes as
 * there are cores (`--lanes`). `--by FILE`, as often as wanted, lets other test files judge, each by itself, to find a cheaper one; `--list`
 * only lists. A guard of which nothing is heard for ten minutes hangs (`--limit`, in seconds).
 * The last line is `N killed, N survived`; exit code 1 where a guard survived or hangs, where nothing can be loaded without it, or where its
 * tests fail anyway; 2 where no guard is meant.
 */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { allGuards, type Guard } from "./guards.ts";
import { type Batch, tryAll, type Verdict } from "./lanes.ts";

const options = {
  lanes: { type: "string", default: String(availableParallelism()) },
  limit: { type: "string", default: "600" },
  by: { type: "string", multiple: true, default: [] as string[] },
  list: { type: "boolean" },
} as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const meant = allGuards().filter((guard) => positionals.length === 0 || positionals.some((part) => titleOf(guard).includes(part)));
if (meant.length === 0) {
  console.error(`no guard is called ${positionals.join(" or ")}`);
  process.exitCode = 2;
} else if (values.list) {
  for (const guard of meant) console.log(`${titleOf(guard)}: ${guard.tests.join(", ")}`);
} else await run();

async function run(): Promise<void> {
  // Whoever stops this one stops the lanes (lanes.ts).
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  const batches = batchesOf(values.by);
  const counts: Record<Verdict | "failing", number> = { killed: 0, survived: 0, broken: 0, hangs: 0, failing: 0 };
  const lanes = { program: join(import.meta.dirname, "lane.ts"), count: Number(values.lanes), limitMs: Number(values.limit) * 1000 };
  await tryAll(batches, lanes, (verdict, { tests }, guard) => {
    counts[verdict] += 1;
    const by = guard !== null && values.by.length > 0 ? ` by ${tests.join()}` : "";
    console.log(`${verdict.padEnd(8)}  ${guard === null ? tests.join() : titleOf(guard)}${by}`);
  });
  const { killed, survived, broken, hangs, failing } = counts;
  if (failing > 0) console.log(`${failing} times the tests fail with every guard in place`);
  if (broken > 0) console.log(`${broken} guards cannot be tried: nothing loads without them`);
  if (hangs > 0) console.log(`${hangs} guards hang: without them nothing was heard of their tests for ${values.limit} s`);
  console.log(`${killed} killed, ${survived} survived`);
  process.exitCode = killed === batches.flatMap(({ guards }) => guards).length ? 0 : 1;
}

/** What a guard is called in reports. */
function titleOf({ file, line, kind, within }: Guard): string {
  return `${file}:${line} ${kind}${within === "" ? "" : ` in ${within}`}`;
}

/** The guards by the tests that judge them, so that these are loaded once; with other judges each of these is given all of them. */
function batchesOf(by: readonly string[]): Batch[] {
  if (by.length > 0) return by.map((test) => ({ tests: [test], guards: meant }));
  const all = new Map<string, Guard[]>();
  for (const guard of meant) all.set(guard.tests.join(), [...(all.get(guard.tests.join()) ?? []), guard]);
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, guards]) => ({ tests: guards[0]?.tests ?? [], guards }));
}
