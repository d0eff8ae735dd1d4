import { cpSync, fdatasyncSync, lstatSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { TEXT_SETTINGS } from "../driver/database.ts";
import { flushTree } from "./flush.ts";

// The thread in which the embedded engine lives: PostgreSQL protocol in, PostgreSQL protocol out.

/** What the thread is given at its start. */
export interface EngineTask {
  readonly pgdata: string;
  readonly isLaying: boolean;
  /** The folder that the database is to be a copy of; undefined: it is there. */
  readonly beginsAs: string | undefined;
}

/** From the server to the engine thread. */
export type ToEngine =
  | { readonly kind: "run"; readonly frames: Uint8Array<ArrayBuffer> } // whole messages of the PostgreSQL protocol
  | { readonly kind: "settle" } // makes durable what there is, and from now on what is committed
  | { readonly kind: "close" };

/** From the engine thread. Every `run` is answered by any number of `data`, then one `done` or `failed`; `settle` by `settled` or `failed`. */
export type FromEngine =
  | { readonly kind: "ready" }
  | { readonly kind: "settled" }
  | { readonly kind: "data"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "done"; readonly bytes: Uint8Array<ArrayBuffer>; readonly fsyncs: number }
  | { readonly kind: "failed"; readonly reason: string };

const NO_FSYNC = "-F";
const LONGJMP = 100; // how the engine says "an ordinary SQL error was raised"
const CHUNK_BYTES = 64 * 1024;

const SETTINGS: Readonly<Record<string, string>> = {
  ...TEXT_SETTINGS,
  fsync: "on",
  wal_sync_method: "fsync",
  max_stack_depth: "1MB", // the engine must notice deep recursion before WebAssembly does
  shared_buffers: "32MB", // 140 MB less memory than the default; the system caches the files anyway
  idle_in_transaction_session_timeout: "0",
  statement_timeout: "0", // would block the thread: the server ends it instead
};

/**
 * After how much work, in bytes of code that were run, a function of the engine is compiled once more, to be faster. At a tenth of it, which is usual, a start
 * has the processor compile for as long as everything else of it takes, and sums are no slower. While first data are laid most functions run for seconds,
 * once: they are compiled later still, and the first sums afterwards are a tenth slower (docs/decisions/137).
 */
const [TIERING_BUDGET, LAYING_BUDGET] = [20_000_000, 300_000_000];

type Init = NodeFS["init"];

/** The parts of the engine's file layer that are replaced. */
interface FileLayer {
  getMode: (path: string) => number;
  readonly stream_ops: { fsync?: (stream: { nfd: number }) => number };
}

const NO_SUCH_FILE = 44; // ENOENT, as the engine counts errors

/**
 * Files on disk, with the flush that the engine asks for at every commit really done: the packaged layer ignores it. That a file is not there is told without
 * the error that Node would make of it: the engine asks for the map of free pages of an index, which most have not, for each page it adds.
 */
class DurableFs extends NodeFS {
  /** How often the engine made a file durable. */
  fsyncs = 0;

  override async init(...args: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(...args);
    const preRun: NonNullable<typeof emscriptenOpts.preRun> = [
      ...(emscriptenOpts.preRun ?? []),
      (module) => {
        const layer = module.NODEFS as unknown as FileLayer;
        const modeOf = layer.getMode;
        const notThere = new module.FS.ErrnoError(NO_SUCH_FILE);
        layer.getMode = (path) => {
          if (lstatSync(path, { throwIfNoEntry: false }) === undefined) throw notThere;
          return modeOf(path);
        };
        layer.stream_ops.fsync = ({ nfd }) => {
          if (isLaying) return 0;
          fdatasyncSync(nfd); // a failure stops the engine: see watchForTraps
          this.fsyncs++;
          return 0;
        };
      },
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

/** What comes and goes is the protocol as it is: the engine's own readers of arrays, for which it would ask for all types, are not used. */
class Engine extends PGlite {
  override async _initArrayTypes(): Promise<void> {
    // Nothing to be asked.
  }
}

if (!parentPort) throw new Error("engine-worker runs as a worker thread only");
const port = parentPort;
const { pgdata, beginsAs, ...terms } = workerData as EngineTask;
let { isLaying } = terms;
// With a filter Node copies by its own code: the other way ends some versions of it on Windows where a path has Chinese letters.
if (beginsAs !== undefined) cpSync(beginsAs, pgdata, { recursive: true, filter: () => true });
const files = new DurableFs(pgdata);
const stderr: string[] = [];
const engine = await open();

let trap: unknown;
watchForTraps();
port.on("message", (message: ToEngine) => {
  if (message.kind === "run") run(message.frames);
  else void (message.kind === "settle" ? settle() : close());
});
tell({ kind: "ready" });

async function open(): Promise<Engine> {
  setFlagsFromString(`--wasm-tiering-budget=${isLaying ? LAYING_BUDGET : TIERING_BUDGET}`);
  const startParams = PGlite.defaultStartParams.filter((param) => param !== NO_FSYNC);
  for (const [name, value] of Object.entries(SETTINGS)) startParams.push("-c", `${name}=${value}`);
  const opening = new Engine({ fs: files, startParams, onStderr: keepLine });
  try {
    await opening.waitReady;
  } catch (error) {
    throw new Error([describe(error), ...stderr].join(" | "));
  }
  return opening;
}

/** PGlite swallows an exception of WebAssembly (stack overflow, failed flush) and goes on as if all were well. */
function watchForTraps(): void {
  const module = engine.Module;
  const once = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      once();
    } catch (error) {
      if ((error as { status?: unknown }).status !== LONGJMP) trap = error;
      throw error;
    }
  };
}

function run(frames: Uint8Array): void {
  let parts: Uint8Array[] = [];
  let size = 0;
  const take = (bytes: Uint8Array): void => {
    parts.push(bytes.slice()); // the bytes lie in the engine's memory
    size += bytes.length;
    if (size < CHUNK_BYTES) return;
    tell({ kind: "data", bytes: joined(parts) });
    parts = [];
    size = 0;
  };
  engine.execProtocolRawStream(frames, { syncToFs: false, onRawData: take }).then(
    () => {
      if (trap !== undefined) tell({ kind: "failed", reason: describe(trap) });
      else tell({ kind: "done", bytes: joined(parts), fsyncs: files.fsyncs });
    },
    (error) => tell({ kind: "failed", reason: describe(error) }),
  );
}

async function settle(): Promise<void> {
  isLaying = false; // what is written while the rest is made durable is made durable at once
  try {
    await flushTree(pgdata);
    tell({ kind: "settled" });
  } catch (error) {
    tell({ kind: "failed", reason: describe(error) });
  }
}

async function close(): Promise<void> {
  await engine.close();
  port.close();
}

function tell(message: FromEngine): void {
  port.postMessage(message, "bytes" in message ? [message.bytes.buffer] : []);
}

/** One block of its own memory, so that it can be handed over without a copy. */
function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

function keepLine(line: string): boolean {
  stderr.push(line);
  if (stderr.length > 5) stderr.shift();
  return true;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
