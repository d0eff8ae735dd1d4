import { Worker } from "node:worker_threads";
import type { BuildResult } from "../../shared/build-registry.ts";
import type { BuildOptions } from "../../shared/registry/context.ts";
import { linkCode } from "../../shared/registry/link-code.ts";
import type { Registry } from "../../shared/registry/model.ts";
import type { Problem } from "../../shared/registry/problem.ts";
import { askThread, threadFile } from "../base/thread-file.ts";
import { unpack } from "./transfer.ts";

/** What the thread is given at its start. */
export interface BuildTask {
  readonly dir: string;
  /** What the engine and the features bring and need, without the functions: the checks look at no more. */
  readonly program: BuildOptions;
}

/** What it answers to each message. */
export type BuiltMessage = { readonly slices: readonly Uint8Array[] } | { readonly problems: readonly Problem[] };

/** Who saves one file soon saves another; after this the thread gives its memory back. */
const IDLE_MS = 60_000;

/** Builds the registry of a directory in a thread of its own, which starts with the first build. One build at a time. */
export class BuildThread {
  readonly #dir: string;
  readonly #program: BuildOptions;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(dir: string, program: BuildOptions) {
    this.#dir = dir;
    this.#program = program;
  }

  /** As `loadRegistry`, on files as they are now. Rejects where the thread fails; the next build starts another. */
  async build(): Promise<BuildResult> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    try {
      const answer = await askThread<BuiltMessage>(this.#worker, "build");
      if ("problems" in answer) return { ok: false, ...answer };
      return { ok: true, registry: linkCode(await unpack<Registry>(answer.slices), this.#program.features ?? []) };
    } catch (error) {
      this.close();
      throw error;
    } finally {
      this.#idle = setTimeout(() => this.close(), IDLE_MS).unref();
    }
  }

  #start(): Worker {
    const program = JSON.parse(JSON.stringify(this.#program)) as BuildTask["program"];
    const workerData: BuildTask = { dir: this.#dir, program };
    const worker = new Worker(threadFile(import.meta.url, "registry-worker"), { workerData });
    worker.unref();
    return worker;
  }

  /** Ends the thread, also in the midst of a build. */
  close(): void {
    clearTimeout(this.#idle);
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}
