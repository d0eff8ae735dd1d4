import type { Audience } from "../model.ts";
import type { Channel } from "../rights/channel.ts";

/**
 * What becomes of a change when its files are saved (docs/decisions/67):
 * `look` and `addition` are served at once; `access` too, and is told, as somebody sees or may do more or less;
 * `held` waits until somebody confirms it.
 */
export type ChangeClass = "look" | "addition" | "access" | "held";

/** Where in the model; what is left out does not apply. */
export interface ChangePlace {
  readonly entity?: string;
  readonly field?: string;
  readonly code?: string;
  readonly machine?: string;
  readonly transition?: string;
  readonly module?: string;
  readonly action?: string;
  readonly print?: string;
  readonly side?: Audience;
  readonly profile?: string;
  readonly shop?: string;
}

export type ChangeVerb = "added" | "removed" | "changed" | "widened" | "narrowed" | "renamed";

/** One difference in meaning between two models. Its text is made last, by `changeText`. */
export interface Change {
  readonly class: ChangeClass;
  readonly verb: ChangeVerb;
  /** Of the thing at the place, the property that differs; null: the thing itself. */
  readonly part: string | null;
  readonly at: ChangePlace;
  /** Undefined: there was none. */
  readonly was?: unknown;
  readonly is?: unknown;
  /** What becomes of somebody's rights; `part` is then null and `at` names what there is only one of. */
  readonly outcome?: Outcome;
  /** How many stored rows it concerns; more than `MOST_ROWS` are not counted. Undefined: not counted, or no matter of rows. */
  readonly rows?: number;
}

/** For whom, where and in what an edit changes rights: what is alike for several is one change (docs/decisions/71). */
export interface Outcome {
  readonly of: "page" | "columns" | "rows" | "actions" | "functions" | "todos" | "messages";
  readonly sides: readonly Audience[];
  /** Ids; empty: no matter of one page. */
  readonly modules: readonly string[];
  /** Of columns and messages `Entity.field`, of rows the entity, else names or titles; empty: the page itself. */
  readonly names: readonly string[];
  /** Of columns: the ways by which they come or go. */
  readonly channels: readonly Channel[];
  /** Only for the shops of these profiles; empty: for all, or as `shops` says. */
  readonly profiles: readonly string[];
  /** Only for these shops, which have another profile now. */
  readonly shops: readonly string[];
}

/** Rows beyond so many are not counted one by one. */
export const MOST_ROWS = 100_000;
