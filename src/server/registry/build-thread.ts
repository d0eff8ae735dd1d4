import { Worker } from "node:worker_threads";
import type { BuildOptions } from "../../shared/registry/context.ts";
import { linkCode } from "../../shared/registry/link-code.ts";
import type { Former, Registry } from "../../shared/registry/model.ts";
import type { RawFile } from "../../shared/registry/place.ts";
import type { Change } from "../../shared/registry/plan/change.ts";
import type { Problem } from "../../shared/registry/problem.ts";
import { askThread, threadFile } from "../base/thread-file.ts";
import type { Model, ModelResult } from "./load-registry.ts";
import { unpack } from "./transfer.ts";

/** What the thread is given at its start. */
export interface BuildTask {
  readonly dir: string;
  /** What the engine and the features bring and need, without the functions: the checks look at no more. */
  readonly program: BuildOptions;
}

/** What it is asked: to build what the files of its directory say now, and how that differs from what these say; null: from nothing. */
export interface BuildQuestion {
  readonly served: readonly RawFile[] | null;
  /** What was renamed while it was served, the other way round. */
  readonly undone: readonly Former[];
}

/** What it answers. */
export type BuiltMessage =
  | { readonly slices: readonly Uint8Array[]; readonly files: readonly RawFile[]; readonly changes: readonly Change[] }
  | { readonly problems: readonly Problem[] };

/** A model and what it means otherwise than the one that is served. */
export type EditedModel = (ModelResult & { readonly ok: false }) | (Model & { readonly ok: true; readonly changes: readonly Change[] });

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

  /** As `loadModel`, on files as they are now, compared with those that are served. Rejects where the thread fails; the next build starts another. */
  async build(served: readonly RawFile[] | null, undone: readonly Former[] = []): Promise<EditedModel> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    try {
      const answer = await askThread<BuiltMessage>(this.#worker, { served, undone } satisfies BuildQuestion);
      if ("problems" in answer) return { ok: false, ...answer };
      const { slices, files, changes } = answer;
      return { ok: true, registry: linkCode(await unpack<Registry>(slices), this.#program.features ?? []), files, changes };
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
