import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { RawFile } from "../../shared/registry/place.ts";
import type { Change } from "../../shared/registry/plan/change.ts";
import type { KeptModel, Step } from "./model-history.ts";

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/** A model on disk: what it was, and its files. */
export type ModelCopy = Omit<KeptModel, "at"> & { readonly at: string; readonly files: readonly RawFile[] };

/** A model that waits for a confirmation, and why. */
export interface Waiting extends Step {
  readonly since: string;
  readonly changes: readonly Change[];
}

/** The database keeps all; the folder those that somebody may want back. */
const MOST_COPIES = 100;

/**
 * The models of this server in its data folder, beside the database: what was served, what waits, what was confirmed. The embedded
 * database has one user at a time, so this is how a command and the running server talk; and what was served is there when the
 * database is not.
 */
export class ModelDisk {
  readonly #dir: string;

  constructor(dataDir: string) {
    this.#dir = join(dataDir, "models");
  }

  /** Whether there is a copy of it. */
  async has(model: Pick<ModelCopy, "seq" | "version">): Promise<boolean> {
    return (await this.#copyNames()).includes(copyName(model));
  }

  /** Keeps a copy. */
  async keep(copy: ModelCopy): Promise<void> {
    const names = await this.#copyNames();
    await this.#write(copyName(copy), await pack(JSON.stringify(copy)));
    for (const old of names.slice(MOST_COPIES - 1)) await rm(join(this.#dir, old), { force: true });
  }

  /** What was kept, the latest first; at most so many. */
  async copies(most: number): Promise<readonly ModelCopy[]> {
    const read = async (name: string) => JSON.parse((await unpack(await readFile(join(this.#dir, name)))).toString("utf8")) as ModelCopy;
    return Promise.all((await this.#copyNames()).slice(0, most).map(read));
  }

  /** Says what waits; null: nothing does. */
  async setWaiting(waiting: Waiting | null): Promise<void> {
    if (waiting) await this.#write("waiting.json", JSON.stringify(waiting));
    else await rm(join(this.#dir, "waiting.json"), { force: true });
  }

  async waiting(): Promise<Waiting | null> {
    return this.#read<Waiting>("waiting.json");
  }

  async confirm(step: Step, by: string): Promise<void> {
    await this.#write(confirmationName(step), JSON.stringify({ by }));
  }

  /** Forgets who confirmed what, once a model is served: the next time it is asked again. */
  async spend(): Promise<void> {
    const names = await readdir(this.#dir).catch(() => []);
    const spent = names.filter((name) => name.startsWith("confirmed-"));
    await Promise.all(spent.map((name) => rm(join(this.#dir, name), { force: true })));
  }

  /** Forgets who confirmed a step that nobody waits for any more. */
  async forget(step: Step): Promise<void> {
    await rm(join(this.#dir, confirmationName(step)), { force: true });
  }

  async confirmerOf(step: Step): Promise<string | null> {
    return (await this.#read<{ readonly by: string }>(confirmationName(step)))?.by ?? null;
  }

  /** null: there is no such file, or nothing to be read in it. */
  async #read<T>(name: string): Promise<T | null> {
    try {
      return JSON.parse(await readFile(join(this.#dir, name), "utf8")) as T;
    } catch {
      return null;
    }
  }

  /** The latest first. */
  async #copyNames(): Promise<string[]> {
    const names = await readdir(this.#dir).catch(() => []);
    return names
      .filter((name) => /^\d+-.*\.json\.gz$/.test(name))
      .sort()
      .reverse();
  }

  /** Whole or not at all. */
  async #write(name: string, content: string | Uint8Array): Promise<void> {
    await mkdir(this.#dir, { recursive: true });
    const made = join(this.#dir, `.${name}.${process.pid}`);
    await writeFile(made, content);
    await rename(made, join(this.#dir, name));
  }
}

const copyName = ({ seq, version }: Pick<ModelCopy, "seq" | "version">) => `${String(seq).padStart(6, "0")}-${version}.json.gz`;
const confirmationName = ({ base, version }: Step) => `confirmed-${base}-${version}.json`;
