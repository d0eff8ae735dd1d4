import { type Dict, dict } from "./dict.ts";
import type { RawField, Scalar } from "./generated/raw.ts";

/** What code relies on of a field: its type, or of a list of codes those that it knows by name. */
export type FieldNeed = RawField["type"] | readonly Scalar[];

/** What code relies on of one entity. */
export interface EntityNeeds {
  /** Fields that it writes, or reads as they are stored. */
  readonly fields?: Readonly<Record<string, FieldNeed>>;
  /** Fields that it reads, stored or computed. */
  readonly readable?: Readonly<Record<string, FieldNeed>>;
  /** Transitions that it runs by name. */
  readonly transitions?: readonly string[];
}

/** Entity name → what is needed of it. */
export type Needs = Readonly<Record<string, EntityNeeds>>;

/** What one hand-written thing relies on (docs/decisions/64). */
export interface Contract {
  /** The entities for whose rows it is written; left out: for any. */
  readonly on?: readonly string[];
  readonly needs: Needs;
}

/** What the code of a feature relies on: each thing that files name by itself, and all of it together. */
export interface FeatureContract {
  readonly effects?: Readonly<Record<string, Contract>>;
  readonly inquiries?: Readonly<Record<string, Contract>>;
  readonly choices?: Readonly<Record<string, Contract>>;
  readonly offers?: Readonly<Record<string, Contract>>;
  readonly jobs?: Readonly<Record<string, Contract>>;
  readonly reminders?: Readonly<Record<string, Contract>>;
  readonly overrides?: Readonly<Record<string, Contract>>;
  /** Its calls, its pages and its work in the background. */
  readonly needs: Needs;
  /** Settings that it reads. */
  readonly settings?: readonly string[];
}

type Named = Readonly<Record<string, object>>;

/** What a feature brings that files name, by kind. What it does is the server's affair. */
export interface FeatureCode {
  readonly name: string;
  readonly effects?: Named;
  readonly inquiries?: Named;
  readonly choices?: Named;
  readonly offers?: Named;
  readonly jobs?: Named;
  /** By the path of the call that counts. */
  readonly reminders?: Named;
  /** Keys of its hand-written pages. */
  readonly overrides?: Named;
  /** Flags of profiles that its code asks for. */
  readonly flags?: readonly string[];
  /** What it relies on by names that the compiler does not see, as in conditions of SQL. */
  readonly needs?: Needs;
  /** All that it relies on; left out: nothing. */
  readonly contract?: FeatureContract;
}

/** What both rely on. */
export function mergeNeeds(one: Needs, other: Needs): Needs {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const merged = names.map((name): [string, EntityNeeds] => {
    const [a = {}, b = {}] = [one[name], other[name]];
    const transitions = [...new Set([...(a.transitions ?? []), ...(b.transitions ?? [])])];
    return [name, { fields: { ...b.fields, ...a.fields }, readable: { ...b.readable, ...a.readable }, transitions }];
  });
  return Object.fromEntries(merged);
}

/** The hand-written things of the features that modules.json lists, by name. */
export interface Code {
  readonly effects: Dict<object>;
  readonly inquiries: Dict<object>;
  readonly choices: Dict<object>;
  readonly offers: Dict<object>;
  readonly jobs: Dict<object>;
  readonly reminders: Dict<object>;
}

/** The code of these features as one. Two features that bring the same name are a mistake of ours. */
export function codeOf(features: readonly FeatureCode[]): Code {
  const merged = (kind: keyof Code) => {
    const entries = features.flatMap((feature) => Object.entries(feature[kind] ?? {}));
    const [twice] = entries.filter(([name], index) => entries.findIndex(([other]) => other === name) !== index);
    if (twice) throw new Error(`two features bring ${kind} ${twice[0]}`);
    return dict(entries);
  };
  return {
    effects: merged("effects"),
    inquiries: merged("inquiries"),
    choices: merged("choices"),
    offers: merged("offers"),
    jobs: merged("jobs"),
    reminders: merged("reminders"),
  };
}
