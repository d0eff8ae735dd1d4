import { withoutHidden } from "../../../shared/domain/plain-text.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { ImportRunView } from "../../../shared/protocol/import.ts";
import type { Module, Registry } from "../../../shared/registry/model.ts";
import { functionRefused } from "../../base/refused.ts";
import { profileOf } from "../../base/viewer.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import { userWork } from "../../engine/run-work.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import type { Store } from "../../engine/store/store.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type ImportRunRow, ImportRunStt } from "../../generated/entities.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan } from "../../query/list-plan.ts";
import { ROW_MISSING, readByIds } from "../../query/rows-by-ids.ts";
import { type Importing, importingOn } from "./importing.ts";

const ENTITY = "ImportRun";
/** Of one's own runs on a page so many are told. */
const OWN_TOLD = 5;
const LONGEST_NAME = 100;

/** A file that was read, for its run. */
export interface ReadFile {
  readonly key: string;
  readonly name: string;
  /** SHA-256, hex. */
  readonly digest: string;
  readonly rows: number;
  readonly chunks: number;
}

/** Writes down that a file is there to be brought in. */
export async function createRun({ ctx, module }: Importing, { key, name, digest, rows, chunks }: ReadFile): Promise<ImportRunRow> {
  const { registry, viewer } = ctx;
  const entity = entityOf(registry, ENTITY);
  const provid = viewer.provId === "" ? null : viewer.provId;
  const what = { MdlId: module.id, page: module.entry.title, entity: module.entity, USER_ID: viewer.userId, provid };
  const file = { file: shownName(name), fileKey: key, digest, rowcount: rows, chunks };
  return ctx.db.transaction().execute((trx) => {
    const work = userWork(ctx, module, key);
    return createRow({ store: sqlStore(trx, viewer.shopId), work, row: {}, entity }, entity, { ...what, ...file });
  });
}

/** A run that the viewer began on this page. Code 404 for every other. */
export async function ownRun(ctx: QueryContext, module: Module, id: number): Promise<ImportRunRow> {
  const [run] = await sqlStore(ctx.db, ctx.viewer.shopId).find(entityOf(ctx.registry, ENTITY), { Id: id });
  // guard scope as run === undefined: tests/server/imports/rights.test.ts
  if (run === undefined || run.MdlId !== module.id || run.USER_ID !== ctx.viewer.userId) throw new ApiError(CODE.missing, ROW_MISSING);
  return run;
}

/** The same, or on the page of all runs one that it shows. */
export async function shownRun(ctx: QueryContext, module: Module, id: number): Promise<ImportRunRow> {
  if (module.entity !== ENTITY) return ownRun(ctx, module, id);
  // guard key: tests/server/imports/rights.test.ts
  if (ctx.viewer.rights.get(module.id)?.has("query") !== true) throw functionRefused(ctx.registry, module, "query");
  // guard scope: tests/server/imports/rights.test.ts
  await readByIds(listPlan(ctx, module), [id], []);
  const [run] = await sqlStore(ctx.db, ctx.viewer.shopId).find(entityOf(ctx.registry, ENTITY), { Id: id });
  if (run === undefined) throw new ApiError(CODE.missing, ROW_MISSING);
  return run;
}

/** The viewer's own latest runs on a page, the newest first. */
export async function ownRuns(ctx: QueryContext, module: Module): Promise<readonly ImportRunRow[]> {
  const own = { USER_ID: ctx.viewer.userId, MdlId: module.id };
  return (await sqlStore(ctx.db, ctx.viewer.shopId).find(entityOf(ctx.registry, ENTITY), own)).slice(-OWN_TOLD).reverse();
}

/** The page that a run is for, with the viewer's right to bring rows in there. Code 403 where he has none. */
export function importingOfRun(ctx: QueryContext, run: ImportRunRow): Importing {
  const module = moduleOf(ctx.registry, ctx.viewer.shopId, run);
  if (module === undefined || !ctx.viewer.rights.has(module.id)) throw new ApiError(CODE.forbidden, ctx.registry.messages.NOFUNC);
  return importingOn(ctx, module);
}

export function mayImport(ctx: QueryContext, run: ImportRunRow): boolean {
  try {
    importingOfRun(ctx, run);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

function moduleOf(registry: Registry, shopId: string, run: ImportRunRow): Module | undefined {
  return profileOf(registry, shopId).modules[run.MdlId ?? 0];
}

/** Address of the page of all runs, for who may see it and is not there. */
export function listOfRuns({ registry, viewer }: QueryContext, at: Module): string | null {
  const page = Object.values(profileOf(registry, viewer.shopId).modules).find(({ entity }) => entity === ENTITY);
  if (page === undefined || page.id === at.id || viewer.rights.get(page.id)?.has("query") !== true) return null;
  return page.entry.path;
}

/** Writes what has become of a run. */
export async function patchRun(store: Store, registry: Registry, { Id }: ImportRunRow, patch: Partial<ImportRunRow>): Promise<void> {
  await store.update(entityOf(registry, ENTITY), { Id }, patch);
}

export async function lockRun(store: Store, registry: Registry, id: number): Promise<ImportRunRow | null> {
  return (await store.lock(entityOf(registry, ENTITY), [id]))[0] ?? null;
}

/** A run as its user is told of it. */
export function runView(
  registry: Registry,
  run: ImportRunRow,
  { mayUndo, hasNotices, list }: Pick<ImportRunView, "mayUndo" | "hasNotices" | "list">,
): ImportRunView {
  const { stt, done, rowcount, created, updated, same, refused } = run;
  const name = Object.entries(ImportRunStt).find(([, code]) => code === stt)?.[0] ?? "ready";
  const { values } = entityOf(registry, ENTITY).fields.stt ?? {};
  const isUnderWay = stt === ImportRunStt.running || stt === ImportRunStt.undoing;
  const isWritten = stt === ImportRunStt.done || stt === ImportRunStt.stuck;
  return {
    run: run.Id,
    number: run.Billid ?? "",
    page: run.page ?? "",
    file: run.file ?? "",
    rows: rowcount ?? 0,
    user: run.creator ?? "",
    createtime: run.createtime ?? "",
    mode: run.mode,
    state: name,
    stateTitle: values?.find(({ code }) => code === stt)?.text ?? "",
    phase: run.phase,
    percent: percentOf(done ?? 0, rowcount ?? 0),
    isUnderWay,
    created: created ?? 0,
    updated: updated ?? 0,
    same: same ?? 0,
    refused: refused ?? 0,
    message: run.message ?? "",
    hasProblems: (refused ?? 0) > 0 && !isUnderWay,
    mayUndo: mayUndo && isWritten && (created ?? 0) + (updated ?? 0) > 0,
    hasNotices,
    list,
  };
}

function percentOf(done: number, all: number): number {
  return all === 0 ? 0 : Math.min(100, Math.floor((100 * done) / all));
}

/** A file's name as it is kept: without a path, and without what cannot be seen. */
function shownName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  const plain = withoutHidden(last.toWellFormed().normalize("NFC").replaceAll(/\s+/g, " ")).trim();
  return [...plain].slice(-LONGEST_NAME).join("") || "未命名";
}
