import { ApiError, CODE } from "../../shared/protocol/envelope.ts";

/** Who waits for one key at most; a flood must not eat the memory. */
const MOST_WAITING = 200;
const BUSY = "登录请求过多，请稍后再试";

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Lets only so many pieces of work of one key run at once; the others wait their turn. */
export class KeyedSemaphore {
  readonly #lines = new Map<string, Line>();
  readonly #width: number;

  constructor(width: number) {
    this.#width = width;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    this.#lines.set(key, line);
    if (line.running < this.#width) line.running += 1;
    else await this.#wait(line);
    try {
      return await work();
    } finally {
      this.#leave(key, line);
    }
  }

  #wait({ waiting }: Line): Promise<void> {
    if (waiting.length >= MOST_WAITING) throw new ApiError(CODE.tooMany, BUSY);
    return new Promise((resolve) => waiting.push(resolve));
  }

  /** Hands the place on, so that nobody who comes later slips in before. */
  #leave(key: string, line: Line): void {
    const next = line.waiting.shift();
    if (next === undefined) line.running -= 1;
    else next();
    if (line.running === 0) this.#lines.delete(key);
  }
}
