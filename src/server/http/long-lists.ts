import type { Module } from "../../shared/registry/model.ts";
import type { Viewer } from "../base/viewer.ts";

/** A list of more rows takes the database long to count and to sum up. */
const MANY = 20_000;
/** Questions that are remembered, those before are forgotten. */
const KEPT = 2000;

/** What is asked of a module, as far as the number of rows depends on it. */
interface Question {
  readonly viewer: Pick<Viewer, "shopId" | "provId">;
  readonly module: Pick<Module, "id">;
  readonly filter: unknown;
}

/** Which questions went over many rows the last time: the next time they go with what is long (docs/decisions/120). */
export class LongLists {
  readonly #known = new Set<string>();

  isLong(question: Question): boolean {
    return this.#known.has(keyOf(question));
  }

  /** So many rows there were. */
  note(question: Question, rows: number): void {
    const key = keyOf(question);
    this.#known.delete(key);
    if (rows < MANY) return;
    this.#known.add(key);
    const [oldest] = this.#known;
    if (this.#known.size > KEPT && oldest !== undefined) this.#known.delete(oldest);
  }
}

const keyOf = ({ viewer, module, filter }: Question): string =>
  JSON.stringify([viewer.shopId, viewer.provId, module.id, typeof filter === "string" ? filter : ""]);
