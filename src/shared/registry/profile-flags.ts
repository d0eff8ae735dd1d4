import { dict } from "./dict.ts";
import type { RawOverlay } from "./generated/raw.ts";
import type { Profile } from "./model.ts";
import type { Doc } from "./sources.ts";

/** The profile of every shop that no overlay names; it declares every flag. */
export const PLAIN = "plain";

/** Each profile's flags: its own put over the defaults of `plain`, which is there also without a file. */
export function flagsByProfile(overlays: readonly Doc<RawOverlay>[]): ReadonlyMap<string, Profile["flags"]> {
  const defaults = overlays.find(({ raw }) => raw.name === PLAIN)?.raw.flags ?? {};
  const own = overlays.map(({ raw }) => [raw.name, dict([...Object.entries(defaults), ...Object.entries(raw.flags)])] as const);
  return new Map([[PLAIN, dict(Object.entries(defaults))], ...own]);
}
