import type { Check } from "./check.ts";
import { repeats } from "./repeats.ts";

/** Names that files give themselves are unique: entities, print templates, profiles. */
export const uniqueNames: Check = ({ sources }) => [
  ...repeats(
    sources.entity.map(({ raw, at }) => ({ name: raw.name, at: at.in("name") })),
    ({ name }, first) => `entity ${name} stands in ${first.at.file} too`,
  ),
  ...repeats(
    sources.print.map(({ raw, at }) => ({ name: raw.key, at: at.in("key") })),
    ({ name }, first) => `print template ${name} stands in ${first.at.file} too`,
  ),
  ...repeats(
    sources.overlay.map(({ raw, at }) => ({ name: raw.profile, at: at.in("profile") })),
    ({ name }, first) => `profile ${name} stands in ${first.at.file} too`,
  ),
];
