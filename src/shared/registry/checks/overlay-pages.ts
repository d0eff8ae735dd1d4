import { isThere } from "../build/availability.ts";
import type { Predicate } from "../language.ts";
import { flagsByProfile, PLAIN } from "../profile-flags.ts";
import type { Check } from "./check.ts";

/** A profile patches pages that its shops have. */
export const patchedPages: Check = ({ sources, variants }) =>
  sources.overlay.flatMap(({ raw, at }) => {
    const own = variants.find(({ name }) => name === raw.name);
    return Object.keys(raw.modules ?? {}).flatMap((id) => {
      const module = own?.modules.get(id);
      if (!own || !module || isThere((module.raw.when ?? null) as Predicate | null, own.flags)) return [];
      return [at.in("modules", id).onKey().problem(`shops of profile ${raw.name} have no page ${id}: its "when" does not hold there`)];
    });
  });

/** A flag of a profile differs from what plain says. */
export const idleFlags: Check = ({ sources }) => {
  const usual = flagsByProfile(sources.overlay).get(PLAIN) ?? {};
  return sources.overlay.flatMap(({ raw, at }) =>
    raw.name === PLAIN
      ? []
      : Object.entries(raw.flags)
          .filter(([name, value]) => JSON.stringify(value) === JSON.stringify(usual[name]))
          .map(([name, value]) =>
            at
              .in("flags", name)
              .onKey()
              .problem(`flag ${name} is ${JSON.stringify(value)} in profile plain already`, "leave it out"),
          ),
  );
};

/** A profile is that of some shop, or it is plain. */
export const idleProfiles: Check = ({ sources }) =>
  sources.overlay.flatMap(({ raw, at }) =>
    raw.name === PLAIN || (raw.shops ?? []).length > 0 ? [] : [at.in("name").problem(`no shop has profile ${raw.name}`)],
  );
