import { didYouMean, didYouMeanOrList } from "./nearest.ts";
import { hasToStay, isOwnersToSay } from "./patch-schema.ts";
import { composedPlace, type Origin, type Place } from "./place.ts";
import type { Problem } from "./problem.ts";
import { same } from "./same.ts";
import { isSame } from "./shape-message.ts";
import type { Word } from "./word.ts";

/*
 * Long on purpose: what a patch makes of each kind of part, beside every mistake that can be made in saying it.
 */

/** A part of a file with where it is written: what was patched already stands in several. */
export interface Said {
  readonly value: unknown;
  readonly from: Origin;
}

/** What is patched, and what is found on the way. */
export interface Patching {
  readonly problems: Problem[];
  /**
   * Another profile of the shop has patched the part before: what both say is no mistake, and what this one says to no avail was told
   * where it stands alone.
   */
  readonly isAgain: boolean;
}

/**
 * The part with a patch put over it (docs/decisions/75): objects word by word, lists of named things entry by entry, anything else as a
 * whole. What a patch names in vain, and what changes nothing, is a problem at its line. Changes neither input.
 *
 * @param word what the part is in the file that is patched
 * @param at where the patch stands
 */
export function patched(word: Word | null, base: Said | undefined, patch: unknown, at: Place, to: Patching): Said {
  if (isObject(patch) && word?.by !== undefined) return withEntries(word, base, patch, at, to);
  if (isObject(patch) && word !== null && !word.isAtomic) return withWords(word, base, patch, at, to);
  if (same(base?.value, patch) && !to.isAgain) to.problems.push(at.problem("the file says so already: the patch changes nothing"));
  return { value: patch, from: { at } };
}

function withWords(word: Word, base: Said | undefined, patch: Readonly<Record<string, unknown>>, at: Place, to: Patching): Said {
  const value: Record<string, unknown> = { ...(isObject(base?.value) ? base.value : {}) };
  const parts = new Map(base?.from.parts);
  if (Object.keys(patch).length === 0 && !to.isAgain) to.problems.push(at.problem("an empty patch changes nothing"));
  for (const [key, piece] of Object.entries(patch)) {
    const place = at.in(key);
    const before = Object.hasOwn(value, key) ? { value: value[key], from: partOf(base, key, place) } : undefined;
    if (piece === null) {
      const kept = whyKept(word, key);
      if (kept !== null) {
        to.problems.push(place.onKey().problem(kept));
        continue;
      }
      if (before === undefined && !to.isAgain) to.problems.push(place.onKey().problem(`there is no "${key}" to remove`));
      delete value[key];
      // Where something is missed, this line is why.
      parts.set(key, { at: place });
      continue;
    }
    // What an entity has is its own to say; a name that it does not know is told of all names alike.
    if (before === undefined && isOwnersToSay(word, key)) {
      if (word.names === undefined && word.keys === "field" && word.declares === false)
        to.problems.push(place.onKey().problem(`no states hang on "${key}"`, didYouMeanOrList(key, Object.keys(value))));
      continue;
    }
    const made = patched(word.at(key), before, piece, place, to);
    value[key] = made.value;
    parts.set(key, made.from);
  }
  return { value, from: { at: base?.from.at ?? at, parts } };
}

/** Why no overlay takes this away; null: one may. */
function whyKept(word: Word, key: string): string | null {
  const part = word.at(key);
  if (part?.same !== undefined) return isSame(key, part.same);
  return isOwnersToSay(word, key) || (part !== null && hasToStay(part)) ? `"${key}" is there in every profile and cannot be removed` : null;
}

interface Item extends Said {
  readonly name: string;
}

function withEntries(word: Word, base: Said | undefined, patch: Readonly<Record<string, unknown>>, at: Place, to: Patching): Said {
  const list = Array.isArray(base?.value) ? (base.value as readonly unknown[]) : [];
  const by = word.by ?? [];
  let items = list.map((value, index): Item => {
    return { name: nameOf(value, by), value, from: partOf(base, String(index), at) };
  });
  if (Object.keys(patch).length === 0 && !to.isAgain) to.problems.push(at.problem("an empty patch changes nothing"));
  const isNumbered = list.length > 0 && list.every((value) => typeof keyOf(value, by) === "number");
  for (const [name, entry] of Object.entries(patch)) {
    const place = at.in(name);
    items = withEntry(word, items, { name, entry, place, isNumbered }, to);
  }
  const parts = new Map(items.map(({ from }, index) => [String(index), from]));
  return { value: items.map(({ value }) => value), from: { at: base?.from.at ?? at, parts } };
}

interface Entry {
  readonly name: string;
  readonly entry: unknown;
  readonly place: Place;
  readonly isNumbered: boolean;
}

const WAYS = ["set", "replace", "add"] as const;

