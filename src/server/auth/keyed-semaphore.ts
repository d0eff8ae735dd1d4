import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import { Semaphore } from "../base/semaphore.ts";

/** Who waits for one key at most; a flood must not eat the memory. */
const MOST_WAITING = 200;
const BUSY = "登录请求过多，请稍后再试";

/** Lets only so many pieces of work of one key run at once; the others wait their turn. */
export class KeyedSemaphore {
  /** By key: its semaphore, and how many run or wait there. */
  readonly #lines = new Map<string, { readonly semaphore: Semaphore; count: number }>();
  readonly #width: number;

  constructor(width: number) {
    this.#width = width;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { semaphore: new Semaphore(this.#width), count: 0 };
    // guard rate: tests/server/auth/keyed-semaphore.test.ts
    if (line.count >= this.#width + MOST_WAITING) throw new ApiError(CODE.tooMany, BUSY);
    this.#lines.set(key, line);
    line.count += 1;
    try {
      return await line.semaphore.run(work);
    } finally {
      line.count -= 1;
      if (line.count === 0) this.#lines.delete(key);
    }
  }
}
