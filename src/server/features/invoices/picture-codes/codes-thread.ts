import { Worker } from "node:worker_threads";
import { threadFile } from "../../../base/thread-file.ts";
import type { CodesAnswer, Pixels } from "./codes-messages.ts";

/** The thread took longer than it may: it was ended. */
export class TooSlowError extends Error {
  override readonly name = "TooSlowError";
}

const MEMORY_MB = 256;

/**
 * Looks for QR codes in a thread of its own, one picture at a time. The thread is started by the first picture, is no reason for
 * the process to stay, and is replaced where a picture makes it fail or takes longer than `seconds`.
 */
export class CodesThread {
  readonly #seconds: number;
  #worker: Worker | null = null;

  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  /** The texts of the codes. The caller waits for the answer before it asks again. */
  async look(pixels: Pixels): Promise<readonly string[]> {
    const worker = this.#start();
    try {
      const answer = await this.#ask(worker, pixels);
      if ("texts" in answer) return answer.texts;
      throw new Error(`the decoder failed: ${answer.fault}`);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }

  #start(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(threadFile(import.meta.url, "codes-worker"), { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  #ask(worker: Worker, pixels: Pixels): Promise<CodesAnswer> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        worker.off("message", onMessage).off("error", onError).off("exit", onExit);
        settle();
      };
      const onMessage = (answer: CodesAnswer) => end(() => resolve(answer));
      const onError = (error: Error) => end(() => reject(error));
      const onExit = (code: number) => end(() => reject(new Error(`the thread that reads codes ended with code ${code}`)));
      const timer = setTimeout(() => end(() => reject(new TooSlowError(`no answer in ${this.#seconds} s`))), this.#seconds * 1000);
      worker.on("message", onMessage).on("error", onError).on("exit", onExit);
      worker.postMessage(pixels, [pixels.data.buffer]);
    });
  }
}
