import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { ExportFormat } from "../../../shared/protocol/export.ts";
import type { Module, Registry } from "../../../shared/registry/model.ts";
import { grantedModule, requireFunction } from "../../auth/authorize.ts";
import { findUser } from "../../auth/session-store.ts";
import type { Params } from "../../base/params.ts";
import { type FileStorage, letGo, type OpenFile } from "../../base/storage/storage.ts";
import { tenantOf } from "../../base/tenant.ts";
import { registryOf, type Viewer } from "../../base/viewer.ts";
import type { Database, Db } from "../../db/connect.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import type { QueryContext } from "../../query/context.ts";
import { openList } from "../../query/list-page.ts";
import { type Batches, countRows } from "../../query/list-rows.ts";
import { sessionSettings } from "../../query/site-settings.ts";
import { isOvertaken, type Serving } from "../../registry/overtaken.ts";
import { fileStream } from "./export-file.ts";
import { readOrder, rightsMark } from "./export-order.ts";
import { ExportStore, INTERRUPTED } from "./export-store.ts";
import { atOneMoment } from "./one-moment.ts";

// Long on purpose: an order, its turn, its file and its end are one life, whoever asks for it in between.

/** Lists that are written at a time: each takes a connection of those for reading, and its part of the processor. */
export const AT_ONCE = 2;
/** Who has so many that are not written yet waits for one of them. */
const MOST_OPEN = { user: 5, shop: 20 } as const;
const BEAT_MS = 10_000;
/** Until a list is read anew whose tables are those of the next model by now: that one is served in a moment. */
const AGAIN_MS = 200;
/** How far it is is written down so often. */
const TELL_MS = 500;
/** The one file in the folder of an export. */
const FILE = "list";
/** What no list comes to: the disk must not be filled by one. */
const MOST_BYTES = 4 * 1024 ** 3;
const SYSTEM_FAULT = "系统错误，请稍后重新导出";

/** Runs work of somebody when it is his turn; throws where it is stopped before. */
export type Turn = (viewer: Viewer, work: () => Promise<void>, stop: AbortSignal) => Promise<void>;

/** What a desk works with. */
export interface DeskDeps {
  readonly database: Database;
  readonly registry: Serving;
  readonly storage: FileStorage;
  /** Whose turn it is: {@link AT_ONCE} at a time. */
  readonly turn: Turn;
  /** Rows count for the day. */
  readonly countRows: (viewer: Viewer, rows: number) => Promise<void>;
  readonly now: () => Date;
  readonly log: (line: string) => void;
}

/** What somebody wants to have written. */
export interface Wanted {
  readonly viewer: Viewer;
  readonly module: Module;
  readonly format: ExportFormat;
  /** The order, as its call brought it: it is read anew, with the rights of then, when its turn has come. */
  readonly params: Params;
}

/** An order that is good, and for which there is room. */
export interface Admitted {
  readonly wanted: Wanted;
  readonly title: string;
  /** See {@link rightsMark}. */
  readonly rights: string;
}

/** One try to write it. */
interface Reading {
  readonly at: QueryContext;
  /** The connection that it holds; null: on an engine with one, none. */
  readonly db: Db | null;
  readonly module: Module;
  readonly wanted: Wanted;
  /** So many rows are read in this try. */
  readonly count: (rows: number) => Promise<void>;
}

/**
 * Writes long lists to files in the background (docs/decisions/122): so many at a time, shop by shop and user by user as calls take turns; the others
 * wait. What was read of a list is of one moment, which ends with its server: what is interrupted is told to be, and no other server goes on with it.
 */
export class ExportDesk {
  readonly store: ExportStore;
  readonly #deps: DeskDeps;
  readonly #atWork = new Map<string, { readonly stop: AbortController; readonly ended: Promise<void> }>();
  readonly #beating: NodeJS.Timeout;

