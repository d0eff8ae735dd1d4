import type { Audience } from "../model.ts";

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
  /** Of a field that a side sees or no longer sees: where. */
  readonly channels?: readonly Channel[];
  /** How many stored rows it concerns; more than `MOST_ROWS` are not counted. Undefined: not counted, or no matter of rows. */
  readonly rows?: number;
}

/** Rows beyond so many are not counted one by one. */
export const MOST_ROWS = 100_000;

/** The ways by which a value reaches somebody. */
export type Channel = "list" | "filter" | "export" | "page" | "print";
