import { buildRegistry } from "../../shared/build-registry.ts";
import type { BuildOptions } from "../../shared/registry/context.ts";
import type { Former } from "../../shared/registry/model.ts";
import type { RawFile } from "../../shared/registry/place.ts";
import type { Change } from "../../shared/registry/plan/change.ts";
import { formatPlan } from "../../shared/registry/plan/format-plan.ts";
import { followRenamings, planChanges, undoing } from "../../shared/registry/plan/plan-changes.ts";
import { same } from "../../shared/registry/plan/rule.ts";
import type { Language } from "../../shared/registry/problem-texts/translate.ts";
import { languageOf, problemLine } from "../base/language.ts";
import { StartupError } from "../base/startup-error.ts";
import type { Database, Db } from "../db/driver/database.ts";
import { type Model, type ModelResult, RegistryError } from "../registry/load-registry.ts";
import type { Gate } from "../registry/watch-registry.ts";
import { buildIndexes, isBuilt } from "../tables/build-indexes.ts";
import { dropHidden } from "../tables/data/beside.ts";
import { type DataStep, moveData, movesData } from "../tables/data/move-data.ts";
import type { Rehearsed } from "../tables/data/rows-found.ts";
import { ensureEventChain } from "../tables/event-chain.ts";
import { migrateTechnicalTables } from "../tables/migrate.ts";
import { fitsSchema, inSchemaTransaction, syncSchema, withSchemaLock } from "../tables/sync-schema.ts";
import type { Migrations } from "../tables/technical-ddl.ts";
import { ensureGrants } from "../tables/tenant-policies.ts";
import { isKnownToFit, noteFit } from "./known-to-fit.ts";
import { ModelDisk, type Waiting } from "./model-disk.ts";
import { confirmerOf, filesOfModel, forgetStep, keepModel, lastModel, renamingsUndone, type Step } from "./model-history.ts";
import { shopWarnings } from "./shop-warnings.ts";
import { weighStep, withData } from "./weigh-step.ts";

/*
 * Long on purpose: what may happen to an edit, from the first look at it to the moment it is served, is one story with one state.
 */

export interface ModelGateOptions {
  /** Still on its way: the files are read meanwhile. */
  readonly opening: Promise<Database>;
  readonly dataDir: string;
  readonly program: BuildOptions & { readonly features: readonly { readonly migrations?: Migrations }[] };
  /** False: what would be held is told and served. */
  readonly isHolding: boolean;
  readonly now: () => Date;
  /** One line for the operator. */
  readonly log: (line: string) => void;
}

/** How often a server that holds an edit looks whether somebody confirmed it. */
const LOOK_MS = 1000;
/** How often an edit that rows stand in the way of is weighed again. */
const WEIGH_MS = 10_000;
/** Lines of a plan that the log shows. */
const SHOWN = 20;

const isSameStep = (one: Step | null, other: Step) => one?.base === other.base && one.version === other.version;
const hasObstacles = (changes: readonly Change[]) => changes.some(({ data }) => (data?.obstacles ?? []).length > 0);

/**
 * The gate of a server: compares what the files say with what is served, makes the tables fit, writes down what is served from then
 * on, and holds what must be confirmed first (docs/decisions/67).
 */
export class ModelGate implements Gate {
  readonly #options: ModelGateOptions;
  readonly #disk: ModelDisk;
  readonly #language: Language = languageOf(undefined) ?? "en";
  #served: Model | null = null;
  #undone: readonly Former[] = [];
  #waiting: Waiting | null = null;
  #before: Waiting | null = null;
  #look: NodeJS.Timeout | undefined;
  /** The warnings that were told last. */
  #warned = "";
  /** What large tables lack, for the model in force. */
  #building = { stop: new AbortController(), done: Promise.resolve() };
  /** During a start: the tables are those of the model that the files say, as somebody has found before. */
  #isKnown = false;
  #isClosed = false;

  constructor(options: ModelGateOptions) {
    this.#options = options;
    this.#disk = new ModelDisk(options.dataDir);
  }

  /** What is held now, as it was weighed; null: nothing. */
  waiting(): Waiting | null {
    return this.#waiting;
  }

  /** What was held with the same data folder before the start; null: nothing. */
  before(): Waiting | null {
    return this.#before;
  }

