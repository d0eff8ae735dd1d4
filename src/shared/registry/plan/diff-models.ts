import { dict } from "../dict.ts";
import type { DayLimit, Dict, Duty, Entity, Flag, Module, PrintTemplate, Profile, Registry, Setting, StandardGroup } from "../model.ts";
import type { Change, ChangePlace } from "./change.ts";
import { bound, entity } from "./entity-rules.ts";
import { moduleChanges } from "./module-rules.ts";
import { rightsChanges } from "./rights-changes.ts";
import { always, derived, members, named, parts, type Rule, same } from "./rule.ts";

const print = parts<PrintTemplate>({
  key: derived,
  title: always("look"),
  titles: always("look"),
  entity: always("access"),
  paper: always("look"),
  header: always("look"),
  barcode: always("access"),
  lines: always("access"),
  via: always("access"),
  where: always("access"),
  group: always("look"),
  columns: always("look"),
  // What stands below a column of money is looked at by people who pay.
  sums: always("access"),
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

/** What shops set for themselves: what one of them has set may stand there no more, and who has set nothing follows the default. */
const setting = parts<Setting>({
  title: always("look"),
  group: always("look"),
  scope: always("access"),
  type: always("held"),
  help: always("look"),
  unit: always("held"),
  min: bound((was, is) => is > was),
  max: bound((was, is) => is < was),
  length: always("look"),
  values: always("held"),
  fallback: always("held"),
  empty: always("look"),
  isPersonal: derived,
});

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
      parts<Profile>({
        name: derived,
        title: always("look"),
        of: derived,
        flags,
        primary: always("look"),
        logo: always("look"),
        modules: derived,
        entities: derived,
        prints: derived,
        duties: derived,
        dayLimits: derived,
      }),
      "addition",
      "held",
    )(single(was), single(is), at, found, part),
  shopProfiles: (was, is, at, found, part) => {
    for (const shop of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const [before, after] = [was[shop] ?? PLAIN, is[shop] ?? PLAIN];
      if (before !== after) found.push({ class: "held", verb: "changed", part, at: { ...at, shop }, was: before, is: after });
    }
  },
  messages: named<string>((name) => ({ code: name }), always("look"), "look", "look"),
  functions: named<string>((name) => ({ code: name }), always("look"), "addition", "held"),
  // Whether the other words are the stricter ones nobody can tell: only a new one surely lets nobody do more.
  duties: named<Duty>((name) => ({ code: name }), always("held"), "access", "held"),
  dayLimits: named<DayLimit>((name) => ({ code: name }), always("held"), "access", "held"),
  flags: named<Flag>((name) => ({ code: name }), always("look"), "addition", "look"),
  settings: named<Setting>((name) => ({ code: name }), setting, "addition", "held"),
  // What shops have of them already stays as it is.
  userGroups: named<StandardGroup>((name) => ({ code: name }), always("access"), "addition", "look"),
  features: members("access", "held"),
  code: derived,
  former: derived,
});

const PLAIN = "plain";

/** Several together are what each of them is; that a shop has them is told of the shop. */
const single = (profiles: Dict<Profile>) => dict(Object.entries(profiles).filter(([, { of }]) => of.length === 1));

/**
 * What the second model means otherwise than the first, part by part: entities, pages as each profile's shops have them, prints,
 * profiles, messages. Two models that differ in anything that is not derived differ in at least one change (docs/decisions/67).
 */
export function diffModels(was: Registry, is: Registry): Change[] {
  const found: Change[] = [];
  registry(was, is, {}, found, "");
  return [...found, ...profileChanges(was, is), ...shopChanges(was, is), ...rightsChanges(was, is)];
}

/** What differs in the pages and entities of a profile; in the same way for every profile: once. */
function profileChanges(was: Registry, is: Registry): Change[] {
  const profiles = Object.keys(is.profiles).filter((name) => was.profiles[name] !== undefined);
  const pairs = profiles.map((profile) => ({ profile, changes: changesBetween(was, is, was.profiles[profile], is.profiles[profile]) }));
  return gathered(pairs).flatMap(({ change, of }) =>
    of.length === profiles.length ? [change] : of.map(({ profile }) => ({ ...change, at: { ...change.at, profile } })),
  );
}

/** What differs for a shop that has other profiles from now on, beside that it has them. */
function shopChanges(was: Registry, is: Registry): Change[] {
  const shops = [...new Set([...Object.keys(was.shopProfiles), ...Object.keys(is.shopProfiles)])];
  const pairs = shops.flatMap((shop) => {
    const [before, after] = [was.shopProfiles[shop] ?? PLAIN, is.shopProfiles[shop] ?? PLAIN];
    if (before === after) return [];
    const [one, other] = [was.profiles[before], is.profiles[after]];
    const found: Change[] = [];
    if (one && other) flags(one.flags, other.flags, {}, found, "flags");
    return [{ shop, changes: [...found, ...changesBetween(was, is, one, other)] }];
  });
  return gathered(pairs).flatMap(({ change, of }) => of.map(({ shop }) => ({ ...change, at: { ...change.at, shop } })));
}

/** Each change with all that have it. */
function gathered<T extends { readonly changes: readonly Change[] }>(
  all: readonly T[],
): { readonly change: Change; readonly of: readonly T[] }[] {
  const byText = new Map<string, { readonly change: Change; readonly of: T[] }>();
  for (const each of all)
    for (const change of each.changes) {
      const text = JSON.stringify(change);
      const known = byText.get(text) ?? { change, of: [] };
      known.of.push(each);
      byText.set(text, known);
    }
  return [...byText.values()];
}

/** What one profile's shops have otherwise than another's had: what overlays patch of entities, and pages. */
function changesBetween(was: Registry, is: Registry, before: Profile | undefined, after: Profile | undefined): Change[] {
  if (before === undefined || after === undefined) return [];
  const patched = [...new Set([...Object.keys(before.entities), ...Object.keys(after.entities)])];
  return [...patched.flatMap((name) => patchChanges(was, is, [before, after], name)), ...modulesChanges(before.modules, after.modules)];
}

/** What a profile changes of an entity, without what changes of it for all. */
function patchChanges(was: Registry, is: Registry, [before, after]: readonly [Profile, Profile], name: string): Change[] {
  const changesOf = (one: Entity | undefined, other: Entity | undefined) => {
    const found: Change[] = [];
    if (one && other && !same(one, other)) entity(one, other, { entity: name }, found, "");
    return found;
  };
  const told = new Set(changesOf(was.entities[name], is.entities[name]).map((change) => JSON.stringify(change)));
  return changesOf(before.entities[name] ?? was.entities[name], after.entities[name] ?? is.entities[name]).filter(
    (change) => !told.has(JSON.stringify(change)),
  );
}

function modulesChanges(before: Dict<Module>, after: Dict<Module>): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((id): Change[] => {
    const [one, other] = [before[id], after[id]];
    const at: ChangePlace = { module: id };
    if (one && other) return moduleChanges(one, other, at);
    const shown = one ?? other;
    const brief = { title: shown?.entry.title, audience: shown?.audience, functions: shown?.functions };
    return one
      ? [{ class: "access", verb: "removed", part: null, at, was: brief }]
      : [{ class: "addition", verb: "added", part: null, at, is: brief }];
  });
}
