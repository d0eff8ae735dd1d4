import { flagsOf } from "../build/availability.ts";
import type { RawFlag } from "../generated/raw.ts";
import { keys } from "../names/named.ts";
import { allLeaves } from "../names/parts.ts";
import { allNamesOf } from "../names/uses.ts";
import { didYouMeanOrList } from "../nearest.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import { flagsByProfile, PLAIN } from "../profile-flags.ts";
import { hasVocabulary } from "../sources.ts";
import type { Check } from "./check.ts";

/** What a profile's flag is and may be is declared in schemas/shared, where anything is; a text has values, yes and no have none. */
export const declaredFlags: Check = ({ sources }) => {
  if (!hasVocabulary(sources)) return [];
  const declared = flagsOf(sources);
  const undeclared = sources.overlay.flatMap(({ raw, at }) =>
    raw.name !== PLAIN ? [] : keys(raw.flags, at.in("flags")).filter(({ name }) => !declared.has(name)),
  );
  const missing = (name: string) => didYouMeanOrList(name, declared.keys()) ?? 'say its title, type and values under "flags" there';
  const shapes = [...declared].flatMap(([name, { raw, at }]): Problem[] => {
    if (raw.type === "text" && !raw.values) return [at.problem(`flag ${name} is a text and needs "values"`)];
    return raw.type === "bool" && raw.values ? [at.in("values").onKey().problem(`flag ${name} is yes or no: it has no other values`)] : [];
  });
  return [...undeclared.map(({ name, at }) => at.problem(`flag "${name}" is not declared in schemas/shared`, missing(name))), ...shapes];
};

/** Every declared flag has its usual value in profile plain, and something reads it: a condition, or code. */
export const readFlags: Check = (context) => {
  const { sources, readFlags: read } = context;
  const usual = flagsByProfile(sources.overlay).get(PLAIN) ?? {};
  const inPatches = allNamesOf(context, "flag").flatMap(({ name, frame }) => (frame.root.isPatch === true ? [name] : []));
  const asked = new Set([...allLeaves(context).flatMap((leaf) => (leaf.kind === "flag" ? [leaf.flag] : [])), ...inPatches]);
  const isWhole = Object.values(sources.broken).every((files) => files.size === 0);
  return [...flagsOf(sources)].flatMap(([name, { at }]): Problem[] => {
    const here = at.onKey();
    if (usual[name] === undefined && !sources.broken.overlay.has(PLAIN))
      return [here.problem(`profile plain gives flag "${name}" no value`)];
    if (!isWhole || read === undefined || read.has(name) || asked.has(name)) return [];
    return [here.problem(`nothing reads flag "${name}": no condition asks for it, nor does code`)];
  });
};

/** A flag's value, asked for or set by a profile, is one of those that the flag may have; a flag that is not declared is told elsewhere. */
export const flagValues: Check = (context) => {
  const { sources } = context;
  const declared = flagsOf(sources);
  const usual = flagsByProfile(sources.overlay).get(PLAIN) ?? {};
  const kind = (name: string) => KINDS[declared.get(name)?.raw.type ?? typeOf(usual[name])];
  const isKnown = (name: string) => declared.has(name) || usual[name] !== undefined;
  const ofProfiles = sources.overlay.flatMap(({ raw, at }) =>
    keys(raw.flags, at.in("flags")).flatMap(({ name }) => {
      const place = at.in("flags", name);
      const value = raw.flags[name];
      if (!isKnown(name)) return [];
      if (KINDS[typeOf(value)] !== kind(name)) return [place.problem(`flag ${name} is ${kind(name)}, not ${KINDS[typeOf(value)]}`)];
      const texts = Array.isArray(value) ? value.map((text, index) => ({ text, at: place.in(index) })) : [{ text: value, at: place }];
      return texts.flatMap(({ text, at: there }) => valueProblems(name, text, declared.get(name)?.raw, there));
    }),
  );
  const ofConditions = allLeaves(context).flatMap((leaf) => {
    if (leaf.kind !== "flag" || !isKnown(leaf.flag)) return [];
    const place = leaf.at.in(1);
    if (KINDS[typeOf(leaf.value)] !== kind(leaf.flag))
      return [place.problem(`flag ${leaf.flag} is ${kind(leaf.flag)}: ${JSON.stringify(leaf.value)} is never its value`)];
    return valueProblems(leaf.flag, leaf.value, declared.get(leaf.flag)?.raw, place);
  });
  return [...ofProfiles, ...ofConditions];
};

function valueProblems(name: string, value: unknown, flag: RawFlag | undefined, at: Place): Problem[] {
  const values = Object.keys(flag?.values ?? {});
  if (flag?.type === "bool" || values.length === 0 || values.includes(String(value))) return [];
  return [at.problem(`${JSON.stringify(value)} is no value of flag ${name}`, didYouMeanOrList(String(value), values))];
}

const KINDS = { bool: "true or false", text: "text", list: "a list", number: "a number" } as const;

function typeOf(value: unknown): keyof typeof KINDS {
  if (Array.isArray(value)) return "list";
  return typeof value === "boolean" ? "bool" : typeof value === "number" ? "number" : "text";
}
