import { once } from "node:events";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { Transferable, Worker } from "node:worker_threads";

/**
 * The file that a thread runs, from the module that starts it (`here`): the built one beside it, or the source beside it under
 * a TypeScript loader.
 */
export function threadFile(here: string, name: string): URL {
  if (!new URL(here).pathname.endsWith(".ts")) return new URL(`${name}.js`, here);
  const tsx = pathToFileURL(createRequire(here).resolve("tsx/package.json"));
  const loader = new URL("dist/esm/api/index.mjs", tsx).href;
  const source = new URL(`${name}.ts`, here).href;
  const script = `import { register } from "${loader}"; register(); await import("${source}");`;
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`);
}

/** How a thread is asked. */
interface Asking {
  /** What the thread gets for its own. */
  readonly transfer?: readonly Transferable[];
  /** Gives up waiting; the thread goes on. */
  readonly until?: AbortSignal;
}

/** Sends a thread one message and waits for its answer, or for its end, which rejects. */
export async function askThread<Answer>(worker: Worker, message: unknown, { transfer = [], until }: Asking = {}): Promise<Answer> {
  const answered = new AbortController();
  const signal = until === undefined ? answered.signal : AbortSignal.any([answered.signal, until]);
  try {
    const answer = once(worker, "message", { signal }) as Promise<[Answer]>;
    const ended = once(worker, "exit", { signal }).then(([code]) => Promise.reject(new Error(`the thread ended with code ${code}`)));
    worker.postMessage(message, transfer);
    answer.catch(() => undefined); // the one that loses is given up below
    ended.catch(() => undefined);
    return (await Promise.race([answer, ended]))[0];
  } finally {
    answered.abort();
  }
}
