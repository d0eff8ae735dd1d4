import { Worker } from "node:worker_threads";
import { threadFile } from "../../base/thread-file.ts";
import { crashed, type EngineError, tooSlow } from "./engine-error.ts";
import type { EngineTask, FromEngine, ToEngine } from "./engine-worker.ts";

/** On what terms the engine works; they change while it does. */
export interface EngineTerms {
  /** The time a statement may take; longer while a lease that needs it is held. */
  statementMs: number | undefined;
  /** Nothing is made durable, until {@link EngineSession.settle}: what there is may be thrown away and made anew. */
  isLaying: boolean;
}

interface Batch {
  readonly take: (bytes: Buffer) => void;
  readonly resolve: () => void;
  readonly reject: (error: EngineError) => void;
}

const STACK_MB = 64;

/** One engine thread on one directory, from opening to its end. After an error it is dead, and another one must be started. */
export class EngineSession {
  /** Settles when the thread is gone, and with it every hand on the directory. */
  readonly exited: Promise<void>;
  /** How often the engine made a file durable. */
  fsyncs = 0;
  onDeath: (error: EngineError) => void = () => undefined;

  readonly #worker: Worker;
  readonly #terms: EngineTerms;
  readonly #batches: Batch[] = [];
  #timer: NodeJS.Timeout | undefined;
  #death: EngineError | undefined;
  #isClosing = false;
  #settling: Pick<Batch, "resolve" | "reject"> | undefined;

  /** Opens (or creates) the database in `pgdata`; one that `beginsAs` another is a copy of that folder. */
  static async start(pgdata: string, terms: EngineTerms, beginsAs?: string): Promise<EngineSession> {
    const session = new EngineSession(pgdata, terms, beginsAs);
    try {
      await new Promise<void>((resolve, reject) => {
        session.#worker.once("message", resolve);
        session.onDeath = reject;
      });
    } catch (error) {
      await session.exited;
      throw error;
    }
    session.onDeath = () => undefined;
    return session;
  }

  private constructor(pgdata: string, terms: EngineTerms, beginsAs: string | undefined) {
    this.#terms = terms;
    this.#worker = new Worker(engineThread(), {
      workerData: { pgdata, isLaying: terms.isLaying, beginsAs } satisfies EngineTask,
      resourceLimits: { stackSizeMb: STACK_MB },
    });
    this.#worker.on("message", (message: FromEngine) => this.#hear(message));
    this.#worker.on("error", (error) => this.#die(crashed(error.message)));
    this.exited = new Promise((resolve) => {
      this.#worker.once("exit", (code) => {
        this.#die(crashed(`exit code ${code}`));
        resolve();
      });
    });
  }

  /** Whether a statement is running. */
  get isBusy(): boolean {
    return this.#batches.length > 0;
  }

  /** Sends protocol messages; `take` gets the answer piece by piece. */
  run(frames: Uint8Array<ArrayBuffer>, take: Batch["take"]): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#death) return reject(this.#death);
      this.#batches.push({ take, resolve, reject });
      if (this.#batches.length === 1) this.#watch();
      this.#tell({ kind: "run", frames });
    });
  }

  /** Makes all there is durable, and from now on what is committed at once. */
  async settle(): Promise<void> {
    const settled = new Promise<void>((resolve, reject) => {
      if (this.#death) return reject(this.#death);
      this.#settling = { resolve, reject };
    });
    this.#tell({ kind: "settle" });
    await settled;
  }

  /** Shuts the engine down in good order. */
  close(): Promise<void> {
    if (!this.#isClosing) this.#tell({ kind: "close" });
    this.#isClosing = true;
    return this.exited;
  }

  /** Stops the thread at once. What it acknowledged is safe. */
  async kill(error: EngineError = crashed("stopped")): Promise<void> {
    this.#die(error);
    await this.#worker.terminate();
  }

  #tell(message: ToEngine): void {
    this.#worker.postMessage(message, message.kind === "run" ? [message.frames.buffer] : []);
  }

  #hear(message: FromEngine): void {
    if (message.kind === "failed") {
      void this.kill(crashed(message.reason));
      return;
    }
    if (message.kind === "settled") this.#settling?.resolve();
    const batch = this.#batches[0];
    if (message.kind === "ready" || message.kind === "settled" || !batch) return;
    batch.take(Buffer.from(message.bytes.buffer));
    if (message.kind === "data") return;
    this.fsyncs = message.fsyncs;
    this.#batches.shift();
    this.#watch();
    batch.resolve();
  }

  #watch(): void {
    clearTimeout(this.#timer);
    const limit = this.#terms.statementMs;
    if (limit === undefined || !this.isBusy) return;
    this.#timer = setTimeout(() => void this.kill(tooSlow(limit)), limit);
  }

  #die(error: EngineError): void {
    if (this.#death) return;
    this.#death = error;
    clearTimeout(this.#timer);
    this.#settling?.reject(error);
    for (const batch of this.#batches.splice(0)) batch.reject(error);
    this.onDeath(error);
  }
}

/** The file that the engine thread runs. */
function engineThread(): URL {
  return threadFile(import.meta.url, "engine-worker");
}
