import type { Job } from "./job.ts";
import { type JobRun, runOpenJobs } from "./job-runner.ts";

const SWEEP_MS = 30_000;
const PERIODS_MS = 3_600_000;

/**
 * Works on jobs in the background of a server: at once when one is started here, and now and then on those that another server has
 * left behind. Starts what is due by itself.
 */
export class JobScheduler {
  readonly #run: JobRun;
  #working: Promise<void> = Promise.resolve();
  #isWanted = false;
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(run: JobRun) {
    this.#run = run;
  }

  /** Begins to look after jobs by itself. */
  open(): void {
    this.#timers.push(setInterval(() => this.wake(), SWEEP_MS).unref(), setInterval(() => this.#begin(), PERIODS_MS).unref());
    this.#begin();
  }

  /** There may be work. Nobody waits for it. */
  wake(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#working = this.#working.then(async () => {
      this.#isWanted = false;
      await runOpenJobs(this.#run).catch((error: Error) => this.#run.log(`jobs: ${error.message}`));
    });
  }

  /** Waits for what is being done; nothing begins afterwards. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#working;
  }

  #begin(): void {
    const { db, registry, now, log, stopping } = this.#run;
    this.#working = this.#working.then(async () => {
      if (stopping.aborted) return;
      const model = registry.current();
      for (const [name, job] of Object.entries(model.code.jobs as Readonly<Record<string, Job>>)) {
        await job.startDue?.(db, model, now()).catch((error: Error) => log(`${name}: ${error.message}`));
      }
    });
    this.wake();
  }
}
