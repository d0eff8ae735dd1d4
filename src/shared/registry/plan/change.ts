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

export type ChangeVerb = "added" | "removed" | "changed" | "widened" | "narrowed" | "renamed" | "purged";

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
  /** What the rows of a database say to it. Undefined: none was asked, or it is no matter of rows. */
  readonly data?: ChangeData;
  /** The word that would keep what is stored, and at which name it is to be written where that is another one. */
  readonly advice?: { readonly write: string; readonly at?: string };
}

/** What a rehearsal on stored rows tells of one change (docs/decisions/69, 70). */
export interface ChangeData {
  /** Values that are made anew. */
  readonly made?: Made;
  /** What stands in the way: it cannot be applied until there is none. */
  readonly obstacles?: readonly Obstacle[];
  /** An index that is to be built: over so many rows, for about so long. */
  readonly build?: { readonly rows: number; readonly ms: number };
}

export interface Made {
  /** Rows with a value. */
  readonly values: number;
  /** Of them, those that lose decimals, the time of their day, or the end of their text. */
  readonly rounded: number;
  /** Rows without a value that get the field's first one, as a column for yes or no has no empty ones. */
  readonly filled: number;
  /** Rows that get back exactly what they held before the values were converted the other way. */
  readonly restored: number;
  /** Sums as decimal text, where both are numbers. */
  readonly sums?: { readonly before: string; readonly after: string };
}

/**
 * Rows that stand in the way. unsaid: nobody says how their values are made; rounded, long, range, unfit, code: their value would be
 * rounded, is too long, too large, cannot be read, or is none of the codes; twice: a unique key has another such row; alike: one that differs in case, width or look-alikes only; broken: a check
 * does not hold; unmakable: no value of the old type can become one of the new; unowned: it belongs to no shop, and every row has to.
 */
export type ObstacleKind =
  | "unsaid"
  | "unmakable"
  | "unowned"
  | "rounded"
  | "long"
  | "range"
  | "unfit"
  | "code"
  | "twice"
  | "alike"
  | "broken";

export interface Obstacle {
  readonly kind: ObstacleKind;
  readonly rows: number;
  /** Up to five of them, as `shop/Id`; of an entity that belongs to no shop, Id alone. */
  readonly ids: readonly string[];
  /** Of a unique key its fields, of a check its name. */
  readonly rule?: string;
  /** What can be written in the file to let it through. */
  readonly write?: string;
}

/** For whom, where and in what an edit changes rights: what is alike for several is one change (docs/decisions/71). */
export interface Outcome {
  readonly of: "page" | "columns" | "rows" | "actions" | "functions" | "writes" | "todos" | "messages";
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
