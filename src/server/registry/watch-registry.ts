import path from "node:path";
import { watch } from "chokidar";
import type { BuildResult } from "../../shared/registry/build-registry.ts";
import { formatProblem } from "../../shared/registry/format-problem.ts";
import type { Registry } from "../../shared/registry/model.ts";
import type { Problem } from "../../shared/registry/problem.ts";
import { changeWaiters } from "./change-waiters.ts";
import { isRegistryPath } from "./load-files.ts";
import { loadRegistry } from "./load-registry.ts";
import { RegistryError } from "./registry-error.ts";

export { RegistryError } from "./registry-error.ts";

/** The registry as it is now; it changes when the files do and stays when they are wrong. */
export interface RegistrySource {
  current(): Registry;
  /** Returns how to stop listening. */
  onChange(listener: (registry: Registry) => void): () => void;
  /** Answers as soon as the version is another one, after `ms` at the latest. */
  waitForChange(version: string, ms: number): Promise<string>;
  close(): Promise<void>;
}

export interface RegistryOptions {
  /** Holds modules.json and schemas. */
  readonly dir: string;
  /** One line for the operator. */
  readonly log: (line: string) => void;
  /** Everything that is wrong after an edit; empty when it is right again. */
  readonly onProblems?: (problems: readonly Problem[]) => void;
}

/** Editors write several files, or one in several steps. */
const SETTLE_MS = 100;
/** A file that was read half-written is whole by then. */
const RETRY_MS = 150;

/** Loads the registry and follows its files. Throws {@link RegistryError} when there is nothing valid to begin with. */
export async function openRegistry({ dir, log, onProblems = () => {} }: RegistryOptions): Promise<RegistrySource> {
  let registry = firstOf(loadRegistry(dir));
  let told = "";
  let timer: NodeJS.Timeout | undefined;
  const listeners = new Set<(registry: Registry) => void>();
  const waiters = changeWaiters(() => registry.version);

  const later = (ms: number, isRetry: boolean) => {
    clearTimeout(timer);
    timer = setTimeout(() => reload(isRetry), ms);
  };
  const reload = (isRetry: boolean) => {
    const result = attempt(dir, log);
    if (result === null) return;
    if (result.ok) return accept(result.registry);
    if (isRetry) refuse(result.problems);
    else later(RETRY_MS, true);
  };
  const accept = (next: Registry) => {
    const wasWrong = told !== "";
    told = "";
    if (wasWrong) onProblems([]);
    if (next.version === registry.version) {
      if (wasWrong) log(`registry: valid again, version ${registry.version} as before`);
      return;
    }
    registry = next;
    log(`registry: version ${next.version} from now on, ${Object.keys(next.modules).length} modules`);
    for (const listener of listeners) listener(next);
    waiters.wake();
  };
  const refuse = (problems: readonly Problem[]) => {
    const lines = problems.map(formatProblem);
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
  reload(false);

  return {
    current: () => registry,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    waitForChange: (version, ms) => waiters.wait(version, ms),
    async close() {
      clearTimeout(timer);
      listeners.clear();
      waiters.wake();
      await watcher.close();
    },
  };
}

function firstOf(result: BuildResult): Registry {
  if (!result.ok) throw new RegistryError(result.problems);
  return result.registry;
}

/** A mistake of ours in the build must not take the running server down. */
function attempt(dir: string, log: (line: string) => void): BuildResult | null {
  try {
    return loadRegistry(dir);
  } catch (error) {
    log(`registry: cannot be built, the old one stays in use: ${error instanceof Error ? error.stack : String(error)}`);
    return null;
  }
}
