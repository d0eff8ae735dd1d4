import { Worker } from "node:worker_threads";
import sharp from "sharp";
import { MOST_IMAGE_PIXELS } from "../../../../shared/domain/upload-rules.ts";
import { askThread, threadFile } from "../../../base/thread-file.ts";
import type { CodesAnswer, Pixels } from "./codes-worker.ts";

/** Reads the QR codes on pictures. */
interface CodeReader {
  /** The texts of the codes on a picture (png, jpeg). Throws where it cannot be looked at in time. */
  read(bytes: Buffer): Promise<readonly string[]>;
  close(): void;
}

/** Too many pictures wait already. */
export class BusyError extends Error {
  override readonly name = "BusyError";
}

const MOST_WAITING = 20;

/**
 * Longest sides at which a picture is looked at, until a code is found: in a photograph of a whole sheet the code is small, in a
 * very large one its noise is smoothed by making it smaller.
 */
const SIDES = [1600, 3200, 900] as const;
const SECONDS = 5;

/** Reads codes in a thread, one picture at a time; `seconds` is the limit of one look. */
export function threadedCodeReader(seconds = SECONDS): CodeReader {
  const thread = new CodesThread(seconds);
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    async read(bytes) {
      if (waiting >= MOST_WAITING) throw new BusyError(`${waiting} pictures are waiting`);
      waiting += 1;
      const turn = last.then(() => lookAt(thread, bytes));
      last = turn.catch(() => undefined).finally(() => (waiting -= 1));
      return turn;
    },
    close: () => thread.close(),
  };
}

async function lookAt(thread: CodesThread, bytes: Buffer): Promise<readonly string[]> {
  for (const side of SIDES) {
    const texts = await thread.look(await pixelsOf(bytes, side));
    if (texts.length > 0) return texts;
  }
  return [];
}

declare module "../../../engine/inquiry.ts" {
  interface Outside {
    /** Reads the codes on pictures. */
    readonly codes: CodeReader;
  }
}

const DECODE_SECONDS = 5;

/** A picture's pixels, no side longer than `longest`. Throws for what is no picture, or has more pixels than an upload may. */
async function pixelsOf(bytes: Buffer, longest: number): Promise<Pixels> {
  const { data, info } = await sharp(bytes, { limitInputPixels: MOST_IMAGE_PIXELS, failOn: "error", sequentialRead: true })
    .timeout({ seconds: DECODE_SECONDS })
    .resize({ width: longest, height: longest, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(new Uint8Array(data).buffer), width: info.width, height: info.height };
}

/** The thread took longer than it may: it was ended. */
export class TooSlowError extends Error {
  override readonly name = "TooSlowError";
}

const MEMORY_MB = 256;

/**
 * Looks for QR codes in a thread of its own, one picture at a time. The thread is started by the first picture, is no reason for
 * the process to stay, and is replaced where a picture makes it fail or takes longer than `seconds`.
 */
class CodesThread {
  readonly #seconds: number;
  #worker: Worker | null = null;

  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  /** The texts of the codes. The caller waits for the answer before it asks again. */
  async look(pixels: Pixels): Promise<readonly string[]> {
    const worker = this.#start();
    const until = AbortSignal.timeout(Math.ceil(this.#seconds * 1000));
    try {
      const answer = await askThread<CodesAnswer>(worker, pixels, { transfer: [pixels.data.buffer], until });
      if ("texts" in answer) return answer.texts;
      throw new Error(`the decoder failed: ${answer.fault}`);
    } catch (error) {
      this.close();
      throw until.aborted ? new TooSlowError(`no answer in ${this.#seconds} s`) : error;
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
}
