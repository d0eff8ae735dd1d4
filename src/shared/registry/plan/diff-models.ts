import type { Dict, Flag, Module, PrintTemplate, Profile, Registry } from "../model.ts";
import type { Change, ChangePlace } from "./change.ts";
import { entity } from "./entity-rules.ts";
import { moduleChanges } from "./module-rules.ts";
import { always, derived, members, named, parts, type Rule, same } from "./rule.ts";

const print = parts<PrintTemplate>({
  key: derived,
  title: always("look"),
  titles: always("look"),
  entity: always("access"),
  paper: always("look"),
  header: always("look"),
  lines: always("access"),
  via: always("access"),
  group: always("look"),
  columns: always("look"),
  // What stands below a column of money is looked at by people who pay.
  pageSum: always("access"),
  total: always("access"),
  capitals: always("access"),
  summary: always("look"),
  footer: always("look"),
  signatures: always("look"),
  notes: always("look"),
  stamp: always("access"),
});

/** Flags of a profile: what a rule asks for. Nobody can tell from a value whether it is the stricter one. */
const flags: Rule<Profile["flags"]> = (was, is, at, found) => {
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (same(was[name], is[name])) continue;
    const verb = was[name] === undefined ? "added" : is[name] === undefined ? "removed" : "changed";
    found.push({ class: verb === "added" ? "addition" : "held", verb, part: `flag ${name}`, at, was: was[name], is: is[name] });
  }
};

/** Everything but pages, whose changes depend on the profile. */
const registry = parts<Registry>({
  version: derived,
  title: always("look"),
  groups: always("look"),
  entities: named((name) => ({ entity: name }), entity, "addition", "held"),
  modules: derived,
  prints: named((name) => ({ print: name }), print, "addition", "access"),
  profiles: (was, is, at, found, part) =>
    named<Profile>(
      (name) => ({ profile: name }),
      parts<Profile>({ name: derived, title: always("look"), flags, modules: derived }),
      "addition",
      "held",
    )(was, is, at, found, part),
  shopProfiles: (was, is, at, found, part) => {
    for (const shop of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const [before, after] = [was[shop] ?? PLAIN, is[shop] ?? PLAIN];
      if (before !== after) found.push({ class: "held", verb: "changed", part, at: { ...at, shop }, was: before, is: after });
    }
  },
  messages: named<string>((name) => ({ code: name }), always("look"), "look", "look"),
  functions: named<string>((name) => ({ code: name }), always("look"), "addition", "held"),
  flags: named<Flag>((name) => ({ code: name }), always("look"), "addition", "look"),
  features: members("access", "held"),
  code: derived,
  former: derived,
});

const PLAIN = "plain";

/**
 * What the second model means otherwise than the first, part by part: entities, pages as each profile's shops have them, prints,
 * profiles, messages. Two models that differ in anything that is not derived differ in at least one change (docs/decisions/67).
 */
export function diffModels(was: Registry, is: Registry): Change[] {
  const found: Change[] = [];
  registry(was, is, {}, found, "");
  return [...found, ...pageChanges(was, is)];
}

/** What differs in the same way for every profile is told once. */
function pageChanges(was: Registry, is: Registry): Change[] {
  const profiles = Object.keys(is.profiles).filter((name) => was.profiles[name] !== undefined);
  const byText = new Map<string, { readonly change: Change; readonly profiles: string[] }>();
  for (const profile of profiles) {
    for (const change of modulesChanges(was, is, was.profiles[profile]?.modules ?? {}, is.profiles[profile]?.modules ?? {})) {
      const text = JSON.stringify(change);
      const known = byText.get(text) ?? { change, profiles: [] };
      known.profiles.push(profile);
      byText.set(text, known);
    }
  }
  return [...byText.values()].flatMap(({ change, profiles: where }) =>
    where.length === profiles.length ? [change] : where.map((profile) => ({ ...change, at: { ...change.at, profile } })),
  );
}

function modulesChanges(was: Registry, is: Registry, before: Dict<Module>, after: Dict<Module>): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((id): Change[] => {
    const [one, other] = [before[id], after[id]];
    const at: ChangePlace = { module: id };
    if (one && other) return moduleChanges(was, is, [one, other], at);
    const shown = one ?? other;
    const brief = { title: shown?.entry.title, audience: shown?.audience, functions: shown?.functions };
    return one
      ? [{ class: "access", verb: "removed", part: null, at, was: brief }]
      : [{ class: "addition", verb: "added", part: null, at, is: brief }];
  });
}
