/** Calls that wait until the version is another one (long polling of open pages). */
export interface ChangeWaiters {
  /** The version then; after `ms` at the latest the current one. */
  wait(known: string, ms: number): Promise<string>;
  /** Answers everyone with the current version. */
  wake(): void;
}

export function changeWaiters(current: () => string): ChangeWaiters {
  const waiting = new Set<() => void>();
  return {
    wait(known, ms) {
      if (current() !== known) return Promise.resolve(current());
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          waiting.delete(done);
          resolve(current());
        };
        // A page that waits must not keep the process alive.
        const timer = setTimeout(done, ms).unref();
        waiting.add(done);
      });
    },
    wake() {
      for (const done of [...waiting]) done();
    },
  };
}
