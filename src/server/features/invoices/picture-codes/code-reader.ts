import { MOST_IMAGE_PIXELS } from "../../../../shared/domain/upload-rules.ts";
import { PatientThread } from "../../../base/patient-thread.ts";
import { pictures } from "../../../base/pictures.ts";
import { threadFile } from "../../../base/thread-file.ts";
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
const MEMORY_MB = 256;

/** Reads codes in a thread, one picture at a time; `seconds` is the limit of one look. */
export function threadedCodeReader(seconds = SECONDS): CodeReader {
  const thread = new PatientThread(threadFile(import.meta.url, "codes-worker"), { seconds, memoryMb: MEMORY_MB });
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

async function lookAt(thread: PatientThread, bytes: Buffer): Promise<readonly string[]> {
  for (const side of SIDES) {
    const pixels = await pixelsOf(bytes, side);
    const answer = await thread.ask<CodesAnswer>(pixels, { transfer: [pixels.data.buffer] });
    if ("fault" in answer) {
      // What has failed once is not asked again.
      thread.close();
      throw new Error(`the decoder failed: ${answer.fault}`);
    }
    if (answer.texts.length > 0) return answer.texts;
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
  const sharp = await pictures();
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
