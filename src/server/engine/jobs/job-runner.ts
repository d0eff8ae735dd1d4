import { ApiError } from "../../../shared/protocol/envelope.ts";
import { registryOf } from "../../base/viewer.ts";
import type { Db } from "../../db/connect.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import { retrying, willPass } from "../../db/errors.ts";
import { isOvertaken, type Serving } from "../../registry/overtaken.ts";
import { type Job, type JobItem, jobOf } from "./job.ts";
import { endItem, endJob, type KeptJob, lockJob, lockNextItem, openJobs, readJob } from "./job-store.ts";

export interface JobRun {
  readonly db: Db;
  readonly registry: Serving;
  readonly now: () => Date;
  readonly log: (line: string) => void;
  /** Stops between two pieces; what is open is done by whoever comes next. */
  readonly stopping: AbortSignal;
}

const SYSTEM_FAULT = "系统错误，请稍后重新生成";

/**
 * Does what is open of a job, piece by piece, each in a transaction that also writes down how it ended: after a crash nothing is
 * done twice and nothing is forgotten. Several servers may work on one job: each piece is locked by one of them.
 */
export async function runJob(run: JobRun, id: string): Promise<void> {
  const job = await readJob(run.db, id);
  if (job === null || !job.isOpen) return;
  while (!run.stopping.aborted && (await runNext(run, job))) {
    // One after the other: a supplier's statement is made from all of his documents at once.
  }
  if (!run.stopping.aborted) await endJob(run.db, id, run.now());
}

/** How long a job that could not go on is left alone while others are done. */
const PAUSE_MS = 30_000;

/**
 * Everything that was begun and not ended, e.g. by a server that is no more. A piece of each in turn: a long one keeps no other waiting, nor does one
 * that cannot go on now, as somebody holds a row of it; that is logged, and tried again after a while, or when this is called again.
 */
export async function runOpenJobs(run: JobRun): Promise<void> {
  const stuck = new Map<string, number>();
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const id of await openJobs(run.db)) {
      if (run.stopping.aborted) return;
      if (performance.now() < (stuck.get(id) ?? 0)) continue;
      try {
        const job = await readJob(run.db, id);
        if (job === null || !job.isOpen) continue;
        if (await runNext(run, job)) isMore = true;
        else if (!run.stopping.aborted) await endJob(run.db, id, run.now());
      } catch (error) {
        stuck.set(id, performance.now() + PAUSE_MS);
        run.log(`job ${id} is left for a while: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
}

/** Whether there was another piece. */
async function runNext(run: JobRun, job: KeptJob): Promise<boolean> {
  let item: JobItem | null = null;
  const model = run.registry.current();
  try {
    return await retrying(() =>
      run.db.transaction().execute(async (trx) => {
        const named = model.code.jobs[job.name] as Job | undefined;
        if (named?.isOrdered === true && !(await lockJob(trx, job.id))) return false;
        item = await lockNextItem(trx, job.id);
        if (item === null) return false;
        const { shopId, params, creator } = job;
        const own = forTenant(trx, { as: "shop", shop: shopId });
        const registry = registryOf(model, shopId);
        const work = { trx: own, registry, now: run.now(), shopId, jobId: job.id, params, creator, log: run.log };
        await endItem(trx, job.id, item.key, await jobOf(registry, job.name).run(work, item));
        return true;
      }),
    );
  } catch (error) {
    return refused(run, job, item, { error, version: model.version });
  }
}

interface Failure {
  readonly error: unknown;
  /** Of the model that the piece began with. */
  readonly version: string;
}

/** A refusal, or a mistake of ours, ends the piece; a database that is away, or has the tables of another model by now, ends this run alone. */
async function refused(run: JobRun, job: KeptJob, item: JobItem | null, { error, version }: Failure): Promise<boolean> {
  const isKnown = error instanceof ApiError;
  if (item === null || (!isKnown && (willPass(error) || isOvertaken(error, version, run.registry)))) throw error;
  if (!isKnown) run.log(`job ${job.name} of shop ${job.shopId}, ${item.key}: ${error instanceof Error ? error.message : String(error)}`);
  await endItem(run.db, job.id, item.key, { state: "failed", note: isKnown ? error.message : SYSTEM_FAULT });
  return true;
}
