import { createHash } from "node:crypto";
import { dayOf } from "../../shared/domain/day.ts";
import { remembered } from "../../shared/domain/remembered.ts";
import type { Module, Registry } from "../../shared/registry/model.ts";
import type { Viewer } from "../base/viewer.ts";
import type { QueryContext } from "./context.ts";
import type { ListParameters } from "./parse-list-request.ts";

/** Pages are a few statements and what shows their rows: some ten thousand bytes each. */
const MOST = 500;
/** What is asked with more than this (values by the hundred) is seldom asked again, and would take room for many. Characters. */
const LONGEST = 4000;

interface Kept<T> {
  readonly registry: Registry;
  readonly module: Module;
  readonly page: T;
}

/**
 * What pages of lists are read and shown with, as it was made when they were asked for last: half of a page's work is the same each time the same
 * person looks at the same list (docs/decisions/133). It follows from the model, who asks with what rights, the day and the parameters, and from nothing else; rows
 * are never kept.
 */
export class AskedPages<T> {
  readonly #kept = new Map<string, Kept<T>>();

  /** The page as it was made; else made now, and kept where `mayKeep` says that nothing in the database has a say in it. */
  async find(
    ctx: QueryContext,
    module: Module,
    parameters: ListParameters,
    make: () => Promise<T>,
    mayKeep: (page: T) => boolean,
  ): Promise<T> {
    const { registry, viewer, now } = ctx;
    const key = `${module.id} ${dayOf(now)} ${keyOf(viewer)} ${JSON.stringify(parameters)}`;
    const found = this.#kept.get(key);
    this.#kept.delete(key);
    if (found?.registry === registry && found.module === module) {
      this.#kept.set(key, found);
      return found.page;
    }
    const page = await make();
    if (key.length <= LONGEST && mayKeep(page)) this.#kept.set(key, { registry, module, page });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
    return page;
  }
}

/** Tells viewers apart by all that they are and may do. */
const keyOf = remembered((viewer: Viewer): string => {
  const said = JSON.stringify(viewer, (_, value) => (value instanceof Map || value instanceof Set ? [...value] : value));
  return createHash("sha256").update(said).digest("base64");
});