/** The list with what becomes of one named thing. */
function withEntry(word: Word, items: readonly Item[], { name, entry, place, isNumbered }: Entry, to: Patching): Item[] {
  const tell = (message: string, hint?: string) => void to.problems.push(place.onKey().problem(message, hint));
  const said: Readonly<Record<string, unknown>> = typeof entry === "string" ? { [entry]: true } : isObject(entry) ? entry : {};
  const ways = WAYS.filter((way) => said[way] !== undefined);
  if (entry === null) tell("null removes no entry of a list", 'write "remove"');
  if (ways.length > 1) tell(`only one of set, replace and add, not ${ways.join(" and ")}`);
  if (said.before !== undefined && said.after !== undefined) tell('a place is told by "before" or by "after", not by both');
  if (said.add === false) tell('"add" is true or what the new entry says');
  if (isNumbered && !Number.isInteger(Number(name))) tell(`"${name}" is no whole number, as the others are`);
  const index = items.findIndex((item) => item.name === name);
  const found = items[index];
  const again = items.findIndex((item, other) => other > index && item.name === name) > index;
  if (found !== undefined && again) tell(`"${name}" stands there several times: give each a "name" in its file`);

  if (said.add !== undefined) {
    const made = newItem(word, name, said.add, place, isNumbered);
    if (found === undefined) return placed([...items, made], items.length, said, place, to);
    if (!(to.isAgain && same(found.value, made.value))) tell(`"${name}" is there already`, 'say "set", or leave it out');
    return [...items];
  }
  if (found === undefined) {
    const names = items.map((item) => item.name);
    if (!(to.isAgain && said.remove !== undefined))
      tell(`there is no "${name}" here`, said.set === undefined ? didYouMeanOrList(name, names) : (didYouMean(name, names) ?? 'say "add"'));
    return [...items];
  }
  if (said.remove !== undefined) return items.filter((item) => item !== found);
  const changed = changedItem(word, found, said, place, isNumbered, to);
  return placed(items.with(index, changed), index, said, place, to);
}

function changedItem(
  word: Word,
  found: Item,
  said: Readonly<Record<string, unknown>>,
  place: Place,
  isNumbered: boolean,
  to: Patching,
): Item {
  const { name } = found;
  if (said.replace !== undefined) {
    const first = word.by?.[0] ?? "";
    const made = newItem(word, name, said.replace, place, isNumbered, isObject(found.value) && found.value[first] !== undefined);
    if (same(found.value, made.value) && !to.isAgain)
      to.problems.push(place.problem("the file says so already: the patch changes nothing"));
    return made;
  }
  if (!isObject(said.set)) return found;
  const key = word.by?.at(-1) ?? "";
  const isName = !isObject(found.value);
  const before: Said = isName ? { value: { [key]: found.value }, from: { at: found.from.at, parts: new Map([[key, found.from]]) } } : found;
  return { name, ...withWords(itemOf(word), before, said.set, place.in("set"), to) };
}

/**
 * An entry that the overlay says as a whole; with nothing to say but its name, where that is enough. Of several properties that may name
 * it, e.g. a guard's name and its text, it is named by the first where it says the last itself, or has been so named (`isNamed`).
 */
function newItem(word: Word, name: string, said: unknown, place: Place, isNumbered: boolean, isNamed = false): Item {
  const [first = "", last] = [word.by?.[0], word.by?.at(-1) ?? ""];
  const own = isNumbered ? Number(name) : name;
  const named = { at: place.onKey() };
  if (!isObject(said) || Object.keys(said).length === 0) return { name, value: own, from: named };
  const at = place.in("add").spot() === null ? place.in("replace") : place.in("add");
  const key = isNamed || said[last] !== undefined ? first : last;
  return { name, value: { [key]: own, ...said }, from: { at, parts: new Map([[key, named]]) } };
}

/** The list with one entry put where `before` or `after` says. */
function placed(items: readonly Item[], index: number, said: Readonly<Record<string, unknown>>, place: Place, to: Patching): Item[] {
  const way = said.before === undefined ? "after" : "before";
  const beside = said[way];
  if (typeof beside !== "string" || (said.before !== undefined && said.after !== undefined)) return [...items];
  const [item] = items.slice(index, index + 1);
  const others = items.toSpliced(index, 1);
  const there = others.findIndex(({ name }) => name === beside);
  if (item === undefined || there < 0) {
    to.problems.push(
      place.in(way).problem(
        `there is no "${beside}" here`,
        didYouMeanOrList(
          beside,
          others.map(({ name }) => name),
        ),
      ),
    );
    return [...items];
  }
  const target = way === "before" ? there : there + 1;
  if (target === index && said.add === undefined && said.set === undefined && said.replace === undefined && !to.isAgain)
    to.problems.push(place.in(way).problem("it stands there already: the patch changes nothing"));
  return others.toSpliced(target, 0, item);
}

/** The word of an entry of a list. */
function itemOf(word: Word): Word {
  const item = word.at(0);
  if (item === null) throw new Error("a list of named things says what one of them is");
  return item;
}

/** Where a part stands: where an earlier patch or the file says it. */
function partOf(base: Said | undefined, key: string, otherwise: Place): Origin {
  return base?.from.parts?.get(key) ?? { at: base === undefined ? otherwise : base.from.at.in(key) };
}

/** What names an entry of a list of named things. */
function keyOf(value: unknown, by: readonly string[]): unknown {
  if (!isObject(value)) return value;
  return value[by.find((property) => value[property] !== undefined) ?? ""];
}

const nameOf = (value: unknown, by: readonly string[]) => String(keyOf(value, by));

/** A place for all of a patched part. */
export function placeOf({ from }: Said): Place {
  return composedPlace(from);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
