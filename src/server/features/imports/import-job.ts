import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { ImportMode } from "../../../shared/protocol/import.ts";
import { grantedModule } from "../../auth/authorize.ts";
import { findUser } from "../../auth/session-store.ts";
import { tenantOf } from "../../base/tenant.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import type { RowEnd } from "../../engine/import/import-rows.ts";
import type { ImportSpec } from "../../engine/import/spec.ts";
import type { ItemEnd, ItemWork, Job, JobItem } from "../../engine/jobs/job.ts";
import { dropItems, hasFailedItem } from "../../engine/jobs/job-store.ts";
import { runTransition } from "../../engine/run-transition.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { systemWork } from "../../engine/system.ts";
import { entityOf, transitionOf } from "../../engine/values/names.ts";
import { type ImportRunRow, ImportRunStt } from "../../generated/entities.ts";
import { type BringHow, type Brought, bringChunk, isRefused } from "./bring-chunk.ts";
import { type Importing, importingOn } from "./importing.ts";
import { KeptFile } from "./kept-file.ts";
import { lockRun, patchRun } from "./runs.ts";
import { areLinked } from "./stage-file.ts";
import { workOf } from "./undo-job.ts";
import { leftToUndo, UNDONE_AT_ONCE, undoLatest } from "./undo-rows.ts";

export const IMPORT_JOB = "import-rows";

/** What the pieces of a run do, in this order: by the first letter of their keys. */
const STEPS = { check: "1", write: "2", back: "3", end: "9" } as const;
const NOTHING: ItemEnd = { state: "none", note: "" };
const DONE: ItemEnd = { state: "made", note: "" };

/**
 * A run, a chunk of rows to a transaction (docs/decisions/110). Where all rows must be good, all are tried before the first is written, unless
 * they may refer to rows of other chunks, see firstPhase; should one be refused as it is written, e.g. as somebody took its key meanwhile, what
 * was written is taken back in the order opposite to that in which it was written. A server that dies leaves the rest to the next one.
 */
export const importJob: Job = {
  isOrdered: true,
  params: () => {
    throw new ApiError(CODE.badInput, "导入由“导入”窗口开始");
  },
  choices: async () => [],
  items: async (trx, registry, shopId, { run }) => {
    const found = await lockRun(sqlStore(trx, shopId), registry, Number(run));
    const { mode = null, phase = null, chunks = 0, rowcount = 0 } = found ?? {};
    const checks = phase === "check" ? piecesOf(STEPS.check, chunks) : [];
    // A chunk may hold more than is taken back at once; what there is no reason for is dropped.
    const backs = mode === "all" ? piecesOf(STEPS.back, Math.ceil((rowcount ?? 0) / UNDONE_AT_ONCE)) : [];
    return [...checks, ...piecesOf(STEPS.write, chunks), ...backs, pieceOf(STEPS.end, 0)];
  },
  run: async (work, item) => {
    const run = await lockRun(sqlStore(work.trx, work.shopId), work.registry, Number(work.params.run));
    if (run === null || run.stt !== ImportRunStt.running) return NOTHING;
    const [step = "", place = ""] = item.key.split("-");
    const piece: Piece = { work, run, seq: Number(place), file: new KeptFile(work.trx, work.shopId, run.fileKey ?? "") };
    if (step === STEPS.check) return check(piece);
    if (step === STEPS.write) return write(piece);
    return step === STEPS.back ? back(piece) : end(piece);
  },
};

const pieceOf = (step: string, n: number): JobItem => ({ key: `${step}-${String(n).padStart(6, "0")}`, name: "" });
const piecesOf = (step: string, count: number | null): JobItem[] => Array.from({ length: count ?? 0 }, (_piece, n) => pieceOf(step, n));

/** What a run begins with. A trial keeps nothing of a chunk that the rows of another could refer to: such are written at once. */
export function firstPhase(mode: ImportMode, spec: ImportSpec, { chunks }: Pick<ImportRunRow, "chunks">): "check" | "write" {
  const isTried = mode === "all" && !(areLinked(spec) && (chunks ?? 0) > 1);
  return isTried ? "check" : "write";
}

interface Piece {
  readonly work: ItemWork;
  readonly run: ImportRunRow;
  readonly seq: number;
  readonly file: KeptFile;
}

/** Tries a chunk; what is refused of it is written down, and the next is tried all the same: all that is wrong is told at once. */
async function check(piece: Piece): Promise<ItemEnd> {
  const importing = await importerOf(piece);
  if (importing === null) return stop(piece, NOT_HIS);
  const { ends } = await bringPiece(piece, importing, "none");
  await piece.file.keepRefused(piece.seq, ends.filter(isRefused));
  await count(piece, "check", ends);
  return DONE;
}

/** Writes a chunk. Where all must be good and one is not, nothing of the chunk is kept, and what was written before goes back. */
async function write(piece: Piece): Promise<ItemEnd> {
  const { work, run, seq, file } = piece;
  const isAll = run.mode === "all";
  const isFirst = run.phase !== "write";
  if (isAll && isFirst && ((run.refused ?? 0) > 0 || (await hasFailedItem(work.trx, work.jobId, STEPS.check))))
    return skip(piece, STEPS.write);
  const importing = await importerOf(piece);
  if (importing === null) return stop(piece, NOT_HIS);
  const { ends, notices } = await bringPiece(piece, importing, isAll ? "all" : "good");
  const refused = ends.filter(isRefused);
  await file.keepRefused(seq, refused);
  const isKept = !isAll || refused.length === 0;
  if (isKept) await file.keepNotices(seq, notices);
  await count(isFirst ? { ...piece, run: { ...run, ...UNCOUNTED } } : piece, "write", isKept ? ends : refused);
  return isKept ? DONE : stop({ ...piece, run: { ...run, phase: "write" } }, `写入时有 ${refused.length} 行出现问题`);
}

