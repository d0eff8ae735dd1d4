import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { buildRegistry } from "../../shared/build-registry.ts";
import type { BuildOptions } from "../../shared/registry/context.ts";
import type { Former, Registry } from "../../shared/registry/model.ts";
import type { RawFile } from "../../shared/registry/place.ts";
import type { Change } from "../../shared/registry/plan/change.ts";
import { followRenamings, planChanges, undoing } from "../../shared/registry/plan/plan-changes.ts";
import type { Problem } from "../../shared/registry/problem.ts";
import { StartupError } from "../base/startup-error.ts";
import { type Database, type DatabaseOptions, type Db, openDatabase } from "../db/connect.ts";
import { type AsideSize, sizesOfAsides } from "../tables/data/set-aside.ts";
import { ModelDisk } from "./model-disk.ts";
import { confirmStep, filesOfModel, type KeptModel, keptModels, renamingsUndone, type Step } from "./model-history.ts";
import { purgeAsides } from "./purge-asides.ts";
import { shopWarnings } from "./shop-warnings.ts";
import { weighStep } from "./weigh-step.ts";

/** What a command knows of the models that were served: from the database where it can be opened, else from the data folder. */
export interface ModelBook {
  /** The latest first. */
  kept(most: number): Promise<readonly KeptModel[]>;
  filesOf(version: string): Promise<readonly RawFile[] | null>;
  /** With the rows that each change concerns, as far as they can be counted. */
  weigh(step: Weighed, changes: readonly Change[]): Promise<readonly Change[]>;
  /** What was renamed, the other way round. */
  undone(): Promise<readonly Former[]>;
  /** Warnings of what files name and the database does not have; none where only a server has it open: that one tells them in its log. */
  warnings(served: Registry, files: readonly RawFile[]): Promise<readonly Problem[]>;
  /** A server that holds this step takes it within seconds, else the next start does. */
  confirm(step: Step, by: string): Promise<void>;
  /** Whether a server has the portal open; undefined: nobody can tell from here. */
  readonly hasServer: boolean | undefined;
  /** What is set aside, with how much there is of it; null: only the server that has the database open can tell. */
  asides(): Promise<readonly AsideSize[] | null>;
  /** Drops them for good and writes it down. Throws where only a server has the database. */
  purge(asides: readonly AsideSize[], by: string): Promise<void>;
  close(): Promise<void>;
}

/** A step that is to be weighed. */
export type Weighed = Parameters<typeof weighStep>[1];

export type Place = Omit<DatabaseOptions, "log">;

/** Works on the book of a portal and gives it back: the embedded database has one user at a time. */
export async function withBook<T>(place: Place, work: (book: ModelBook) => Promise<T>): Promise<T> {
  const book = await openModelBook(place);
  try {
    return await work(book);
  } finally {
    await book.close();
  }
}

/** How long a running server is waited for; where nobody can tell whether one runs, not as long. */
const [SURE_MS, UNSURE_MS] = [60_000, 15_000];

/** Whether a running server takes a version that was confirmed; where none runs, that may take a while to tell. */
export async function isTaken(place: Place, version: string): Promise<boolean> {
  for (const since = Date.now(); ; await sleep(500)) {
    const { last, hasServer } = await withBook(place, async (book) => ({ last: (await book.kept(1))[0], hasServer: book.hasServer }));
    if (last?.version === version) return true;
    if (hasServer === false || Date.now() - since > (hasServer ? SURE_MS : UNSURE_MS)) return false;
  }
}

/**
 * Opens the book of a portal, whether a server runs or not. The embedded database has one user at a time: while a server has it open,
 * its data folder tells. Throws a StartupError where a PostgreSQL cannot be reached.
 */
