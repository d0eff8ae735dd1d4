import { closeSync, fdatasyncSync, fsyncSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type Init = NodeFS["init"];

/** The part of the engine's file layer that is replaced. */
interface FileLayer {
  stream_ops: { fsync?: (stream: { nfd: number }) => number };
}

/** Files on disk, with the flush that the engine asks for at every commit really done: the packaged layer ignores it. */
export class DurableFs extends NodeFS {
  /** How often the engine made a file durable. */
  fsyncs = 0;

  override async init(...args: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(...args);
    const preRun: NonNullable<typeof emscriptenOpts.preRun> = [
      ...(emscriptenOpts.preRun ?? []),
      (module) => {
        (module.NODEFS as unknown as FileLayer).stream_ops.fsync = ({ nfd }) => {
          fdatasyncSync(nfd); // a failure stops the engine: see engine-worker
          this.fsyncs++;
          return 0;
        };
      },
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

/** Makes a whole directory durable, after the engine copied a new database into it without a flush. */
export function flushTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) flushTree(path);
    else if (entry.isFile()) flush(path);
  }
  flush(directory);
}

function flush(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
