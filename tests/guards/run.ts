/**
 * `npm run test:mutants`: takes the guards of the sources away, one after the other, and runs the test files that each of them names
 * (docs/decisions/88). Arguments pick guards by what their `file:line kind` contains; without any all are tried, by as many processes as
 * there are cores (`--lanes`). `--by FILE` lets another test file judge, to find a cheaper one; `--list` only lists.
 * The last line is `N killed, N survived`; exit code 1 where a guard survived, where nothing can be loaded without it, or where its tests
 * fail anyway; 2 where no guard is meant.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { createVitest, type Reporter, type Vitest } from "vitest/node";
import { threadsOf } from "../../scripts/threads.mjs";
import { buildPrograms } from "../global-setup.ts";
import { importsOf } from "../project/source-files.ts";
import { allGuards, type Guard } from "./guards.ts";
import { WITHOUT } from "./without-guard.ts";

const ROOT = join(import.meta.dirname, "../..");
/** A test that waits for what a guard would have done waits no longer. */
const TIMEOUT_MS = 180_000;

/** What became of a guard. broken: no test could be loaded without it, which proves nothing. */
type Verdict = "killed" | "survived" | "broken";

const options = { lanes: { type: "string" }, lane: { type: "string" }, by: { type: "string" }, list: { type: "boolean" } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const meant = allGuards()
  .filter((guard) => positionals.length === 0 || positionals.some((part) => titleOf(guard).includes(part)))
  .map((guard) => (values.by === undefined ? guard : { ...guard, tests: [values.by] }));
if (meant.length === 0) {
  console.error(`no guard is called ${positionals.join(" or ")}`);
  process.exitCode = 2;
} else if (values.list) {
  for (const guard of meant) console.log(`${titleOf(guard)}: ${guard.tests.join(", ")}`);
} else if (values.lane !== undefined) {
  const [index = 0, count = 1] = values.lane.split("/").map(Number);
  await runLane(index, count);
} else await runLanes(Number(values.lanes ?? Math.min(availableParallelism(), meant.length)));

/** What a guard is called in reports. */
function titleOf({ file, line, kind, within }: Guard): string {
  return `${file}:${line} ${kind}${within === "" ? "" : ` in ${within}`}`;
}

/** Each process takes the guards of some test files, so that none of these is tried by two. */
async function runLanes(count: number): Promise<void> {
  const counts: Record<Verdict | "failing", number> = { killed: 0, survived: 0, broken: 0, failing: 0 };
  const lanes = Array.from({ length: count }, async (_, index) => {
    const args = ["--lane", `${index}/${count}`, ...process.argv.slice(2)];
    const lane = fork(import.meta.filename, args, { cwd: ROOT, execArgv: process.execArgv });
    lane.on("message", ({ verdict, what }: Told) => {
      counts[verdict] += 1;
      console.log(`${verdict.padEnd(8)}  ${what}`);
    });
    await once(lane, "close");
  });
  await Promise.all(lanes);
  const { killed, survived, broken, failing } = counts;
  if (failing > 0) console.log(`${failing} times the tests fail with every guard in place`);
  if (broken > 0) console.log(`${broken} guards cannot be tried: nothing loads without them`);
  console.log(`${killed} killed, ${survived} survived`);
  process.exitCode = killed === meant.length ? 0 : 1;
}

/** What a lane tells: what became of a guard, or that the tests of some fail anyway. */
interface Told {
  readonly verdict: Verdict | "failing";
  readonly what: string;
}

async function runLane(index: number, count: number): Promise<void> {
  const tell = (verdict: Told["verdict"], what: string) => process.send?.({ verdict, what } satisfies Told);
  const all = new Map<string, Guard[]>();
  for (const guard of meant) all.set(guard.tests.join(), [...(all.get(guard.tests.join()) ?? []), guard]);
  const own = [...all].sort(([a], [b]) => (a < b ? -1 : 1)).filter((_, at) => at % count === index);
  const limits = { testTimeout: TIMEOUT_MS, hookTimeout: TIMEOUT_MS };
  // As the command does: the plugins of vite.config.ts are for tests.
  process.env.VITEST = "true";
  // The first failure is enough. Vitest's own `bail` counts those of earlier runs, too.
  const reporter: Reporter = {
    onTestCaseResult: (test) => void (test.result().state === "failed" && vitest.cancelCurrentRun("test-failure")),
  };
  const vitest = await createVitest("test", { root: ROOT, watch: false, isolate: true, silent: true, reporters: [reporter], ...limits });
  await vitest.standalone();
  const threaded = filesOfThreads();
  for (const [tests, guards] of own) {
    // Also writes the databases that tests begin with, which no run without a guard may do.
    if ((await verdictOf(vitest, tests.split(","))) !== "survived") tell("failing", tests);
    else for (const guard of guards) tell(await tryWithout(vitest, guard, threaded.has(guard.file)), titleOf(guard));
  }
  await vitest.close();
}

async function tryWithout(vitest: Vitest, guard: Guard, isInThreads: boolean): Promise<Verdict> {
  const [file, threads] = [join(ROOT, guard.file), process.env.TEST_THREADS];
  process.env[WITHOUT] = `${guard.file}:${guard.line}`;
  vitest.invalidateFile(file);
  const remove = isInThreads ? await buildPrograms() : () => undefined;
  const verdict = await verdictOf(vitest, guard.tests);
  remove();
  process.env.TEST_THREADS = threads;
  delete process.env[WITHOUT];
  vitest.invalidateFile(file);
  return verdict;
}

async function verdictOf(vitest: Vitest, tests: readonly string[]): Promise<Verdict> {
  const { testModules } = await vitest.runTestSpecifications(await vitest.globTestSpecifications([...tests]));
  // Vitest answers with those of earlier runs, too.
  const own = testModules.filter(({ relativeModuleId }) => tests.includes(relativeModuleId));
  if (own.some(({ children }) => [...children.allTests("failed")].length > 0)) return "killed";
  return own.length === tests.length && own.every((each) => each.ok()) ? "survived" : "broken";
}

/** The sources that run in threads alone: without one of their guards the threads have to be built anew. */
function filesOfThreads(): ReadonlySet<string> {
  const own = filesFrom(Object.values(threadsOf(ROOT)).map((path) => relative(ROOT, path)));
  for (const file of filesFrom(["src/main.ts"])) own.delete(file);
  return own;
}

/** The sources that these are built of. */
function filesFrom(files: readonly string[]): Set<string> {
  const found = new Set(files);
  for (const file of found) for (const each of importsOf(file)) if (each.startsWith("src/") && each.endsWith(".ts")) found.add(each);
  return found;
}
