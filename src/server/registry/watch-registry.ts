import path from "node:path";
import { watch } from "chokidar";
import { type BuildResult, versionOf } from "../../shared/build-registry.ts";
import type { BuildOptions } from "../../shared/registry/context.ts";
import type { Registry } from "../../shared/registry/model.ts";
import type { Problem } from "../../shared/registry/problem.ts";
import { problemLine } from "../base/language.ts";
import { BuildThread } from "./build-thread.ts";
import { changeWaiters } from "./change-waiters.ts";
import { isRegistryPath, loadFiles, loadRegistry, RegistryError } from "./load-registry.ts";

export { RegistryError } from "./load-registry.ts";

/** The registry as it is now; it changes when the files do and stays when they are wrong. */
export interface RegistrySource {
  current(): Registry;
  /** Work that must succeed before a new registry is served, e.g. on the tables; when it throws, the old one stays. */
  beforeChange(prepare: (next: Registry) => Promise<void>): void;
  /** Answers as soon as the version is another one, after `ms` at the latest. */
  waitForChange(version: string, ms: number): Promise<string>;
  close(): Promise<void>;
}

export interface RegistryOptions {
  /** Holds modules.json and schemas. */
  readonly dir: string;
  /** The code that the files name, and what it relies on. */
  readonly program: BuildOptions;
  /** One line for the operator. */
  readonly log: (line: string) => void;
  /** Everything that is wrong after an edit; empty when it is right again. */
  readonly onProblems?: (problems: readonly Problem[]) => void;
}

/** Editors write several files, or one in several steps. */
const SETTLE_MS = 100;
/** A file that was read half-written is whole by then. */
const RETRY_MS = 150;

/**
 * Loads the registry and follows its files. The first one is built here, before anybody waits; later ones in a thread of their own,
 * so that requests are answered meanwhile. Throws {@link RegistryError} when there is nothing valid to begin with.
 */
export async function openRegistry({ dir, program, log, onProblems = () => {} }: RegistryOptions): Promise<RegistrySource> {
  let registry = firstOf(loadRegistry(dir, program));
  let told = "";
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  const preparations: ((next: Registry) => Promise<void>)[] = [];
  const waiters = changeWaiters(() => registry.version);
  const thread = new BuildThread(dir, program);
  let isClosed = false;

  const later = (ms: number, isRetry: boolean) => {
    clearTimeout(timer);
    timer = setTimeout(() => reload(isRetry), ms);
  };
  /** One after the other: a slow preparation must not be overtaken. */
  const reload = (isRetry: boolean) => {
    working = working.then(() => reloadNow(isRetry));
  };
  const reloadNow = async (isRetry: boolean) => {
    const result = await thread.build().catch((error: unknown) => {
      // A mistake of ours in the build must not take the running server down.
      if (!isClosed) log(`registry: cannot be built, the old one stays in use: ${error instanceof Error ? error.stack : String(error)}`);
    });
    if (isClosed || result === undefined) return;
    if (result.ok) return accept(result.registry);
    if (isRetry) refuse(result.problems);
    else later(RETRY_MS, true);
  };
  const accept = async (next: Registry) => {
    const wasWrong = told !== "";
    told = "";
    if (wasWrong) onProblems([]);
    if (next.version === registry.version) {
      if (wasWrong) log(`registry: valid again, version ${registry.version} as before`);
      return;
    }
    for (const prepare of preparations) {
      try {
        await prepare(next);
      } catch (error) {
        log(`registry: version ${next.version} cannot be used, version ${registry.version} stays in use:`);
        log(`  ${error instanceof Error ? error.message : String(error)}`);
        return;
      }
    }
    registry = next;
    log(`registry: version ${next.version} from now on, ${Object.keys(next.modules).length} modules`);
    waiters.wake();
  };
  const refuse = (problems: readonly Problem[]) => {
    const lines = problems.map(problemLine);
    if (told === lines.join("\n")) return;
    told = lines.join("\n");
    log(`registry: ${problems.length} ${problems.length === 1 ? "problem" : "problems"}; version ${registry.version} stays in use`);
    for (const line of lines) log(`  ${line}`);
    onProblems(problems);
  };

  const isIgnored = (name: string) => !isRegistryPath(path.relative(dir, name).split(path.sep).join("/"));
  const watcher = watch(dir, { ignoreInitial: true, ignored: isIgnored });
  watcher.on("all", () => later(SETTLE_MS, false));
  watcher.on("error", (error) => log(`registry: cannot watch ${dir}: ${error instanceof Error ? error.message : String(error)}`));
  // Out of inotify watches the server still starts, only without following edits.
  await new Promise<void>((resolve) => void watcher.once("ready", () => resolve()).once("error", () => resolve()));
  // What was changed between the first load and the watcher's start raised no event.
  if (versionOf(loadFiles(dir).files) !== registry.version) reload(false);

  return {
    current: () => registry,
    beforeChange: (prepare) => void preparations.push(prepare),
    waitForChange: (version, ms) => waiters.wait(version, ms),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      waiters.wake();
      thread.close();
      await watcher.close();
      await working;
    },
  };
}

function firstOf(result: BuildResult): Registry {
  if (!result.ok) throw new RegistryError(result.problems);
  return result.registry;
}