  constructor(deps: DeskDeps) {
    this.#deps = deps;
    this.store = new ExportStore(deps.database.kysely, deps.now);
    const beat = () => void this.store.beat([...this.#atWork.keys()]).catch((error: Error) => deps.log(`exports: ${error.message}`));
    this.#beating = setInterval(beat, BEAT_MS).unref();
  }

  /** The server begins to serve: what another process on the same embedded database left behind is ended. */
  async open(): Promise<void> {
    await this.store.endInterrupted(this.#deps.database.kind === "embedded");
  }

  /** Reads an order before it is started. Throws Code 400 for a bad one, 429 where too many of the user or his shop wait. */
  async admit(ctx: QueryContext, wanted: Wanted): Promise<Admitted> {
    const { viewer, module, params } = wanted;
    const order = readOrder(ctx, module, params);
    await openList(ctx, module, order.parameters, true);
    const { user, shop } = await this.store.countOpen(viewer);
    // guard rate: tests/server/app/exports.test.ts
    if (user >= MOST_OPEN.user) throw new ApiError(CODE.tooMany, `您已有 ${user} 个导出在进行，请等其中一个完成后再导出`);
    // guard rate: tests/server/app/exports.test.ts
    if (shop >= MOST_OPEN.shop) throw new ApiError(CODE.tooMany, `贵单位已有 ${shop} 个导出在进行，请稍后再导出`);
    return { wanted, title: order.plan.title, rights: rightsMark(ctx, module) };
  }

  /** Has a list written; returns its id at once. */
  async start({ wanted, title, rights }: Admitted): Promise<string> {
    const { viewer, module, format } = wanted;
    const id = await this.store.open({ maker: viewer, mdl: module.id, title, format, rights });
    const stop = new AbortController();
    this.#atWork.set(id, { stop, ended: this.#write(id, wanted, stop.signal) });
    return id;
  }

  /** Stops it, or removes its file. Whose it is was asked before. */
  async cancel(id: string): Promise<void> {
    await this.store.cancel(id);
    this.#atWork.get(id)?.stop.abort();
    await letGo(this.#deps.storage, folderOf(id));
  }

  /** Its file; null: there is none. */
  file(id: string): Promise<OpenFile | null> {
    return this.#deps.storage.open(folderOf(id), FILE);
  }

  /** Stops all that is being written, which is told to be interrupted. */
  async close(): Promise<void> {
    clearInterval(this.#beating);
    const all = [...this.#atWork];
    for (const [, { stop }] of all) stop.abort();
    await Promise.all(all.map(([, { ended }]) => ended));
  }

  async #write(id: string, wanted: Wanted, signal: AbortSignal): Promise<void> {
    try {
      await this.#deps.turn(wanted.viewer, () => this.#make(id, wanted, signal), signal);
    } catch (error) {
      const isTold = error instanceof ApiError && !signal.aborted;
      if (!isTold && !signal.aborted)
        this.#deps.log(`export ${id} of page ${wanted.module.id}: ${error instanceof Error ? error.message : error}`);
      const note = signal.aborted ? INTERRUPTED : isTold ? error.message : SYSTEM_FAULT;
      // Where it was cancelled it has ended already. A database that is away hears of it no more: the silence tells.
      await this.store.fail(id, note).catch((failure: Error) => this.#deps.log(`export ${id}: ${failure.message}`));
    } finally {
      this.#atWork.delete(id);
    }
  }

  /** What is read once more, because a replica has failed, counts once. */
  async #make(id: string, wanted: Wanted, signal: AbortSignal): Promise<void> {
    const { registry } = this.#deps;
    const { reads, kysely } = this.#deps.database;
    let counted = 0;
    const count = async (read: number) => {
      const more = read - counted;
      if (more > 0) await this.#deps.countRows(wanted.viewer, more);
      counted = Math.max(counted, read);
    };
    for (let isWritten = false; !isWritten; ) {
      const model = registry.current();
      try {
        await reads.long(wanted.viewer, async (db) => {
          const { ctx, module } = await this.#maker(wanted, model, db ?? kysely);
          await this.#readAndKeep(id, { at: ctx, db: db && ctx.db, module, wanted, count }, signal);
        });
        isWritten = true;
      } catch (error) {
        if (!isOvertaken(error, model.version, registry)) throw error;
        await sleep(AGAIN_MS, undefined, { signal });
      }
    }
  }

  async #readAndKeep(id: string, { at: ctx, db, module, wanted, count }: Reading, signal: AbortSignal): Promise<void> {
    const { storage } = this.#deps;
    const { format, params } = wanted;
    const rights = rightsMark(ctx, module);
    await atOneMoment(ctx, db, async (at, read) => {
      const order = readOrder(at, module, params);
      const list = await openList(at, module, order.parameters, true);
      const total = await countRows(list);
      const { "export.maxRows": most } = sessionSettings(at, ["export.maxRows"]);
      // guard rate: tests/server/app/exports.test.ts
      if (total > most) throw tooLong(most, total);
      if (!(await this.store.goOn(id, { total }))) return;
      let written = 0;
      const rows = this.#watched(id, read(list, total), signal, async (rows) => {
        written = rows;
        await count(rows);
      });
      const draft = await storage.receive(fileStream(format, order, rows, total), MOST_BYTES);
      try {
        signal.throwIfAborted();
        await draft.keep(folderOf(id), FILE);
        if (!(await this.store.finish(id, { rows: written, size: draft.size, rights }))) await letGo(storage, folderOf(id));
      } finally {
        await draft.discard();
      }
    });
  }

  /** Who has it written, with his rights as they are now. Throws Code 403 where he may not any more. */
  async #maker(
    { viewer: { userId }, module: { id: mdl } }: Wanted,
    whole: Registry,
    db: Db,
  ): Promise<{ readonly ctx: QueryContext; readonly module: Module }> {
    const now = this.#deps.now();
    const user = await findUser(this.#deps.database.kysely, whole, userId, now);
    if (user === null) throw new ApiError(CODE.forbidden, "账号已停用");
    const registry = registryOf(whole, user.viewer.shopId);
    const module = grantedModule(registry, user, String(mdl));
    for (const key of ["query", "export"]) requireFunction(registry, user, module, key);
    return { module, ctx: { db: forTenant(db, tenantOf(user.viewer)), registry, viewer: user.viewer, now } };
  }

  /** The same rows; they count for the day, and how far it is is told. Ends with an error once it is stopped. */
  async *#watched(id: string, rows: Batches, signal: AbortSignal, count: (rows: number) => Promise<void>): Batches {
    let [read, told] = [0, 0];
    for await (const batch of rows) {
      signal.throwIfAborted();
      read += batch.length;
      await count(read);
      yield batch;
      if (performance.now() - told < TELL_MS) continue;
      told = performance.now();
      // guard check: tests/server/app/exports.test.ts
      if (!(await this.store.goOn(id, { rows: read }))) throw new Error("cancelled by another server");
    }
  }
}

/** Ends what nobody works on any more, and forgets what is kept for a day only, with the files. */
export async function forgetOldExports(store: ExportStore, storage: FileStorage): Promise<void> {
  await store.endInterrupted();
  for (const id of await store.forgetOld()) await letGo(storage, folderOf(id));
}

/** The refusal of a list that nobody may take away as a whole. */
export function tooLong(most: number, total: number | null): ApiError {
  const now = total === null ? "现在的行数更多" : `现在有 ${total} 行`;
  return new ApiError(CODE.rule, `一次最多导出 ${most} 行，${now}，请缩小查询范围后再导出`);
}

const folderOf = (id: string): string => `export-${id}`;
