import { type Dict, dict } from "./dict.ts";
import type { RawField, Scalar } from "./generated/raw.ts";

/** What code relies on of a field: its type, or the codes of an enum that the code knows. */
export type FieldNeed = RawField["type"] | readonly Scalar[];

/** What code relies on of one entity. */
export interface EntityNeeds {
  readonly fields?: Readonly<Record<string, FieldNeed>>;
  /** Transitions that it runs by name. */
  readonly transitions?: readonly string[];
}

/** Entity name → what is needed of it. */
export type Needs = Readonly<Record<string, EntityNeeds>>;

/** One thing written by hand that files name: the registry refuses files that do not give it what it needs (docs/decisions). */
export interface HandWritten {
  /** Of the entity whose file names it. */
  readonly own?: EntityNeeds;
  /** Of other entities. */
  readonly needs?: Needs;
}

type Named = Readonly<Record<string, HandWritten>>;

/** What a feature brings that files name, by kind. What it does is the server's affair. */
export interface FeatureCode {
  readonly name: string;
  readonly effects?: Named;
  readonly inquiries?: Named;
  readonly jobs?: Named;
  /** By the path of the call that counts. */
  readonly reminders?: Named;
  /** Keys of its hand-written pages. */
  readonly overrides?: Named;
  /** Calls by path; `module`: the page they belong to, whose entity `own` is about. */
  readonly calls?: readonly (HandWritten & { readonly path: string; readonly module?: number })[];
  /** What its background work relies on. */
  readonly needs?: Needs;
}

/** The hand-written things of the features that modules.json lists, by name. */
export interface Code {
  readonly effects: Dict<HandWritten>;
  readonly inquiries: Dict<HandWritten>;
  readonly jobs: Dict<HandWritten>;
  readonly reminders: Dict<HandWritten>;
}

/** The code of these features as one. Two features that bring the same name are a mistake of ours. */
export function codeOf(features: readonly FeatureCode[]): Code {
  const merged = (kind: keyof Code) => {
    const entries = features.flatMap((feature) => Object.entries(feature[kind] ?? {}));
    const [twice] = entries.filter(([name], index) => entries.findIndex(([other]) => other === name) !== index);
    if (twice) throw new Error(`two features bring ${kind} ${twice[0]}`);
    return dict(entries);
  };
  return { effects: merged("effects"), inquiries: merged("inquiries"), jobs: merged("jobs"), reminders: merged("reminders") };
}
