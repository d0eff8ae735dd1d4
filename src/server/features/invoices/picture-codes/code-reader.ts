import sharp from "sharp";
import { MOST_IMAGE_PIXELS } from "../../../../shared/domain/upload-rules.ts";
import type { Pixels } from "./codes-messages.ts";
import { CodesThread } from "./codes-thread.ts";

/** Reads the QR codes on pictures. */
export interface CodeReader {
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
