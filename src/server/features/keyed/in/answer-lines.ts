import { once } from "node:events";
import { PassThrough } from "node:stream";
import { CODE } from "../../../../shared/protocol/envelope.ts";
import type { Totals } from "./take-in.ts";
import type { PartEnd, RecordEnd } from "./take-part.ts";

/** The last line of an answer. Without it, or with another Code than 200, the batch is to be sent again. */
export interface EndLine {
  readonly end: true;
  readonly Code: number;
  readonly Msg: string;
  readonly totals?: Totals;
}

/**
 * Answers of a batch, a line for each row, in order. Who sends without listening is answered when he has sent everything: what he does not
 * take is not held, but read again from where it is kept.
 */
export class AnswerLines {
  readonly stream = new PassThrough();
  readonly #kept: (part: number) => Promise<readonly RecordEnd[]>;
  /** What is kept nowhere: told when it is the turn of its part. */
  readonly #notices = new Map<number, readonly string[]>();
  #told = 0;

  /** @param kept what became of the rows of a part, read again */
  constructor(kept: (part: number) => Promise<readonly RecordEnd[]>) {
    this.#kept = kept;
  }

  tell(part: number, { ends, notices }: PartEnd): void {
    if (notices.length > 0) this.#notices.set(part, notices);
    if (this.#told === part && !this.stream.writableNeedDrain) this.#write(ends);
  }

  /** Says what is left, and ends. */
  async finish(parts: number, totals: Totals, code: number, message: string): Promise<void> {
    // Whoever is gone is told nothing.
    while (this.#told < parts && !this.stream.destroyed) {
      await this.#drained();
      this.#write(await this.#kept(this.#told));
    }
    this.#end({ end: true, Code: code, Msg: message, totals });
  }

  /** Ends before its end. */
  fail(code: number, message: string): void {
    this.#end({ end: true, Code: code === CODE.ok ? CODE.failed : code, Msg: message });
  }

  #write(ends: readonly RecordEnd[]): void {
    const notices = this.#notices.get(this.#told) ?? [];
    this.#notices.delete(this.#told);
    this.#told += 1;
    const lines = [...ends, ...notices.map((notice) => ({ notice }))].map((line) => `${JSON.stringify(line)}\n`);
    if (lines.length > 0) this.stream.write(lines.join(""));
  }

  #end(line: EndLine): void {
    this.stream.end(`${JSON.stringify(line)}\n`);
  }

  async #drained(): Promise<void> {
    if (this.stream.writableNeedDrain && !this.stream.destroyed)
      await Promise.race([once(this.stream, "drain"), once(this.stream, "close")]);
  }
}
