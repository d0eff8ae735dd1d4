import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { watch } from "chokidar";
import { versionOf } from "../../shared/build-registry.ts";
import type { BuildOptions } from "../../shared/registry/context.ts";
import type { Former, Registry } from "../../shared/registry/model.ts";
import type { RawFile } from "../../shared/registry/place.ts";
import type { Change } from "../../shared/registry/plan/change.ts";
import type { Problem } from "../../shared/registry/problem.ts";
import { problemLine } from "../base/language.ts";
import { willPass } from "../db/errors.ts";
import { BuildThread } from "./build-thread.ts";
import { changeWaiters } from "./change-waiters.ts";
import { loadModel, type Model, type ModelResult, RegistryError } from "./load-registry.ts";
import { isRegistryPath, loadFiles } from "./registry-files.ts";
import { withShopProfiles } from "./shop-profiles.ts";
import { vouchedRegistry } from "./vouched.ts";

// Long on purpose: what the files say, what is served and what lies between them is one state.

export { RegistryError } from "./load-registry.ts";

/** The registry as it is now; it changes when the files do and stays when they are wrong. */
export interface RegistrySource {
  current(): Registry;
  /** Which profiles shops were given that the files do not name; in place of what was said before. */
  giveProfiles(given: Readonly<Record<string, string>>): void;
  /** The files that say it. */
  files(): readonly RawFile[];
  /** Whether another one is being prepared: names in the database may be those of the next one already. */
  isChanging(): boolean;
  /** Until all servers of the same start serve the same; null: they do. A call that begins meanwhile waits for it. */
  turning(): Promise<unknown> | null;
  /** What the files say and nobody has confirmed yet; null: nothing waits. */
  held(): HeldEdit | null;
  /** What the server before this one held with the same data folder, as it ended; null: nothing. */
  heldBefore(): HeldEdit | null;
  /** Answers as soon as the version is another one, after `ms` at the latest. */
  waitForChange(version: string, ms: number): Promise<string>;
  close(): Promise<void>;
}

/** An edit that waits for a confirmation, and why. */
export interface HeldEdit {
  /** The version in use, and the one that waits. */
  readonly base: string;
  readonly version: string;
  readonly since: string;
  readonly changes: readonly Change[];
}

/** Decides what is served (docs/decisions/67). */
export interface Gate {
  /** What to begin with: what the files say, or what was served before them. Throws where there is neither. */
  first(read: ModelResult): Promise<Model>;
  /**
   * Prepares an edited model, e.g. the tables for it; whether it may be served from now on. Where it may not, the old one stays, and
   * `again` is to be called once that may have changed. When it throws, the old one stays, too; it is tried again where the failure is
   * one of the database that will pass.
   */
  pass(next: Model, changes: readonly Change[], again: () => void): Promise<boolean>;
  /** What was renamed on this database, the other way round: files that go back to the old names are followed, too. */
  undone(): readonly Former[];
  /** What the files say is served, or they are wrong: nothing waits any more. */
  settle(): void;
  /** What is held now, as it was weighed; null: nothing. */
  waiting(): HeldEdit | null;
  /** What was held with the same data folder before the start; null: nothing. */
  before(): HeldEdit | null;
}

/** Serves whatever is valid. */
const OPEN_GATE: Gate = {
  async first(read) {
    if (!read.ok) throw new RegistryError(read.problems);
    return read;
  },
  pass: async () => true,
  undone: () => [],
  settle: () => undefined,
  waiting: () => null,
  before: () => null,
};

export interface RegistryOptions {
  /** Holds modules.json and schemas. */
  readonly dir: string;
  /** The code that the files name, and what it relies on. */
  readonly program: BuildOptions;
  /** One line for the operator. */
  readonly log: (line: string) => void;
  /** Everything that is wrong after an edit; empty when it is right again. */
  readonly onProblems?: (problems: readonly Problem[]) => void;
  readonly gate?: Gate;
  /** Waits until the servers of the same start have come as far; left out: there is no other. */
  readonly meet?: (where: string) => Promise<void>;
}

/** Editors write several files, or one in several steps. */
const SETTLE_MS = 100;
/** A file that was read half-written is whole by then. */
const RETRY_MS = 150;
/** A database that was away, or busy with the tables of an edit, is asked again by then: nobody touches the files for that. */
const AGAIN_MS = 5_000;

/**
 * Loads the registry and follows its files. The first one is made here, before anybody waits, and found beside the program where its
 * build has made it; later ones in a thread of their own,
 * so that requests are answered meanwhile. Throws {@link RegistryError} when there is nothing valid to begin with.
 */