/** Takes back what was written, where it must not stay. */
async function back(piece: Piece): Promise<ItemEnd> {
  const { work, run } = piece;
  if (run.phase !== "back" && !(await hasFailedItem(work.trx, work.jobId, STEPS.write))) return skip(piece, STEPS.back);
  const at = { store: storeOf(work), work: await workOf(work, run) };
  const { undone, inTheWay } = await undoLatest(at, run);
  if (inTheWay.length === 0) await patchRun(at.store, work.registry, run, { phase: "back", done: (run.done ?? 0) + undone });
  else await stop(piece, `有数据已被使用，没有退回：${inTheWay.join("；")}`);
  return DONE;
}

/** Says what came of the run. */
async function end(piece: Piece): Promise<ItemEnd> {
  const { work, run } = piece;
  const isAll = run.mode === "all";
  const refused = run.refused ?? 0;
  const isBroken = await hasFailedItem(work.trx, work.jobId, STEPS.write);
  const written = (run.created ?? 0) + (run.updated ?? 0) + (run.same ?? 0);
  const isDone = run.phase === "write" && written > 0 && !(isAll && (refused > 0 || isBroken));
  const left = isAll && !isDone ? await leftToUndo(storeOf(work), run) : 0;
  const told = [
    run.message ?? "",
    refused > 0 ? `${refused} 行有问题` : "",
    isBroken ? "部分数据因系统错误没有写入，请核对后重新导入" : "",
    left > 0 ? `还有 ${left} 条没有退回` : "",
    isDone || left > 0 ? "" : "没有导入任何数据",
  ];
  const counts = isDone || left > 0 ? {} : { created: 0, updated: 0, same: 0 };
  const message = told
    .filter((text) => text !== "")
    .join("，")
    .slice(0, LONGEST_MESSAGE);
  await patchRun(storeOf(work), work.registry, run, { ...counts, message, phase: null });
  const entity = entityOf(work.registry, "ImportRun");
  const transition = transitionOf(entity, isDone ? "finish" : left > 0 ? "leave" : "refuse");
  const system = systemWork(work.registry, work.shopId, work.now, run.Billid ?? "");
  await runTransition(storeOf(work), { ...system, entity, transition, id: run.Id });
  return DONE;
}

const NOT_HIS = "导入人已停用，或不再有导入权限";
const GONE = "文件内容已被清理，请重新上传";
const UNCOUNTED = { done: 0, created: 0, updated: 0, same: 0, refused: 0 } as const;
const LONGEST_MESSAGE = 1000;

const storeOf = ({ trx, shopId }: ItemWork) => sqlStore(trx, shopId);

/** Whoever began the run, with his rights as they are now; null: he may not import there any more. */
async function importerOf({ work, run }: Piece): Promise<Importing | null> {
  const { trx, registry, shopId, now } = work;
  const user = await findUser(trx, registry, run.USER_ID ?? "", now);
  if (user === null || user.viewer.shopId !== shopId) return null;
  try {
    const module = grantedModule(registry, user, String(run.MdlId));
    return importingOn({ db: forTenant(trx, tenantOf(user.viewer)), registry, viewer: user.viewer, now }, module);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

async function bringPiece({ work, run, seq, file }: Piece, importing: Importing, keep: BringHow["keep"]): Promise<Brought> {
  const [headings, chunk] = [await file.headings(), await file.chunk(seq)];
  if (headings === null || chunk === null) throw new ApiError(CODE.rule, GONE);
  return bringChunk(importing, headings, chunk, { run: run.Billid ?? "", keep, follows: run.audits, log: work.log });
}

/** Adds what became of rows to the run's counts. */
async function count({ work, run }: Piece, phase: "check" | "write", ends: readonly RowEnd[]): Promise<void> {
  const of = (wanted: RowEnd["state"]) => ends.filter(({ state }) => state === wanted).length;
  await patchRun(storeOf(work), work.registry, run, {
    phase,
    done: (run.done ?? 0) + ends.length,
    created: (run.created ?? 0) + of("created"),
    updated: (run.updated ?? 0) + of("updated"),
    same: (run.same ?? 0) + of("same"),
    refused: (run.refused ?? 0) + of("refused"),
  });
}

/** Goes no further: what is written of a run that must be whole goes back, that of any other stays. */
async function stop({ work, run }: Piece, message: string): Promise<ItemEnd> {
  await dropItems(work.trx, work.jobId, STEPS.check);
  await dropItems(work.trx, work.jobId, STEPS.write);
  const isBack = run.mode === "all" && run.phase === "write";
  if (!isBack) await dropItems(work.trx, work.jobId, STEPS.back);
  await patchRun(storeOf(work), work.registry, run, { message, ...(isBack && { phase: "back", done: 0 }) });
  return DONE;
}

/** Leaves out what there is no reason for. */
async function skip({ work }: Piece, step: string): Promise<ItemEnd> {
  await dropItems(work.trx, work.jobId, step);
  return NOTHING;
}