async function openModelBook({ dataDir, databaseUrl, databaseOwnerUrl }: Place): Promise<ModelBook> {
  const disk = new ModelDisk(dataDir);
  if (databaseUrl === undefined && !existsSync(join(dataDir, "engine.json"))) return diskBook(disk, false);
  const log = () => undefined;
  try {
    const database = await openDatabase({ dataDir, databaseUrl, databaseOwnerUrl, poolSize: 1, log });
    return databaseBook(database, disk);
  } catch (error) {
    if (databaseUrl === undefined && error instanceof StartupError) return diskBook(disk, true);
    throw error;
  }
}

/** What files mean otherwise than the model that is served. */
export interface PlanOfFiles {
  readonly served: KeptModel;
  /** null: this program cannot read the files of the served one. */
  readonly changes: readonly Change[] | null;
  /** What they name and the database does not have. */
  readonly warnings: readonly Problem[];
}

/** Compares a model, and the files that say it, with the one that was served last; null: none was. */
export async function planOf(
  book: ModelBook,
  program: BuildOptions,
  { registry: next, files: said }: { readonly registry: Registry; readonly files: readonly RawFile[] },
): Promise<PlanOfFiles | null> {
  const [served] = await book.kept(1);
  if (!served) return null;
  if (served.version === next.version) return { served, changes: [], warnings: await book.warnings(next, said) };
  const files = await book.filesOf(served.version);
  const was = files && buildRegistry(files, program);
  if (!files || !was?.ok) return { served, changes: null, warnings: [] };
  const inForce = { registry: was.registry, files };
  const undone = await book.undone();
  const followed = followRenamings(inForce, next, program, undone);
  const step = { was: was.registry, is: next, followed: followed?.followed ?? was.registry, renamings: followed?.renamings ?? [] };
  const changes = await book.weigh(step, planChanges(inForce, next, program, undone));
  return { served, changes, warnings: await book.warnings(was.registry, said) };
}

function databaseBook({ kysely: db, kind, withoutTimeouts, close }: Database, disk: ModelDisk): ModelBook {
  return {
    hasServer: kind === "embedded" ? false : undefined,
    kept: async (most) => ((await hasModels(db)) ? keptModels(db, most) : []),
    filesOf: async (version) => ((await hasModels(db)) ? filesOfModel(db, version) : null),
    undone: async () => ((await hasModels(db)) ? renamingsUndone(db) : []),
    warnings: (served, files) => shopWarnings(db, served, files),
    asides: () => withoutTimeouts(sizesOfAsides),
    purge: (asides, by) => withoutTimeouts((one) => purgeAsides(one, asides, { by, at: new Date() })),
    weigh: (step, changes) => withoutTimeouts((one) => weighStep(one, step, changes)),
    // Of the embedded database the folder is asked, too: a server that starts now would have the database for itself.
    confirm: (step, by) => (kind === "embedded" ? disk.confirm(step, by) : confirmStep(db, step, by, new Date())),
    close,
  };
}

/** A database that no server of this version has opened yet has no such table. */
async function hasModels(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('_model') is not null as found`.execute(db);
  return rows[0]?.found === true;
}

function diskBook(disk: ModelDisk, hasServer: boolean): ModelBook {
  return {
    hasServer,
    kept: async (most) => (await disk.copies(most)).map(({ files: _, at, ...kept }) => ({ ...kept, at: new Date(at) })),
    filesOf: async (version) => (await disk.copies(Number.POSITIVE_INFINITY)).find((copy) => copy.version === version)?.files ?? null,
    undone: async () => (await disk.copies(Number.POSITIVE_INFINITY)).flatMap(({ changes }) => undoing(changes)),
    async weigh({ was: { version: base }, is: { version } }, changes) {
      const waiting = await disk.waiting();
      return waiting?.base === base && waiting.version === version ? waiting.changes : changes;
    },
    warnings: async () => [],
    confirm: (step, by) => disk.confirm(step, by),
    asides: async () => (hasServer ? null : []),
    purge: () => Promise.reject(new StartupError("the embedded database is open in the running server: stop it first")),
    close: async () => undefined,
  };
}
