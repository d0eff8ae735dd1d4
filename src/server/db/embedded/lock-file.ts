import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartupError } from "../../base/startup-error.ts";
import { isProcessAlive, processStart } from "./process-identity.ts";

interface Holder {
  readonly pid: number;
  readonly startedAt: string;
  readonly processStart?: string | undefined;
  readonly host?: string;
}

const HEARTBEAT_MS = 2000;
/** A holder on another host (another container on the same volume) is seen alive by its heartbeat only. */
const WATCH_MS = 3 * HEARTBEAT_MS;
const HALF_WRITTEN_MS = 300;

/**
 * Takes DATA_DIR for this process alone: two engines on one directory destroy acknowledged rows in silence.
 * A lock of a dead process is taken over, one of a live process never. Returns the function that gives it back.
 */
export async function acquireLock(dataDir: string): Promise<() => void> {
  const path = join(dataDir, "lock");
  const mine = JSON.stringify(identity());
  for (let tries = 0; !createExclusively(path, mine); tries++) {
    const seen = await readSettled(path);
    if (seen === undefined) continue;
    if (tries > 9 || (await isAlive(path, parse(seen)))) throw held(dataDir, parse(seen));
    if (takeOver(path, seen, mine, dataDir)) break;
  }
  return hold(path, mine);
}

function identity(): Holder {
  return { pid: process.pid, startedAt: new Date().toISOString(), processStart: processStart(process.pid), host: hostname() };
}

function createExclusively(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** The content once its writer is done with it: an empty file may be one that is being written just now. */
async function readSettled(path: string): Promise<string | undefined> {
  const content = read(path);
  if (content === undefined || parse(content)) return content;
  await sleep(HALF_WRITTEN_MS);
  return read(path);
}

async function isAlive(path: string, holder: Holder | undefined): Promise<boolean> {
  if (!holder) return false;
  if (holder.host === undefined || holder.host === hostname()) return isProcessAlive(holder.pid, holder.processStart);
  const before = beat(path);
  await sleep(WATCH_MS);
  return beat(path) !== before;
}

/** Replaces a dead lock. Only one process at a time may, and only if the lock is still the one it judged dead. */
function takeOver(path: string, seen: string, mine: string, dataDir: string): boolean {
  const guard = `${path}.takeover`;
  if (!createExclusively(guard, mine)) {
    const other = parse(read(guard) ?? "");
    if (other && isProcessAlive(other.pid, other.processStart)) throw held(dataDir, other);
    rmSync(guard, { force: true });
    return false;
  }
  try {
    if (read(path) !== seen) return false;
    const next = `${path}.${process.pid}`;
    writeFileSync(next, mine, { mode: 0o600 });
    renameSync(next, path);
    return true;
  } finally {
    rmSync(guard, { force: true });
  }
}

function hold(path: string, mine: string): () => void {
  const heartbeat = setInterval(() => {
    const now = new Date();
    if (read(path) === mine) utimesSync(path, now, now);
  }, HEARTBEAT_MS).unref();
  const release = (): void => {
    clearInterval(heartbeat);
    process.off("exit", release);
    if (read(path) === mine) rmSync(path, { force: true });
  };
  process.once("exit", release);
  return release;
}

function held(dataDir: string, holder: Holder | undefined): StartupError {
  const who = holder ? `process ${holder.pid} on ${holder.host ?? "this host"}, since ${holder.startedAt}` : "another process";
  return new StartupError(`DATA_DIR ${dataDir} is in use by ${who}: stop that one first, or choose another DATA_DIR`);
}

function parse(content: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === "object" && value !== null && "pid" in value && typeof value.pid === "number" ? (value as Holder) : undefined;
  } catch {
    return undefined;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function beat(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
