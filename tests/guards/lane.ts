/** A lane of `npm run test:mutants` (run.ts, lanes.ts): takes guards away in a Vitest of its own. */
import { join, relative } from "node:path";
import { createVitest, type Reporter } from "vitest/node";
import { threadsOf } from "../../scripts/threads.mjs";
import { buildPrograms } from "../global-setup.ts";
import { importsOf } from "../project/source-files.ts";
import type { Batch, Word } from "./lanes.ts";
import { WITHOUT } from "./without-guard.ts";

const ROOT = join(import.meta.dirname, "../..");
/** A test that waits for what a guard would have done waits no longer. */
const TIMEOUT_MS = 180_000;

// As the command does: the plugins of vite.config.ts are for tests.
process.env.VITEST = "true";
// The first failure is enough. Vitest's own `bail` counts those of earlier runs, too.
const reporter: Reporter = {
  onTestCaseResult: (test) => void (test.result().state === "failed" && vitest.cancelCurrentRun("test-failure")),
};
const limits = { testTimeout: TIMEOUT_MS, hookTimeout: TIMEOUT_MS };
const vitest = await createVitest("test", { root: ROOT, watch: false, isolate: true, silent: true, reporters: [reporter], ...limits });
await vitest.standalone();
const threaded = filesOfThreads();
process.on("message", (batch: Batch) => void tryBatch(batch));
process.once("disconnect", () => void vitest.close().finally(() => process.exit()));
process.send?.("ready");

async function tryBatch({ tests, guards }: Batch): Promise<void> {
  const say = (word: Word) => process.send?.(word);
  // Also writes the databases that tests begin with, which no run without a guard may do.
  if ((await verdictOf(tests)) !== "survived") {
    say("failing");
    return;
  }
  say("passes");
  for (const guard of guards) say(await tryWithout(guard, tests));
}

async function tryWithout({ file, line }: Batch["guards"][number], tests: readonly string[]): Promise<Exclude<Word, "passes" | "failing">> {
  const source = join(ROOT, file);
  process.env[WITHOUT] = `${file}:${line}`;
  vitest.invalidateFile(source);
  const remove = threaded.has(file) ? await buildAnew() : () => undefined;
  const verdict = await verdictOf(tests);
  remove();
  delete process.env[WITHOUT];
  vitest.invalidateFile(source);
  return verdict;
}

/** The threads without the guard, until what is answered is called. */
async function buildAnew(): Promise<() => void> {
  const usual = process.env.TEST_THREADS;
  const remove = await buildPrograms();
  return () => {
    remove();
    process.env.TEST_THREADS = usual;
  };
}

async function verdictOf(tests: readonly string[]): Promise<Exclude<Word, "passes" | "failing">> {
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
