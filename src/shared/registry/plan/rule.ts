import type { Dict } from "../model.ts";
import { same } from "../same.ts";
import type { Change, ChangeClass, ChangePlace, ChangeVerb } from "./change.ts";

export { same };

/** Says what a difference means: the changes it makes are added to `found`. Called only where the two differ. */
export type Rule<T> = (was: T, is: T, at: ChangePlace, found: Change[], part: string) => void;

/** A rule for every property: one that the model gets later does not compile until it is said what its change means. */
export type Rules<T> = { readonly [K in keyof T]-?: Rule<T[K]> };

/** Follows from what other rules tell. */
export const derived: Rule<unknown> = () => undefined;

/** Of this class, whatever it was and is. */
export function always(kind: ChangeClass, verb: ChangeVerb = "changed"): Rule<unknown> {
  return (was, now, at, found, part) => void found.push({ class: kind, verb, part, at, was, is: now });
}

/** Of a class that depends on the two values: the verb says how, `class` what that means. */
export function by<T>(judge: (was: T, is: T) => readonly [ChangeClass, ChangeVerb]): Rule<T> {
  return (was, now, at, found, part) => {
    const [kind, verb] = judge(was, now);
    found.push({ class: kind, verb, part, at, was, is: now });
  };
}

/** Part by part. */
export function parts<T extends object>(rules: Rules<T>): Rule<T> {
  return (was, now, at, found) => {
    for (const key of Object.keys(rules) as (keyof T & string)[])
      if (!same(was[key], now[key])) rules[key](was[key], now[key], at, found, key);
  };
}

/** Where a whole may be missing: what it means that it comes or goes, else part by part. */
export function optional<T extends object>(rule: Rule<T>, comes: ChangeClass, goes: ChangeClass): Rule<T | null> {
  return (was, now, at, found, part) => {
    if (was !== null && now !== null) rule(was, now, at, found, part);
    else if (was === null) found.push({ class: comes, verb: "added", part, at, is: now });
    else found.push({ class: goes, verb: "removed", part, at, was });
  };
}

/** Things by name: those that come and go, and those that stay. */
export function named<T>(place: (name: string) => ChangePlace, rule: Rule<T>, comes: ChangeClass, goes: ChangeClass): Rule<Dict<T>> {
  return (was, now, at, found, part) => {
    for (const name of new Set([...Object.keys(was), ...Object.keys(now)])) {
      const here = { ...at, ...place(name) };
      const [before, after] = [was[name], now[name]];
      if (before === undefined) found.push({ class: comes, verb: "added", part: null, at: here, is: after });
      else if (after === undefined) found.push({ class: goes, verb: "removed", part: null, at: here, was: before });
      else if (!same(before, after)) rule(before, after, here, found, part);
    }
  };
}

/** A list that is a set: what comes and what goes, each with its class. */
export function members<T>(comes: ChangeClass, goes: ChangeClass, key: (member: T) => unknown = (member) => member): Rule<readonly T[]> {
  return (was, now, at, found, part) => {
    const less = missing(was, now, key);
    const more = missing(now, was, key);
    if (less.length > 0) found.push({ class: goes, verb: "removed", part, at, was: less });
    if (more.length > 0) found.push({ class: comes, verb: "added", part, at, is: more });
    if (less.length + more.length === 0) found.push({ class: "look", verb: "changed", part, at, was, is: now });
  };
}

/** Members of one that the other lacks. */
export function missing<T>(of: readonly T[], from: readonly T[], key: (member: T) => unknown = (member) => member): T[] {
  const there = new Set(from.map((member) => JSON.stringify(key(member))));
  return of.filter((member) => !there.has(JSON.stringify(key(member))));
}
