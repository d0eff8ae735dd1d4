import { fdatasyncSync } from "node:fs";
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