  async first(read: ModelResult): Promise<Model> {
    this.#before = await this.#disk.waiting();
    const model = await this.#first(read);
    if (this.#before && !isSameStep(this.#waiting, this.#before)) await this.#forgetBefore(this.#before);
    if (!this.#isKnown) await this.#build(model);
    // What comes after it is looked at.
    this.#isKnown = false;
    return model;
  }

  /** Spares the next start the look at the tables, where they are as they should be. Asked once the portal serves; never rejects. */
  async note(): Promise<void> {
    const { kysely } = await this.#options.opening;
    const { registry } = this.#inForce();
    try {
      if (!(await isKnownToFit(kysely, registry))) await noteFit(kysely, registry);
    } catch (error) {
      if (!this.#isClosed) this.#options.log(`database: whether the tables fit is looked at again at the next start: ${error}`);
    }
  }

  /** Ends what is still being built; the next start goes on. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#building.stop.abort();
    await this.#building.done;
  }

  async #first(read: ModelResult): Promise<Model> {
    const { opening, program, log } = this.#options;
    const { kysely, withoutTimeouts } = await opening.catch((error: unknown) => {
      // What is wrong with the files is told first: it is what somebody has just edited.
      throw read.ok ? error : new RegistryError(read.problems);
    });
    await withoutTimeouts((db) => migrateTechnicalTables(db, program.features));
    this.#isKnown = read.ok && (await withoutTimeouts((db) => isKnownToFit(db, read.registry)));
    if (!this.#isKnown)
      await withoutTimeouts((db) =>
        withSchemaLock(db, async () => {
          // Of a step that ended halfway.
          await dropHidden(db);
          // Before the first model is read with them.
          await ensureGrants(db, { entities: {} });
        }),
      );
    this.#undone = await renamingsUndone(kysely);
    const last = await lastModel(kysely);
    if (last === null) {
      if (!read.ok) throw new RegistryError(read.problems);
      await this.#serve(read, [], "first start");
      return read;
    }
    if (read.ok && read.registry.version === last.version) {
      await this.#fit(read);
      await this.#copy();
      this.#served = read;
      return read;
    }
    // It is another one that was served since.
    this.#isKnown = false;
    const served = this.#built(await filesOfModel(kysely, last.version));
    if (served === null) return this.#unreadable(last.version, read);
    this.#served = served;
    await this.#fit(served);
    await this.#copy();
    if (read.ok && (await this.#passAtStart(read))) return read;
    log(`registry: version ${last.version} of ${last.at.toISOString()} is served, not what the files say`);
    return this.#inForce();
  }

  async pass(next: Model, changes: readonly Change[], again: () => void): Promise<boolean> {
    const isPassed = await this.#pass(next, changes, again);
    if (isPassed) await this.#build(next);
    return isPassed;
  }

  async #pass(next: Model, changes: readonly Change[], again: () => void): Promise<boolean> {
    const { opening, isHolding } = this.#options;
    const { kysely } = await opening;
    const step = { base: this.#inForce().registry.version, version: next.registry.version };
    if ((await lastModel(kysely))?.version === step.version) {
      // Another server was faster: who confirmed it there confirmed it.
      await this.#fit(next);
      this.#undone = await renamingsUndone(kysely);
      this.#served = next;
      await this.#spend();
      this.#rest();
      return true;
    }
    const weighed = await this.#weigh(next, changes);
    await this.warn(next);
    const isHeld = isHolding && weighed.some((change) => change.class === "held");
    const confirmer = isHeld ? await this.#confirmerOf(step) : null;
    // Rows stand in the way of it, confirmed or not.
    const isBlocked = isHolding && hasObstacles(weighed);
    if ((isHeld && confirmer === null) || isBlocked) {
      await this.#hold({ ...step, since: this.#options.now().toISOString(), changes: weighed }, next, again);
      return false;
    }
    await this.#serve(next, weighed, confirmer ?? "files");
    this.#rest();
    this.#tell(weighed, next);
    return true;
  }

  undone(): readonly Former[] {
    return this.#undone;
  }

  /** Tells what only the database can tell of files that are valid, unless it was told before: shops that are not there. */
  async warn({ files }: Pick<Model, "files">): Promise<void> {
    const { kysely } = await this.#options.opening;
    const lines = (await shopWarnings(kysely, this.#inForce().registry, files)).map(problemLine);
    if (lines.join("\n") === this.#warned) return;
    this.#warned = lines.join("\n");
    for (const line of lines) this.#options.log(`registry: ${line}`);
  }

  settle(): void {
    const waited = this.#waiting;
    this.#rest();
    if (waited) void this.#forget(waited).catch((error: unknown) => this.#options.log(`registry: a confirmation stays: ${error}`));
  }

  #rest(): void {
    clearTimeout(this.#look);
    if (this.#waiting === null) return;
    this.#waiting = null;
    void this.#disk.setWaiting(null).catch(() => undefined);
  }

  /** It was served, taken back or made another edit while no server of this folder ran. */
  async #forgetBefore(before: Step): Promise<void> {
    try {
      if (this.#waiting === null) await this.#disk.setWaiting(null);
      await this.#forget(before);
    } catch (error) {
      this.#options.log(`registry: a confirmation stays: ${error}`);
    }
  }

  /** What was taken back, or is another edit by now, was not confirmed for another day. */
  async #forget(step: Step): Promise<void> {
    await this.#disk.forget(step);
    await forgetStep((await this.#options.opening).kysely, step);
  }

  async #passAtStart(read: Model): Promise<boolean> {
    try {
      return await this.#pass(read, planChanges(this.#inForce(), read.registry, this.#options.program, this.#undone), () => undefined);
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      this.#options.log(`registry: version ${read.registry.version} cannot be used: ${error.message}`);
      return false;
    }
  }

  /** The step from the model in force to this one. */
  #stepTo({ registry: is }: Model): DataStep {
    const { now, program } = this.#options;
    const served = this.#inForce();
    const followed = followRenamings(served, is, program, this.#undone);
    const was = served.registry;
    return {
      was,
      is,
      followed: followed?.followed ?? was,
      renamings: followed?.renamings ?? [],
      at: now(),
      language: this.#language,
    };
  }

  async #weigh(next: Model, changes: readonly Change[]): Promise<readonly Change[]> {
    const { withoutTimeouts } = await this.#options.opening;
    return withoutTimeouts((db) => weighStep(db, this.#stepTo(next), changes));
  }

  /** Makes the tables fit and writes the model down, both or neither. */
  async #serve(next: Model, changes: readonly Change[], by: string): Promise<void> {
    const { opening, now, log } = this.#options;
    const { version } = next.registry;
    const { kysely, withoutTimeouts } = await opening;
    const isLast = async (db: Db) => (await lastModel(db))?.version === version;
    const keep = (trx: Db, told: readonly Rehearsed[] = []) =>
      keepModel(trx, { version, files: next.files, by, changes: withData(changes, told), at: now() });
    const step = this.#served ? this.#stepTo(next) : null;
    if (step && (await movesData(kysely, step))) {
      const begin = async (db: Db) => {
        const last = await lastModel(db);
        if (last?.version === version) return false;
        if (last?.version === step.was.version) return true;
        throw new StartupError(`another server serves version ${last?.version} by now: start this one again`);
      };
      await withoutTimeouts(async (db) => {
        await moveData(db, step, { begin, keep, log });
        await ensureEventChain(db, next.registry);
      });
    } else
      await this.#fit(next, async (trx) => {
        if (!(await isLast(trx))) await keep(trx);
      });
    this.#undone = [...undoing(changes), ...this.#undone];
    this.#served = next;
    await this.#copy();
    await this.#spend();
  }

  /** Most edits change no table: then nobody waits for a connection that is held. */
  async #fit({ registry }: Model, alongside?: (trx: Db) => Promise<void>): Promise<void> {
    const { kysely, withoutTimeouts } = await this.#options.opening;
    if (!this.#isKnown && !(await fitsSchema(kysely, registry)))
      await withoutTimeouts((db) => syncSchema(db, registry, this.#options.log, alongside));
    else if (alongside) await inSchemaTransaction(kysely, alongside);
  }

  /** Has the indexes of large tables built from now on, while this is served (docs/decisions/123). */
  async #build({ registry }: Model): Promise<void> {
    const { opening, log } = this.#options;
    const database = await opening;
    // It looks again itself, and again where it cannot look.
    if (this.#isClosed || (await isBuilt(database.kysely, registry).catch(() => false))) return;
    const before = this.#building;
    before.stop.abort();
    const stop = new AbortController();
    this.#building = { stop, done: before.done.then(() => buildIndexes(database, registry, { log, stopping: stop.signal })) };
  }

  async #hold(waiting: Waiting, next: Model, again: () => void): Promise<void> {
    clearTimeout(this.#look);
    // Rows are corrected without anybody telling it.
    const isBlocked = hasObstacles(waiting.changes);
    const wait = isBlocked ? setTimeout(again, WEIGH_MS) : setTimeout(() => void this.#lookUp(waiting, again), LOOK_MS);
    this.#look = wait.unref();
    const isKnown = isSameStep(this.#waiting, waiting);
    if (isKnown && same(this.#waiting?.changes, waiting.changes)) return;
    if (this.#waiting !== null && !isKnown) await this.#forget(this.#waiting);
    this.#waiting = waiting;
    await this.#disk
      .setWaiting(waiting)
      .catch((error: unknown) => this.#options.log(`registry: cannot write to the data folder: ${error}`));
    const held = waiting.changes.filter((change) => change.class === "held");
    this.#options.log(
      `registry: version ${waiting.version} waits until it is confirmed (npm run apply), version ${waiting.base} stays in use`,
    );
    this.#lines(held, next);
  }

  /** Tries again once somebody has confirmed what waits. */
  async #lookUp(waiting: Waiting, again: () => void): Promise<void> {
    const { kysely } = await this.#options.opening;
    const isConfirmed = (await this.#confirmerOf(waiting).catch(() => null)) !== null;
    const isServedElsewhere = !isConfirmed && (await lastModel(kysely).catch(() => null))?.version === waiting.version;
    // Another edit has its own look by now.
    if (!isSameStep(this.#waiting, waiting)) return;
    if (isConfirmed || isServedElsewhere) again();
    else this.#look = setTimeout(() => void this.#lookUp(waiting, again), LOOK_MS).unref();
  }

  /** What touches rights and rules is told to whoever reads the log; all of it by `npm run plan`. */
  #tell(changes: readonly Change[], next: Model): void {
    this.#lines(
      changes.filter((change) => change.class === "held" || change.class === "access"),
      next,
    );
  }

  #lines(changes: readonly Change[], next: Model): void {
    if (changes.length === 0) return;
    const lines = formatPlan(changes, next.registry, "text", this.#language).split("\n");
    for (const line of lines.slice(0, SHOWN)) this.#options.log(`  ${line}`);
    if (lines.length > SHOWN) this.#options.log(`  … ${lines.length - SHOWN}: npm run plan`);
  }

  /** What was served last is on disk, too. Where it cannot be written, that is told and stops nobody: it is in force in the database. */
  async #copy(): Promise<void> {
    const { kysely } = await this.#options.opening;
    const copy = async () => {
      const last = await lastModel(kysely);
      if (last === null || (await this.#disk.has(last))) return;
      const files = await filesOfModel(kysely, last.version);
      if (files !== null) await this.#disk.keep({ ...last, at: last.at.toISOString(), files });
    };
    await copy().catch((error: unknown) => this.#options.log(`registry: cannot write to the data folder: ${error}`));
  }

  /** What was confirmed on disk is served now. */
  async #spend(): Promise<void> {
    await this.#disk.spend().catch((error: unknown) => this.#options.log(`registry: a confirmation stays: ${error}`));
  }

  #inForce(): Model {
    if (!this.#served) throw new Error("nothing is served yet");
    return this.#served;
  }

  /** Who confirmed a step, here or on another server of this database. */
  async #confirmerOf(step: Step): Promise<string | null> {
    return (await this.#disk.confirmerOf(step)) ?? confirmerOf((await this.#options.opening).kysely, step);
  }

  /** A model of kept files; null: this program cannot read them. */
  #built(files: readonly RawFile[] | null): Model | null {
    const result = files && buildRegistry(files, this.#options.program);
    return files && result?.ok ? { registry: result.registry, files } : null;
  }

  /** After an update of the program: nobody can tell what the files mean otherwise than the ones before, so somebody must say so. */
  async #unreadable(base: string, read: ModelResult): Promise<Model> {
    if (!read.ok) throw new RegistryError(read.problems);
    const { version } = read.registry;
    const confirmer = await this.#confirmerOf({ base, version });
    if (this.#options.isHolding && confirmer === null)
      throw new StartupError(
        `version ${base}, served last, cannot be read by this program, so nobody can tell what version ${version} means otherwise: ` +
          "read the files through and confirm them with npm run apply",
      );
    await this.#serve(read, [], confirmer ?? "files");
    return read;
  }
}
