import { CodesThread } from "./codes-thread.ts";
import { pixelsOf } from "./pixels-of.ts";

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
