import { dict } from "../dict.ts";
import type { RawOverlay } from "../generated/raw.ts";
import type { Dict, Module, Profile } from "../model.ts";
import type { Doc } from "../sources.ts";

/** The profile of every shop that no overlay names; it declares every flag. */
export const PLAIN = "plain";

/** Every profile with all flags and all modules; `plain` is there also without a file of its own. */
export function buildProfiles(
  overlays: readonly Doc<RawOverlay>[],
  modules: Dict<Module>,
  patchesOf: (profile: string) => Dict<Module>,
): Dict<Profile> {
  const defaults = overlays.find(({ raw }) => raw.profile === PLAIN)?.raw.flags ?? {};
  const plain: Profile = { name: PLAIN, title: PLAIN, flags: dict(Object.entries(defaults)), modules };
  const own = overlays.map(({ raw: { profile, title, flags } }): Profile => {
    const patched = patchesOf(profile);
    return {
      name: profile,
      title,
      flags: dict([...Object.entries(defaults), ...Object.entries(flags)]),
      modules: Object.keys(patched).length === 0 ? modules : dict([...Object.entries(modules), ...Object.entries(patched)]),
    };
  });
  return dict([plain, ...own].map((profile) => [profile.name, profile] as const));
}
