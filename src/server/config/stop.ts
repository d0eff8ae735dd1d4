import cluster from "node:cluster";
import type { FastifyInstance } from "fastify";
import { toldToStop } from "./workers.ts";

/** How long the listener stays open after `readyz` says no: a load balancer looks, and waiting connections are accepted. */
const GRACE_MS = 250;
/** How long calls may take to end by themselves; then their connections are cut. */
const DRAIN_MS = 6000;
/** When the process ends in any case. */
const LIMIT_MS = 9500;

/** What is closed, in this order. */
export interface ShutdownParts {
  readonly app: FastifyInstance;
  /** Tells everything that the end has begun: readyz, long polls, keep-alive. */
  readonly stopping: AbortController;
  /** Registry watcher, database. */
  readonly closers: readonly (() => Promise<void> | void)[];
  readonly log: (line: string) => void;
}

/**
 * SIGTERM or SIGINT ends the process in good order with exit code 0, within 10 s; a second signal ends it at once. One of several hears of
 * it from the one who started it as well, and leaves the second signal to him.
 */
export function stopOnSignals(parts: ShutdownParts): void {
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping && !cluster.isWorker) process.exit(1);
    if (isStopping) return;
    if (!cluster.isWorker) parts.log(`${signal}: 正在停止，再按一次立即退出 / stopping, once more to exit at once`);
    isStopping = true;
    setTimeout(() => process.exit(0), LIMIT_MS).unref();
    stop(parts).then(
      () => process.exit(0),
      (error: unknown) => {
        parts.log(`停止时出错 / error while stopping: ${error instanceof Error ? error.message : String(error)}`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  if (toldToStop.aborted) onSignal("SIGTERM");
  toldToStop.addEventListener("abort", () => onSignal("SIGTERM"));
}

async function stop({ app, stopping, closers }: ShutdownParts): Promise<void> {
  stopping.abort();
  await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearTimeout(cut);
  for (const close of closers) await close();
}
