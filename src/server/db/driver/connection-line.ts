interface Waiting {
  readonly enter: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Who waits for a connection of a pool, in the order in which they came. The pool itself knows one limit of time for two things: to open a connection,
 * which is slow only where the database is away, and to get one that others use, which is slow where many work.
 */
export class ConnectionLine {
  #free: number;
  readonly #waitMs: number;
  readonly #waiting = new Set<Waiting>();

  constructor(connections: number, waitMs: number) {
    this.#free = connections;
    this.#waitMs = waitMs;
  }

  /** Waits for a place; throws where there is none in time. */
  async enter(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => waiting.refuse(new Error(IN_VAIN)), this.#waitMs).unref();
      const settle = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
      };
      const waiting: Waiting = {
        enter: () => {
          settle();
          resolve();
        },
        refuse: (error) => {
          settle();
          reject(error);
        },
      };
      this.#waiting.add(waiting);
    });
  }

  /** Gives the place to the next one. `failed`: no connection could be opened, so that those who wait would wait in vain. */
  leave(failed?: Error): void {
    if (failed !== undefined) for (const waiting of this.#waiting) waiting.refuse(failed);
    const [next] = this.#waiting;
    if (next) next.enter();
    else this.#free += 1;
  }
}

/** In the pool's own words, by which such a failure is known (db/errors.ts). */
const IN_VAIN = "timeout exceeded when trying to connect";
