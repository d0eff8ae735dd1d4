import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { PrintDocument } from "../../shared/protocol/print.ts";
import { PatientThread, TooSlowError } from "../base/patient-thread.ts";
import { threadFile } from "../base/thread-file.ts";
import type { PaperAnswer } from "./paper-worker.ts";
import type { PaperOrder } from "./write-sheets.ts";

interface Limits {
  readonly sheets: number;
  readonly seconds: number;
}

/** A PDF has no more sheets, and takes no longer to be drawn; both are far above what is printed by hand. */
const LIMITS: Limits = { sheets: 3000, seconds: 60 };
const MEMORY_MB = 512;

const TOO_LONG = (most: number) => `要下载的单据排出来超过 ${most} 页，没有生成 PDF，请减少单据后分几次下载`;
const TOO_SLOW = (seconds: number) => `单据内容太多，${seconds} 秒内没有排完，没有生成 PDF，请减少单据后分几次下载`;

/** Draws documents as the sheets of a PDF, in a thread, one order after the other (docs/decisions/92). */
export class PaperPress {
  readonly #thread: PatientThread;
  readonly #limits: Limits;
  #last: Promise<unknown> = Promise.resolve();

  constructor(limits = LIMITS) {
    this.#limits = limits;
    this.#thread = new PatientThread(threadFile(import.meta.url, "paper-worker"), { seconds: limits.seconds, memoryMb: MEMORY_MB });
  }

  /** The PDF. What would be too much for one is refused with Code 400; rejects where `gone` aborts, as nobody waits for it any more. */
  print(document: PrintDocument, named: Pick<PaperOrder, "title" | "made">, gone: AbortSignal): Promise<Buffer> {
    const turn = this.#last.then(() => this.#draw({ ...document, ...named, mostSheets: this.#limits.sheets }, gone));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  close(): void {
    this.#thread.close();
  }

  async #draw(order: PaperOrder, gone: AbortSignal): Promise<Buffer> {
    gone.throwIfAborted();
    try {
      const answer = await this.#thread.ask<PaperAnswer>(order, { gone });
      if ("bytes" in answer) return Buffer.from(answer.bytes.buffer);
      if ("fault" in answer) throw new Error(`no PDF could be drawn: ${answer.fault}`);
      throw new ApiError(CODE.badInput, TOO_LONG(this.#limits.sheets));
    } catch (error) {
      throw error instanceof TooSlowError ? new ApiError(CODE.badInput, TOO_SLOW(this.#limits.seconds)) : error;
    }
  }
}
