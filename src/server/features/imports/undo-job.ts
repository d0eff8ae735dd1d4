import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { findUser } from "../../auth/session-store.ts";
import { profileOf } from "../../base/viewer.ts";
import type { Work } from "../../engine/effects/effect.ts";
import type { ItemWork, Job } from "../../engine/jobs/job.ts";
import { dropItems } from "../../engine/jobs/job-store.ts";
import { runTransition } from "../../engine/run-transition.ts";
import { userWork, workIn } from "../../engine/run-work.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { systemWork } from "../../engine/system.ts";
import { entityOf, transitionOf } from "../../engine/values/names.ts";
import { type ImportRunRow, ImportRunStt } from "../../generated/entities.ts";
import type { QueryContext } from "../../query/context.ts";
import { lockRun, patchRun } from "./runs.ts";
import { inSavepoint } from "./savepoint.ts";
import { leftToUndo, UNDONE_AT_ONCE, type Undone, undoLatest } from "./undo-rows.ts";

export const UNDO_JOB = "undo-import";

/** What the pieces do: rows are taken back, some at a time; then it is said what came of it. */
const STEPS = { undo: "1", end: "9" } as const;

/**
 * Takes a run back, the rows written last first, some to a transaction. Where somebody uses one of them meanwhile it stops, and goes on
 * when it is asked for again.
 */
export const undoJob: Job = {
  isOrdered: true,
  params: () => {
    throw new ApiError(CODE.badInput, "撤销由“导入记录”开始");
  },
  choices: async () => [],
  items: async (trx, registry, shopId, { run }) => {
    const store = sqlStore(trx, shopId);
    const found = await lockRun(store, registry, Number(run));
    const count = found === null ? 0 : Math.ceil((await leftToUndo(store, found)) / UNDONE_AT_ONCE);
    const pieces = Array.from({ length: count }, (_piece, n) => ({ key: `${STEPS.undo}-${String(n).padStart(6, "0")}`, name: "" }));
    return [...pieces, { key: STEPS.end, name: "" }];
  },
  run: async (work, item) => {
    const store = sqlStore(work.trx, work.shopId);
    const run = await lockRun(store, work.registry, Number(work.params.run));
    if (run === null || run.stt !== ImportRunStt.undoing) return { state: "none", note: "" };
    if (item.key === STEPS.end) await end(work, run);
    else await undo(work, run);
    return { state: "made", note: "" };
  },
};

async function undo(work: ItemWork, run: ImportRunRow): Promise<void> {
  const store = sqlStore(work.trx, work.shopId);
  const { undone, inTheWay } = await undoneBy(work, run);
  if (inTheWay.length === 0) return patchRun(store, work.registry, run, { done: (run.done ?? 0) + undone });
  await dropItems(work.trx, work.jobId, STEPS.undo);
  await patchRun(store, work.registry, run, { message: `撤销没有完成：${inTheWay.join("；")}` });
}

/** Nobody gives by undoing what he does not hold (docs/decisions/81). */
async function undoneBy(work: ItemWork, run: ImportRunRow): Promise<Undone> {
  const user = await userOf(work, run, String(work.params.user));
  if (user === null) return { undone: 0, inTheWay: ["撤销人已停用"] };
  const { ctx, module } = user;
  const isAll = ({ inTheWay }: Undone) => inTheWay.length === 0;
  try {
    return await inSavepoint(work.trx, isAll, () =>
      workIn(ctx, module, userWork(ctx, module, run.Billid ?? ""), (at) => undoLatest(at, run)),
    );
  } catch (error) {
    if (error instanceof ApiError && error.code !== CODE.unavailable) return { undone: 0, inTheWay: [error.message] };
    throw error;
  }
}

async function end(work: ItemWork, run: ImportRunRow): Promise<void> {
  const store = sqlStore(work.trx, work.shopId);
  const left = await leftToUndo(store, run);
  const entity = entityOf(work.registry, "ImportRun");
  const message = left === 0 ? "已撤销" : `${run.message ?? "撤销没有完成"}，还有 ${left} 条没有撤销`;
  await patchRun(store, work.registry, run, { message, phase: null });
  const system = systemWork(work.registry, work.shopId, work.now, run.Billid ?? "");
  await runTransition(store, { ...system, entity, transition: transitionOf(entity, left === 0 ? "undone" : "interrupt"), id: run.Id });
}

/** In whose name a run goes back that must be whole: its user's, or the system's where he is gone. */
export async function workOf(work: ItemWork, run: ImportRunRow): Promise<Work> {
  const reqkey = run.Billid ?? "";
  const user = await userOf(work, run, run.USER_ID ?? "");
  return user === null ? systemWork(work.registry, work.shopId, work.now, reqkey) : userWork(user.ctx, user.module, reqkey);
}

/** A user as he is now, on the page of the run; null: he, or the page, is gone. */
async function userOf({ trx, registry, shopId, now }: ItemWork, run: ImportRunRow, userId: string) {
  const user = await findUser(trx, registry, userId, now);
  const module = profileOf(registry, shopId).modules[run.MdlId ?? 0];
  if (user === null || user.viewer.shopId !== shopId || module === undefined) return null;
  const ctx: QueryContext = { db: trx, registry, viewer: user.viewer, now };
  return { ctx, module };
}
