import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Guard } from "./guards.ts";

/**
 * What became of a guard. broken: no test could be loaded without it, or the process that tried it ended; hangs: nothing came of it in time.
 * Both prove nothing.
 */
export type Verdict = "killed" | "survived" | "broken" | "hangs";

/** The guards that the same test files judge. */
export interface Batch {
  readonly tests: readonly string[];
  readonly guards: readonly Guard[];
}

/** What a lane says of a batch: that its tests pass or fail with every guard in place, and where they pass, of each guard in turn. */
export type Word = "passes" | "failing" | Exclude<Verdict, "hangs">;

interface Lanes {
  /** The program of a lane (lane.ts): says `ready` once it listens, takes one batch after the other, and ends when it is let go. */
  readonly program: string;
  readonly count: number;
  /** So long (ms) a lane may say nothing; then it is ended with all that it has started, and another goes on. */
  readonly limitMs: number;
}

/** Is told what became of each guard; of a whole batch (null) that its tests fail anyway. */
type Tell = (verdict: Verdict | "failing", batch: Batch, guard: Guard | null) => void;

/** Tries every batch, in as many processes at once as there may be. */
export async function tryAll(batches: readonly Batch[], lanes: Lanes, tell: Tell): Promise<void> {
  const queue = [...batches];
  const work = async () => {
    let lane: ChildProcess | null = null;
    for (let batch = queue.shift(); batch !== undefined; batch = queue.shift()) {
      lane ??= await start(lanes.program);
      const left = await tryBatch(lane, batch, lanes.limitMs, tell);
      if (left === null) continue;
      endAll(lane);
      lane = null;
      if (left.guards.length > 0) queue.unshift(left);
    }
    if (lane === null) return;
    lane.disconnect();
    await once(lane, "exit");
  };
  await Promise.all(Array.from({ length: Math.min(lanes.count, queue.length) }, work));
}

/** In a group of its own, so that it can be ended with everything that its tests have started. */
async function start(program: string): Promise<ChildProcess> {
  const lane = fork(program, { execArgv: process.execArgv, detached: true });
  const end = () => endAll(lane);
  process.once("exit", end);
  lane.once("exit", () => process.off("exit", end));
  await Promise.race([
    once(lane, "message"),
    once(lane, "exit").then(([code]) => {
      throw new Error(`${program} ended with ${code} before it listened`);
    }),
  ]);
  return lane;
}

function endAll({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** What is left of the batch for another lane, as this one can go on no more; null: it has done all of it. */
function tryBatch(lane: ChildProcess, batch: Batch, limitMs: number, tell: Tell): Promise<Batch | null> {
  const { tests, guards } = batch;
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout;
    /** Of the guard that is being tried; before the first one the tests must pass with all of them in place. */
    let index = -1;
    const say = (verdict: Verdict | "failing") => {
      const guard = guards[index] ?? null;
      tell(guard === null ? "failing" : verdict, batch, guard);
    };
    const end = (left: Batch | null) => {
      clearTimeout(timer);
      lane.off("message", hear).off("exit", lose);
      resolve(left);
    };
    const give = (verdict: Verdict) => {
      say(verdict);
      end({ tests, guards: index < 0 ? [] : guards.slice(index + 1) });
    };
    const lose = () => give("broken");
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(give, limitMs, "hangs");
    };
    const hear = (word: Word) => {
      wait();
      if (word !== "passes") say(word);
      index += 1;
      if (word === "failing" || index === guards.length) end(null);
    };
    lane.on("message", hear).on("exit", lose);
    wait();
    lane.send(batch);
  });
}
