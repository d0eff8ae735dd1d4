import { entryOf } from "../context.ts";
import { keys } from "../names/named.ts";
import { allLeaves } from "../names/parts.ts";
import { didYouMeanOrList } from "../nearest.ts";
import { flagsByProfile, PLAIN } from "../profile-flags.ts";
import type { Check } from "./check.ts";

/** Patches are of modules that are there, and `plain` is what the files themselves say. */
export const overlays: Check = ({ sources }) => {
  const ids = sources.registry.flatMap(({ raw }) => raw.groups.flatMap(({ modules }) => modules.map(({ id }) => String(id))));
  return sources.overlay.flatMap(({ raw, at }) => {
    const ofPlain = (["modules", "entities"] as const).filter((name) => raw.profile === PLAIN && raw[name] !== undefined);
    if (ofPlain.length > 0)
      return ofPlain.map((name) => at.in(name).onKey().problem("profile plain patches nothing: change the file itself"));
    const unknown = sources.registry.length === 0 ? [] : keys(raw.modules, at.in("modules")).filter(({ name }) => !entryOf(sources, name));
    return unknown.map(({ name, at: place }) => place.problem(`unknown module ${name}`, didYouMeanOrList(name, ids)));
  });
};

/** A flag's value, asked for or set by a profile, is of the kind that `plain` gives it; a flag it does not declare is told elsewhere. */
export const flagValues: Check = (context) => {
  const usual = flagsByProfile(context.sources.overlay).get(PLAIN) ?? {};
  const isStrange = (name: string, value: unknown) => usual[name] !== undefined && kindOf(value) !== kindOf(usual[name]);
  const ofProfiles = context.sources.overlay.flatMap(({ raw, at }) =>
    keys(raw.flags, at.in("flags"))
      .filter(({ name }) => isStrange(name, raw.flags[name]))
      .map(({ name }) => at.in("flags", name).problem(`flag ${name} is ${kindOf(usual[name])}, not ${kindOf(raw.flags[name])}`)),
  );
  const ofConditions = allLeaves(context).flatMap((leaf) => {
    if (leaf.kind !== "flag" || !isStrange(leaf.flag, leaf.value)) return [];
    const value = JSON.stringify(leaf.value);
    return [leaf.at.in(1).problem(`flag ${leaf.flag} is ${kindOf(usual[leaf.flag])}: ${value} is never its value`)];
  });
  return [...ofProfiles, ...ofConditions];
};

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return typeof value === "boolean" ? "true or false" : typeof value === "number" ? "a number" : "text";
}