export async function openRegistry({
  dir,
  program,
  log,
  onProblems = () => {},
  gate = OPEN_GATE,
  meet = async () => {},
}: RegistryOptions): Promise<RegistrySource> {
  const read = loadModel(dir, program, (files) => vouchedRegistry(files, program.features ?? []));
  // It looks at the files while the gate looks at the database.
  const isIgnored = (name: string) => !isRegistryPath(path.relative(dir, name).split(path.sep).join("/"));
  const watcher = watch(dir, { ignoreInitial: true, ignored: isIgnored });
  // Out of inotify watches the server still starts, only without following edits.
  watcher.on("error", (error) => log(`registry: cannot watch ${dir}: ${error instanceof Error ? error.message : String(error)}`));
  const watching = new Promise<void>((resolve) => void watcher.once("ready", () => resolve()).once("error", () => resolve()));
  let { registry, files } = await gate.first(read).catch(async (error: unknown) => {
    await watcher.close();
    throw error;
  });
  let given: Readonly<Record<string, string>> = {};
  let served = registry;
  const serve = () => {
    served = withShopProfiles(registry, given);
  };
  let told = "";
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  const waiters = changeWaiters(() => registry.version);
  const thread = new BuildThread(dir, program);
  let isClosed = false;
  let isChanging = false;
  let turning: Promise<unknown> | null = null;

  const later = (ms: number, isRetry: boolean) => {
    clearTimeout(timer);
    timer = setTimeout(() => reload(isRetry), ms);
  };
  /** One after the other: a slow preparation must not be overtaken. */
  const reload = (isRetry: boolean) => {
    working = working.then(() => reloadNow(isRetry));
  };
  const reloadNow = async (isRetry: boolean) => {
    const result = await thread.build(files, gate.undone()).catch((error: unknown) => {
      // A mistake of ours in the build must not take the running server down.
      if (!isClosed) log(`registry: cannot be built, the old one stays in use: ${error instanceof Error ? error.stack : String(error)}`);
    });
    if (isClosed || result === undefined) return;
    if (result.ok) return accept(result, result.changes);
    if (isRetry) refuse(result.problems);
    else later(RETRY_MS, true);
  };
  const accept = async (next: Model, changes: readonly Change[]) => {
    const wasWrong = told !== "";
    told = "";
    if (wasWrong) onProblems([]);
    if (next.registry.version === registry.version) {
      gate.settle();
      if (wasWrong) log(`registry: valid again, version ${registry.version} as before`);
      return;
    }
    const { version } = next.registry;
    // None changes the tables while another one is still reading the files.
    await meet(`${version} is read`);
    isChanging = true;
    try {
      if (!(await gate.pass(next, changes, () => reload(false)))) return;
      await meet(`${version} is ready`);
      // Whoever has seen the new version never meets the old one again: all calls wait here before the first one is let on.
      turning = meet(`${version} begins`);
      await turning;
    } catch (error) {
      const isBusy = willPass(error);
      log(`registry: version ${version} cannot be used${isBusy ? " yet" : ""}, version ${registry.version} stays in use:`);
      log(`  ${error instanceof Error ? error.message : String(error)}`);
      if (isBusy && !isClosed) later(AGAIN_MS, false);
      return;
    } finally {
      isChanging = false;
      turning = null;
    }
    ({ registry, files } = next);
    serve();
    log(`registry: version ${registry.version} from now on, ${Object.keys(registry.modules).length} modules`);
    waiters.wake();
  };
  const refuse = (problems: readonly Problem[]) => {
    gate.settle();
    const lines = problems.map(problemLine);
    if (told === lines.join("\n")) return;
    told = lines.join("\n");
    log(`registry: ${problems.length} ${problems.length === 1 ? "problem" : "problems"}; version ${registry.version} stays in use`);
    for (const line of lines) log(`  ${line}`);
    onProblems(problems);
  };

  watcher.on("all", () => later(SETTLE_MS, false));
  await watching;
  // What was changed since the first load may have raised no event.
  if (versionOf(loadFiles(dir).files) !== registry.version) reload(false);

  return {
    current: () => served,
    giveProfiles: (next) => {
      // The same model stays the same object: what is made of it is kept beside it.
      if (isDeepStrictEqual(next, given)) return;
      given = next;
      serve();
    },
    files: () => files,
    isChanging: () => isChanging,
    turning: () => turning,
    held: () => gate.waiting(),
    heldBefore: () => gate.before(),
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
