import { PLAIN } from "../build/availability.ts";
import { didYouMeanOrList } from "../nearest.ts";
import { allLeaves } from "../uses/leaves.ts";
import { keys } from "../uses/named.ts";
import type { Check } from "./check.ts";

/** Every flag that a condition asks for or a profile sets is declared by `plain`, with a value of the same kind. */
export const knownFlags: Check = (context) => {
  const { sources } = context;
  if (sources.broken.overlay.has(PLAIN)) return [];
  const declared = new Map(sources.overlay.filter(({ raw }) => raw.profile === PLAIN).flatMap(({ raw }) => Object.entries(raw.flags)));
  const unknown = (name: string) => [`flag "${name}" is not declared by profile plain`, didYouMeanOrList(name, declared.keys())] as const;
  const ofProfiles = sources.overlay.flatMap(({ raw, at }) =>
    keys(raw.flags, at.in("flags")).flatMap(({ name, at: key }) => {
      const usual = declared.get(name);
      if (usual === undefined) return [key.problem(...unknown(name))];
      if (kindOf(raw.flags[name]) === kindOf(usual)) return [];
      return [at.in("flags", name).problem(`flag ${name} is ${kindOf(usual)}, not ${kindOf(raw.flags[name])}`)];
    }),
  );
  const ofConditions = allLeaves(context).flatMap((leaf) => {
    if (leaf.kind !== "flag") return [];
    const usual = declared.get(leaf.flag);
    if (usual === undefined) return [leaf.at.in(0).problem(...unknown(leaf.flag))];
    if (kindOf(leaf.value) === kindOf(usual)) return [];
    return [leaf.at.in(1).problem(`flag ${leaf.flag} is ${kindOf(usual)}: ${JSON.stringify(leaf.value)} is never its value`)];
  });
  return [...ofProfiles, ...ofConditions];
};

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return typeof value === "boolean" ? "true or false" : typeof value === "number" ? "a number" : "text";
}
