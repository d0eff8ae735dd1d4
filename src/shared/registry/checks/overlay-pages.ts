import { flagsByProfile, isThere, PLAIN } from "../build/availability.ts";
import { entryOf } from "../context.ts";
import type { Predicate } from "../language.ts";
import { mergePatch } from "../merge-patch.ts";
import type { Check } from "./check.ts";

/** A profile patches pages that its shops have. */
export const patchedPages: Check = ({ sources, modules }) => {
  const flags = flagsByProfile(sources.overlay);
  return sources.overlay.flatMap(({ raw, at }) =>
    Object.keys(raw.modules ?? {}).flatMap((id) => {
      const own = modules.find(({ patch }) => patch?.profile === raw.profile && patch.id === id);
      const when = (own?.raw.when ?? null) as Predicate | null;
      if (own === undefined || isThere(when, flags.get(raw.profile) ?? {})) return [];
      return [at.in("modules", id).onKey().problem(`shops of profile ${raw.profile} have no page ${id}: its "when" does not hold there`)];
    }),
  );
};

/** A patch changes something of its module, and a flag differs from what plain says. */
export const idlePatches: Check = ({ sources }) => {
  const usual = flagsByProfile(sources.overlay).get(PLAIN) ?? {};
  return sources.overlay.flatMap(({ raw, at }) => {
    const flags = raw.profile === PLAIN ? [] : Object.entries(raw.flags).filter(([name, value]) => same(value, usual[name]));
    const patches = Object.entries(raw.modules ?? {}).flatMap(([id, patch]) => {
      const base = sources.module.find(({ name }) => name === entryOf(sources, id)?.schema)?.file.value;
      const place = at.in("modules", id);
      if (base === undefined) return [];
      if (Object.keys(patch).length === 0) return [place.problem(`this patches nothing of module ${id}`)];
      const idle = Object.entries(patch).filter(([key, value]) => same(mergePatch(base, { [key]: value }), mergePatch(base, {})));
      return idle.map(([key]) => place.in(key).onKey().problem(`module ${id} says the same without this patch`, "leave it out"));
    });
    return [
      ...flags.map(([name, value]) =>
        at
          .in("flags", name)
          .onKey()
          .problem(`flag ${name} is ${JSON.stringify(value)} in profile plain already`, "leave it out"),
      ),
      ...patches,
    ];
  });
};

/** A profile is that of some shop, or it is plain. */
export const idleProfiles: Check = ({ sources }) =>
  sources.overlay.flatMap(({ raw, at }) =>
    raw.profile === PLAIN || (raw.shops ?? []).length > 0 ? [] : [at.in("profile").problem(`no shop has profile ${raw.profile}`)],
  );

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
