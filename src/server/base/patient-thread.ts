import { type Transferable, Worker } from "node:worker_threads";
import { askThread } from "./thread-file.ts";

/** The thread took longer than it may: it was ended. */
export class TooSlowError extends Error {
  override readonly name = "TooSlowError";
}

interface ThreadLimits {
  /** For one answer. */
  readonly seconds: number;
  readonly memoryMb: number;
}

interface Asking {
  readonly transfer?: readonly Transferable[];
  /** Whoever asks wants no answer any more. */
  readonly gone?: AbortSignal;
}

/**
 * A thread that does one piece of work after the other. The first starts it, it is no reason for the process to stay, and it is replaced
 * where work makes it fail or takes longer than it may.
 */
export class PatientThread {
  readonly #file: URL;
  readonly #limits: ThreadLimits;
  #worker: Worker | null = null;

  /** `file`: as threadFile names it. */
  constructor(file: URL, limits: ThreadLimits) {
    this.#file = file;
    this.#limits = limits;
  }

  /** The answer to a message. The caller waits for it before it asks again. Throws TooSlowError. */
  async ask<Answer>(message: unknown, { transfer = [], gone }: Asking = {}): Promise<Answer> {
    const { seconds } = this.#limits;
    const late = AbortSignal.timeout(Math.ceil(seconds * 1000));
    try {
      const until = gone === undefined ? late : AbortSignal.any([late, gone]);
      return await askThread<Answer>(this.#start(), message, { transfer, until });
    } catch (error) {
      this.close();
      throw late.aborted ? new TooSlowError(`no answer in ${seconds} s`) : error;
    }
  }

  close(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }

  #start(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(this.#file, { resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb } });
    worker.unref();
    this.#worker = worker;
    return worker;
  }
}
