import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry, type Registry as Metrics } from "prom-client";

/** What the servers of one start are to each other. */
export interface Crew {
  /** Whether it does what is to be done once: says what there is to say, keeps house. */
  readonly isFirst: boolean;
  /** Ends as soon as all that serve have come as far; those that do not come are waited for {@link MEETING_MS}. */
  meet(where: string): Promise<void>;
  /** The numbers of all of them. */
  metrics(own: Metrics): Promise<string>;
}

/** One server, with nobody beside it. */
export const ALONE: Crew = { isFirst: true, meet: async () => {}, metrics: (own) => own.metrics() };

/** A file that cannot be read by one of them must not keep an edit from the others for ever. */
const MEETING_MS = 15_000;
/** Until one that ended is started again: doubled each time it ends before it served. */
const AGAIN_MS = 500;
const AGAIN_MOST_MS = 30_000;
/** When all of them end in any case: a little later than each by itself. */
const LIMIT_MS = 10_500;
/** Which of them a process is, from 1. */
const PLACE = "SCM_WORKER";

/** Aborted when this process is to end by the word of the one who started it. */
const stopping = new AbortController();
export const toldToStop: AbortSignal = stopping.signal;

/** From a worker. */
type Ask = { readonly meet: string } | { readonly numbers: number };
/** To a worker. */
type Tell = { readonly met: string } | { readonly numbers: number; readonly text: string | null } | { readonly stop: true };

/**
 * `npm start -- --workers N`: so many servers on one port, each on a core of its own (docs/decisions/128). The first one starts alone, as it makes tables and first
 * data; one that ends is started again; a signal ends all of them in good order, a second one at once.
 *
 * @param program the file that each of them runs
 */
export function runWorkers(count: number, program: string): void {
  const log = (line: string) => void process.stdout.write(`${line}\n`);
  cluster.setupPrimary({ exec: program });
  const metrics = new AggregatorRegistry();
  const serving = new Set<Worker>();
  /** Who waits where for the others. */
  const meetings = new Map<string, Set<Worker>>();
  let [hasServed, isStopping] = [false, false];

  const startOne = (place: number, triesBefore: number) => {
    const worker = cluster.fork({ [PLACE]: String(place) });
    let tries = triesBefore;
    worker.once("listening", () => {
      serving.add(worker);
      tries = 0;
      if (hasServed) return;
      hasServed = true;
      for (let next = 2; next <= count; next++) startOne(next, 0);
    });
    worker.on("message", (ask: Ask) => {
      if ("meet" in ask) come(worker, ask.meet);
      else if ("numbers" in ask)
        metrics.clusterMetrics().then(
          (text) => tell(worker, { ...ask, text }),
          // One that starts does not answer yet.
          () => tell(worker, { ...ask, text: null }),
        );
    });
    worker.once("exit", (code, signal) => {
      serving.delete(worker);
      for (const [where, there] of meetings) {
        there.delete(worker);
        begin(where);
      }
      if (isStopping) {
        if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(0);
        return;
      }
      // What keeps the first of all from starting, it has said by itself.
      if (!hasServed) process.exit(code ?? 1);
      const ms = Math.min(AGAIN_MS * 2 ** tries, AGAIN_MOST_MS);
      log(`第 ${place} 个进程已结束，即将重启 / worker ${place} ended (${signal ?? code}) and is started again in ${ms / 1000} s`);
      setTimeout(() => {
        if (!isStopping) startOne(place, tries + 1);
      }, ms);
    });
  };
  const come = (worker: Worker, where: string) => {
    // One that does not serve yet keeps nobody waiting.
    if (!serving.has(worker)) return tell(worker, { met: where });
    // Whoever was not waited for any longer has gone on: he is here now, and nowhere else.
    for (const there of meetings.values()) there.delete(worker);
    meetings.set(where, (meetings.get(where) ?? new Set()).add(worker));
    begin(where);
  };
  const begin = (where: string) => {
    const there = meetings.get(where) ?? new Set();
    if (![...serving].every((each) => there.has(each))) return;
    meetings.delete(where);
    for (const each of there) tell(each, { met: where });
  };
  const onSignal = (signal: NodeJS.Signals) => {
    const workers = Object.values(cluster.workers ?? {});
    if (isStopping) {
      for (const worker of workers) worker?.process.kill("SIGKILL");
      process.exit(1);
    }
    isStopping = true;
    log(`${signal}: 正在停止，再按一次立即退出 / stopping, once more to exit at once`);
    if (workers.length === 0) process.exit(0);
    for (const worker of workers) {
      if (worker === undefined) continue;
      tell(worker, { stop: true });
      // One that starts listens to nobody; it ends as a start does.
      if (!serving.has(worker)) worker.process.kill("SIGTERM");
    }
    setTimeout(() => process.exit(1), LIMIT_MS).unref();
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  startOne(1, 0);
}

function tell(worker: Worker, what: Tell): void {
  // One that is about to end hears nothing any more.
  if (worker.isConnected()) worker.send(what);
}

/** The crew that this process belongs to. */
export function crewOf(): Crew {
  if (!cluster.isWorker) return ALONE;
  // Lets the one who started it collect the numbers.
  new AggregatorRegistry();
  process.on("message", (told: Tell) => {
    if ("stop" in told) stopping.abort();
  });
  let asked = 0;
  return {
    isFirst: process.env[PLACE] === "1",
    meet: async (where) => void (await ask({ meet: where }, (told) => "met" in told && told.met === where, MEETING_MS)),
    async metrics(own) {
      AggregatorRegistry.setRegistries([own]);
      const number = ++asked;
      const told = await ask({ numbers: number }, (each) => "numbers" in each && each.numbers === number, MEETING_MS);
      return (told && "text" in told && told.text) || own.metrics();
    },
  };
}

/** Ends with the answer, or with null where none comes in time. */
function ask(what: Ask, isAnswer: (told: Tell) => boolean, ms: number): Promise<Tell | null> {
  return new Promise((resolve) => {
    const end = (told: Tell | null) => {
      clearTimeout(timer);
      process.off("message", hear);
      resolve(told);
    };
    const hear = (told: Tell) => {
      if (isAnswer(told)) end(told);
    };
    const timer = setTimeout(() => end(null), ms);
    process.on("message", hear);
    process.send?.(what);
  });
}
