import { dict } from "../dict.ts";
import type { RawOverlay } from "../generated/raw.ts";
import type { Dict, Module, Profile } from "../model.ts";
import type { Doc } from "../sources.ts";
import { flagsByProfile, isThere } from "./availability.ts";

/** Every profile with all flags and the modules its shops have; `plain` is there also without a file of its own. */
export function buildProfiles(
  overlays: readonly Doc<RawOverlay>[],
  modules: Dict<Module>,
  patchesOf: (profile: string) => Dict<Module>,
): Dict<Profile> {
  const titles = new Map(overlays.map(({ raw }) => [raw.profile, raw.title]));
  return dict(
    [...flagsByProfile(overlays)].map(([name, flags]) => {
      const all = { ...modules, ...patchesOf(name) };
      const own = dict(Object.entries(all).filter(([, { when }]) => isThere(when, flags)));
      return [name, { name, title: titles.get(name) ?? name, flags, modules: own }] as const;
    }),
  );
}
